import { sealBoth, verifyBoth } from './both-databases.ts';
import type { JobContext } from '../feature.ts';

export function sealTheAudit({ services: { documents, sql }, log, signal }: JobContext<unknown>): Promise<void> {
  return sealBoth({ documents, sql, log }, signal);
}

export async function verifyTheAudit({ services, log, signal }: JobContext<unknown>): Promise<void> {
  for (const { database, problems } of await verifyBoth(services, { signal })) {
    for (const problem of problems) log.error({ database, ...problem }, 'the audit is not whole');
  }
}

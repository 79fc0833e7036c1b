import { inject } from 'vitest';
import { z } from 'zod';
import { requestOnDemandService } from './on-demand.ts';

export interface SharedAccounts {
  /** host:port, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  host: string;
  /** Code of the newest password-reset link that the emulator made for the address, null when there is none. */
  lastResetCode(email: string): Promise<string | null>;
}

/**
 * A project in the one Auth emulator of the run, which takes seconds of CPU to start. API keys do not choose the project: the host does.
 * @param projectId unique; begins with `demo-`
 */
export async function useSharedAccounts(projectId: string): Promise<SharedAccounts> {
  const host = await requestOnDemandService(`http://${await requestOnDemandService(inject('accountsOnDemand'))}/${projectId}`);
  return { host, lastResetCode: (email) => lastResetCode({ host, projectId, email }) };
}

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string().optional(), requestType: z.string(), oobCode: z.string() })),
});

async function lastResetCode({ host, projectId, email }: { host: string; projectId: string; email: string }): Promise<string | null> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}/oobCodes`);
  const { oobCodes } = codesSchema.parse(await response.json());
  return oobCodes.findLast((code) => code.email === email && code.requestType === 'PASSWORD_RESET')?.oobCode ?? null;
}

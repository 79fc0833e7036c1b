import type { DatabaseName, Documents, DocumentStore } from '../../ports/documents/document-store.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { noteCheck, noteSealing } from './audit-state.ts';
import { sealAudit } from './seal-entries.ts';
import { verifyAudit, type VerifiedAudit, type VerifyOptions } from './verify-audit.ts';

interface AuditServices {
  documents: Documents;
  sql: Sql;
  log: Log;
}

/** Seals both databases; when one does not answer, the other is sealed all the same before this throws. */
export async function sealBoth({ documents, sql, log }: AuditServices, signal?: AbortSignal): Promise<void> {
  const outcomes = await Promise.allSettled(
    both(documents).map(async (store) => {
      const { database } = store;
      const { entries, last } = await sealAudit(store, signal && { signal });
      if (entries > 0) log.info({ database, entries, n: last?.n }, 'audit sealed');
      // Logged outside the database, so that somebody who can write there cannot rebuild the chain unnoticed.
      if (await noteSealing(sql, database, last)) log.info({ database, n: last?.n, hash: last?.hash, to: last?.to }, 'newest audit seal');
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Verifies both databases and stores the outcome for the screens. `expected` holds hashes from the log, by database. */
export async function verifyBoth(
  { documents, sql }: Omit<AuditServices, 'log'>,
  { expected = {}, signal }: { expected?: Partial<Record<DatabaseName, VerifyOptions['expected']>>; signal?: AbortSignal } = {},
): Promise<VerifiedAudit[]> {
  const results: VerifiedAudit[] = [];
  for (const store of both(documents)) {
    const verified = await verifyAudit(store, { expected: expected[store.database], signal });
    await noteCheck(sql, verified);
    results.push(verified);
  }
  return results;
}

function both({ main, digitalization }: Documents): DocumentStore[] {
  return [main, digitalization];
}

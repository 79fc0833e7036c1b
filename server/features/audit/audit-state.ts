import type { AuditState as StoredState } from '#prisma/generated/client.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';
import { trusted } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { readPlace, type Seal } from './seal.ts';
import type { VerifiedAudit } from './verify-audit.ts';

/** State of one database's audit, known without asking the document store: for screens, never as proof. */
export interface AuditState {
  database: DatabaseName;
  /** Creation of the last sealed entry; null before the first seal. */
  sealedUntil: Date | null;
  /** When sealing last ran. */
  sealedAt: Date | null;
  /** When everything was last verified, and up to which entry; null before the first time. */
  checkedAt: Date | null;
  checkedUntil: Date | null;
  /** The first problem found then; '' if there was none. */
  problem: string;
}

const COLUMNS = selectColumns<StoredState>()('database', 'sealed_until', 'sealed_at', 'checked_at', 'checked_until', 'problem');

export async function readAuditState(read: Read): Promise<AuditState[]> {
  const rows = await read<SelectedRow<typeof COLUMNS>>(trusted(`SELECT ${COLUMNS.sql()} FROM audit_state ORDER BY database DESC`));
  return rows.map((row) => ({
    database: row.database === 'main' ? 'main' : 'digitalization',
    sealedUntil: row.sealed_until,
    sealedAt: row.sealed_at,
    checkedAt: row.checked_at,
    checkedUntil: row.checked_until,
    problem: row.problem,
  }));
}

/** @returns whether the newest seal's hash must be logged now: once an hour, by whichever process comes first */
export async function noteSealing(sql: Sql, database: DatabaseName, last: Seal | null): Promise<boolean> {
  const { rows } = await sql.query<{ due: boolean }>(
    `INSERT INTO audit_state AS s (database, sealed_until, sealed_at) VALUES ($1, $2, now())
     ON CONFLICT (database) DO UPDATE SET sealed_at = now(), sealed_until = greatest(s.sealed_until, excluded.sealed_until)
     RETURNING announced_at IS NULL OR announced_at < now() - interval '1 hour' AS due`,
    [database, last && endOf(last)],
  );
  if (!last || !rows[0]?.due) return false;
  const { rowCount } = await sql.query(
    `UPDATE audit_state SET announced_at = now() WHERE database = $1 AND (announced_at IS NULL OR announced_at < now() - interval '1 hour')`,
    [database],
  );
  return rowCount === 1;
}

export async function noteCheck(sql: Sql, { database, sealedUntil, problems: [first] }: VerifiedAudit): Promise<void> {
  await sql.query(
    `INSERT INTO audit_state (database, checked_at, checked_until, problem) VALUES ($1, now(), $2, $3)
     ON CONFLICT (database) DO UPDATE SET checked_at = now(), checked_until = excluded.checked_until, problem = excluded.problem`,
    [database, sealedUntil, first ? `${first.kind} ${first.path}` : ''],
  );
}

function endOf({ to }: Seal): Date | null {
  const place = readPlace(to);
  return place && new Date(Number(place.createdVersion / 1_000n));
}

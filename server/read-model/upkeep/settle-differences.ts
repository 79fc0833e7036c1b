import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentStore } from '../../documents/document-store.ts';
import type { Sql } from '../../platform/sql.ts';
import { pathOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql-fragment.ts';

/** `ahead`: the row claims a version that its document never had (changed by hand). */
export type DifferenceKind = 'missing' | 'stale' | 'extra' | 'ahead';

export interface Difference {
  id: string;
  path: string;
  kind: DifferenceKind;
  rowVersion: bigint | null;
}

const CHUNK_IDS = 1_000;

/**
 * Looks again at ids that seemed to differ: while changes are on their way that is normal. What still differs after
 * `patienceMs` (two more looks) is real. The row is read before the document, so a row can only look older, never newer,
 * than it is.
 */
export async function settleDifferences(
  services: { sql: Sql; store: DocumentStore },
  projection: AnyProjection,
  ids: readonly string[],
  patienceMs: number,
): Promise<Difference[]> {
  let differing = await lookAgain(services, projection, ids);
  for (let look = 0; look < 2 && differing.length > 0; look += 1) {
    await sleep(patienceMs / 2);
    differing = await lookAgain(
      services,
      projection,
      differing.map((difference) => difference.id),
    );
  }
  return differing;
}

async function lookAgain(
  { sql, store }: { sql: Sql; store: DocumentStore },
  projection: AnyProjection,
  ids: readonly string[],
): Promise<Difference[]> {
  const differing: Difference[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_IDS) {
    const chunk = ids.slice(start, start + CHUNK_IDS);
    const rows = await readRows(sql, projection, chunk);
    const paths = chunk.map((id) => pathOf(projection, id));
    const documents = await store.getMany(paths);
    chunk.forEach((id, index) => {
      const row = rows.get(id) ?? null;
      const kind = kindOf(row, documents[index]?.version ?? null);
      if (kind) differing.push({ id, path: paths[index] ?? '', kind, rowVersion: row?.source_version ?? null });
    });
  }
  return differing;
}

interface RowState {
  id: string;
  source_version: bigint;
  source_deleted: boolean;
}

async function readRows(sql: Sql, projection: AnyProjection, ids: readonly string[]): Promise<Map<string, RowState>> {
  const { rows } = await sql.query<RowState>(
    `SELECT id, source_version, source_deleted FROM ${quoteIdentifier(projection.table)} WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function kindOf(row: RowState | null, document: bigint | null): DifferenceKind | null {
  if (document === null) return row === null || row.source_deleted ? null : 'extra';
  if (row === null) return 'missing';
  // A tombstone lies below everything that the document can have afterwards.
  if (row.source_version > document || (row.source_deleted && row.source_version === document)) return 'ahead';
  if (row.source_deleted) return 'missing';
  return row.source_version < document ? 'stale' : null;
}

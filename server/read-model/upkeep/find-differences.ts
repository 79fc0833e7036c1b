import type { Documents } from '../../ports/documents/document-store.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { ownRows, pathOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

/** `ahead`: the row claims a version that its document never had (changed by hand). */
type DifferenceKind = 'missing' | 'stale' | 'extra' | 'ahead';

export interface Difference {
  id: string;
  path: string;
  kind: DifferenceKind;
  rowVersion: bigint | null;
}

/** Reads rows before documents, so that a row can only appear older, never newer, than it is. */
export async function findDifferences(
  { sql, documents }: { sql: Sql; documents: Documents },
  projection: AnyProjection,
  ids: readonly string[],
): Promise<Difference[]> {
  const rows = await readRows(sql, projection, ids);
  const paths = ids.map((id) => pathOf(projection, id));
  const found = await documents[projection.database].getMany(paths);
  return ids.flatMap((id, at) => {
    const row = rows.get(id) ?? null;
    const kind = kindOf(row, found[at]?.version ?? null);
    return kind ? [{ id, path: paths[at] ?? '', kind, rowVersion: row?.source_version ?? null }] : [];
  });
}

interface RowState {
  id: string;
  source_version: bigint;
  source_deleted: boolean;
}

async function readRows(sql: Sql, projection: AnyProjection, ids: readonly string[]): Promise<Map<string, RowState>> {
  const { rows } = await sql.query<RowState>(
    `SELECT id, source_version, source_deleted FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function kindOf(row: RowState | null, document: bigint | null): DifferenceKind | null {
  if (document === null) return row === null || row.source_deleted ? null : 'extra';
  if (row === null) return 'missing';
  // A tombstone's version is below every later version of its document.
  if (row.source_version > document || (row.source_deleted && row.source_version === document)) return 'ahead';
  if (row.source_deleted) return 'missing';
  return row.source_version < document ? 'stale' : null;
}

import { createHash } from 'node:crypto';
import type { Documents, StoredDocument } from '../../ports/documents/document-store.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { comparePages, type Versions, type WalkOptions } from './compare-pages.ts';
import { recheckDifferences } from './recheck-differences.ts';
import { projectAll, unkeepable } from '../sync/project-documents.ts';
import { ownRows, pathOf, rowIdOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { resolveNames } from '../sync/named-records.ts';
import { recordset, toJson, type SourceRow } from '../sync/recordset.ts';
import { bisect } from '../sync/upsert.ts';

/** A row that differs from its document's projection. */
interface Drift {
  table: string;
  id: string;
  path: string;
  /** What is wrong, e.g. `missing`, `fields nombre, tipo`. */
  problem: string;
}

export interface Verification {
  table: string;
  documents: number;
  rows: number;
  /** Checksum over (id, version) of everything; the first 12 characters of SHA-256. */
  documentSum: string;
  rowSum: string;
  drift: Drift[];
}

const PATIENCE_MS = 5_000;

/** Compares every field of every row with the current projection of its document. Reads only. */
export async function verifyCollection(
  services: { sql: Sql; documents: Documents },
  projection: AnyProjection,
  options: WalkOptions = {},
): Promise<Verification> {
  const documentSums = createHash('sha256');
  const rowSums = createHash('sha256');
  const counted = { documents: 0, rows: 0 };
  const suspects = new Set<string>();
  const refused: Drift[] = [];
  for await (const page of comparePages(services, projection, options)) {
    counted.documents += page.documents.length + page.unkeepable.length;
    counted.rows += page.rowVersions.size;
    documentSums.update(linesOf(page.documentVersions));
    rowSums.update(linesOf(page.rowVersions));
    page.different.forEach((id) => suspects.add(id));
    for (const { path, reason } of page.unkeepable.map(unkeepable))
      refused.push({ table: projection.table, id: rowIdOf(projection, path), path, problem: reason });
    for (const drift of await compareFields(services.sql, projection, page.documents)) suspects.add(drift.id);
  }
  return {
    table: projection.table,
    ...counted,
    documentSum: documentSums.digest('hex').slice(0, 12),
    rowSum: rowSums.digest('hex').slice(0, 12),
    drift: [
      ...refused,
      ...(await recheckDifferences([...suspects], options.patienceMs ?? PATIENCE_MS, (ids) => findDrift(services, projection, ids))),
    ],
  };
}

function linesOf(versions: Versions): string {
  return [...versions]
    .map(([id, version]) => `${id}:${version}\n`)
    .sort()
    .join('');
}

async function findDrift(
  { sql, documents }: { sql: Sql; documents: Documents },
  projection: AnyProjection,
  ids: readonly string[],
): Promise<Drift[]> {
  const found = await documents[projection.database].getMany(ids.map((id) => pathOf(projection, id)));
  const present = found.filter((document) => document !== null);
  const presentIds = new Set(present.map((document) => rowIdOf(projection, document.path)));
  const absent = ids.filter((id) => !presentIds.has(id));
  return [...(await compareFields(sql, projection, present)), ...(await findExtra(sql, projection, absent))];
}

async function findExtra(sql: Sql, projection: AnyProjection, ids: readonly string[]): Promise<Drift[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND id = ANY($1) AND NOT source_deleted`,
    [ids],
  );
  return rows.map(({ id }) => ({ table: projection.table, id, path: pathOf(projection, id), problem: 'extra: there is no such document' }));
}

async function compareFields(sql: Sql, projection: AnyProjection, documents: readonly StoredDocument[]): Promise<Drift[]> {
  const { rows, failures } = projectAll(projection, documents);
  const unreadable = failures.map(({ path, reason }) => ({
    table: projection.table,
    id: rowIdOf(projection, path),
    path,
    problem: reason,
  }));
  return [...unreadable, ...(await compareRows(sql, projection, rows))];
}

/** The database compares, with the types and precision of the columns. */
async function compareRows(sql: Sql, projection: AnyProjection, rows: readonly SourceRow[]): Promise<Drift[]> {
  const { table } = projection;
  const drift: Drift[] = [];
  const compare = async (part: readonly SourceRow[]) => {
    const values = [toJson(projection, part)];
    const found = await sql.query<{ id: string; missing: boolean; fields: string[] }>(compareStatement(projection), values);
    for (const { id, missing, fields } of found.rows)
      drift.push({ table, id, path: pathOf(projection, id), problem: missing ? 'missing' : `fields ${fields.join(', ')}` });
  };
  await bisect(await resolveNames(sql, projection, rows), compare, ({ id, path }, reason) =>
    drift.push({ table, id, path, problem: `cannot be stored: ${reason}` }),
  );
  return drift;
}

function compareStatement(projection: AnyProjection): string {
  const columns = [...Object.keys(projection.columns), 'source_version'];
  const differs = columns.map((column) => `t.${quoteIdentifier(column)} IS DISTINCT FROM r.${quoteIdentifier(column)}`);
  const names = columns.map((column, index) => `CASE WHEN ${differs[index]} THEN '${column.replaceAll("'", "''")}' END`);
  return `SELECT r.id, t.id IS NULL OR t.source_deleted AS missing, array_remove(ARRAY[${names.join(', ')}], NULL) AS fields
    FROM ${recordset(projection)} LEFT JOIN ${quoteIdentifier(projection.table)} t ON t.id = r.id AND ${ownRows(projection)}
    WHERE t.id IS NULL OR t.source_deleted OR ${differs.join(' OR ')}`;
}

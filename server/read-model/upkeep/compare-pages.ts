import { createHash } from 'node:crypto';
import type { Documents, StoredDocument } from '../../documents/document-store.ts';
import type { Sql } from '../../platform/sql.ts';
import { ownRows, ownsPath, rowIdOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql-fragment.ts';

const PAGE_DOCUMENTS = 1_000;

/** A stretch of a collection: its documents, and the rows that are there for it. */
export interface ComparedPage {
  documents: readonly StoredDocument[];
  /** Ids whose document or row is missing, or whose versions differ. */
  different: readonly string[];
  /** Checksums of (id, version) on both sides: equal unless something differs. */
  documentSum: string;
  rowSum: string;
  rowCount: number;
}

export interface WalkOptions {
  /** How long a difference may be a change that is just on its way. */
  patienceMs?: number;
  signal?: AbortSignal;
  /** After each page: documents gone through so far. */
  onProgress?: (documents: number) => Promise<void>;
}

/**
 * Walks a collection and its table side by side, 1,000 documents at a time. Only the checksum of (id, version) is read
 * from the table; the ids are fetched just for pages whose checksums differ. `before` sees each page before its rows are
 * read.
 */
export async function* comparePages(
  services: { sql: Sql; documents: Documents },
  projection: AnyProjection,
  { signal, onProgress, before }: WalkOptions & { before?: (documents: readonly StoredDocument[]) => Promise<void> },
): AsyncGenerator<ComparedPage, void, undefined> {
  const table = createTableReader(services.sql, projection);
  const { collection, database, group = false } = projection;
  let walked = 0;
  for await (const found of services.documents[database].scan(collection, { group, pageSize: PAGE_DOCUMENTS })) {
    signal?.throwIfAborted();
    const documents = found.filter((document) => ownsPath(projection, document.path));
    await before?.(documents);
    const ids = documents.map((document) => rowIdOf(projection, document.path));
    yield comparePage(projection, documents, await table.page(ids));
    walked += documents.length;
    await onProgress?.(walked);
  }
  for await (const rest of table.rest()) yield comparePage(projection, [], rest);
}

/** Rows to hold against a page; `versions` is read only when the sums differ. */
interface TableSlice {
  sum: string;
  count: number;
  versions(): Promise<Map<string, bigint>>;
}

async function comparePage(projection: AnyProjection, documents: readonly StoredDocument[], slice: TableSlice): Promise<ComparedPage> {
  const versions = new Map(documents.map((document) => [rowIdOf(projection, document.path), document.version]));
  const documentSum = checksum(versions);
  const different = documentSum === slice.sum ? [] : differences(versions, await slice.versions());
  return { documents, different, documentSum, rowSum: slice.sum, rowCount: slice.count };
}

function differences(documents: ReadonlyMap<string, bigint>, rows: ReadonlyMap<string, bigint>): string[] {
  const different = [...documents].filter(([id, version]) => rows.get(id) !== version).map(([id]) => id);
  return [...different, ...[...rows.keys()].filter((id) => !documents.has(id))];
}

/** As Postgres computes it in `SLICE`: ids in byte order, one `id:version` per line. */
function checksum(versions: ReadonlyMap<string, bigint>): string {
  const lines = [...versions].map(([id, version]) => ({ bytes: Buffer.from(id), line: `${id}:${version}\n` }));
  const hash = createHash('md5');
  for (const { line } of lines.sort((a, b) => Buffer.compare(a.bytes, b.bytes))) hash.update(line);
  return hash.digest('hex');
}

const SLICE = `md5(coalesce(string_agg(id || ':' || source_version || E'\\n', '' ORDER BY id COLLATE "C"), '')) AS sum, count(*)::int AS count`;

interface TableReader {
  /** The rows that belong to a page of documents. */
  page(ids: readonly string[]): Promise<TableSlice>;
  /** Rows that belonged to no page. */
  rest(): AsyncGenerator<TableSlice, void, undefined>;
}

/** Ids of one collection come in byte order, so a page is a range of the table; those of a group do not, so they are remembered. */
function createTableReader(sql: Sql, projection: AnyProjection): TableReader {
  const table = quoteIdentifier(projection.table);
  const slice = async (where: string, values: unknown[]): Promise<TableSlice> => {
    const { rows } = await sql.query<{ sum: string; count: number }>(
      `SELECT ${SLICE} FROM ${table} WHERE ${ownRows(projection)} AND NOT source_deleted AND ${where}`,
      values,
    );
    const versions = async () => {
      const found = await sql.query<{ id: string; source_version: bigint }>(
        `SELECT id, source_version FROM ${table} WHERE ${ownRows(projection)} AND NOT source_deleted AND ${where}`,
        values,
      );
      return new Map(found.rows.map((row) => [row.id, row.source_version]));
    };
    return { sum: rows[0]?.sum ?? '', count: rows[0]?.count ?? 0, versions };
  };
  return projection.group ? readByIds(slice) : readByRange(slice);
}

type ReadSlice = (where: string, values: unknown[]) => Promise<TableSlice>;

function readByRange(slice: ReadSlice): TableReader {
  let after: string | null = null;
  const from = () =>
    after === null ? { where: 'TRUE', values: [] as unknown[] } : { where: 'id COLLATE "C" > $1', values: [after] as unknown[] };
  return {
    page(ids) {
      const { where, values } = from();
      const last = ids.at(-1) ?? after;
      after = last;
      return slice(`${where} AND id COLLATE "C" <= $${values.length + 1}`, [...values, last]);
    },
    async *rest() {
      const { where, values } = from();
      const remaining = await slice(where, values);
      if (remaining.count > 0) yield remaining;
    },
  };
}

function readByIds(slice: ReadSlice): TableReader {
  const seen: string[] = [];
  return {
    page(ids) {
      seen.push(...ids);
      return slice('id = ANY($1)', [ids]);
    },
    async *rest() {
      const remaining = await slice('NOT EXISTS (SELECT 1 FROM unnest($1::text[]) AS seen(seen_id) WHERE seen.seen_id = id)', [seen]);
      if (remaining.count > 0) yield remaining;
    },
  };
}

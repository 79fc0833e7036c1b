import type { Documents, StoredDocument } from '../../ports/documents/document-store.ts';
import { isDocumentPath } from '../../ports/documents/document-path.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { ownRows, ownsPath, rowIdOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

const PAGE_DOCUMENTS = 1_000;

/** Versions by row id. */
export type Versions = ReadonlyMap<string, bigint>;

/** A page of a collection: its documents, and the corresponding rows. */
export interface ComparedPage {
  documents: readonly StoredDocument[];
  /** Documents of the page whose ids no row can keep. */
  unkeepable: readonly StoredDocument[];
  documentVersions: Versions;
  rowVersions: Versions;
  /** Ids whose document or row is missing, or whose versions differ. */
  different: readonly string[];
}

export interface WalkOptions {
  /** How long a difference may be due to a change still on its way. */
  patienceMs?: number;
  signal?: AbortSignal;
  /** Called after each page with the number of documents so far. */
  onProgress?: (documents: number) => Promise<void>;
}

/** Walks a collection and its table side by side, 1,000 documents at a time. `before` gets each page before its rows are read. */
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
    const own = found.filter((document) => ownsPath(projection, document.path));
    const documents = own.filter(({ path }) => isDocumentPath(path));
    await before?.(documents);
    const documentVersions = new Map(documents.map((document) => [rowIdOf(projection, document.path), document.version]));
    const unkeepable = own.filter(({ path }) => !isDocumentPath(path));
    yield { ...comparePage(documents, documentVersions, await table.page([...documentVersions.keys()])), unkeepable };
    walked += documents.length;
    await onProgress?.(walked);
  }
  const rest = await table.rest();
  if (rest.size > 0) yield { ...comparePage([], new Map(), rest), unkeepable: [] };
}

function comparePage(
  documents: readonly StoredDocument[],
  documentVersions: Versions,
  rowVersions: Versions,
): Omit<ComparedPage, 'unkeepable'> {
  const changed = [...documentVersions].filter(([id, version]) => rowVersions.get(id) !== version).map(([id]) => id);
  const extra = [...rowVersions.keys()].filter((id) => !documentVersions.has(id));
  return { documents, documentVersions, rowVersions, different: [...changed, ...extra] };
}

interface TableReader {
  /** The rows for a page of documents with these row ids. */
  page(ids: readonly string[]): Promise<Versions>;
  /** Rows that were in no page. */
  rest(): Promise<Versions>;
}

/** Ids of one collection come in byte order, so a page is a range of the table; those of a group do not, so they are collected. */
function createTableReader(sql: Sql, projection: AnyProjection): TableReader {
  const read = async (where: string, values: unknown[]): Promise<Versions> => {
    const { rows } = await sql.query<{ id: string; source_version: bigint }>(
      `SELECT id, source_version FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND NOT source_deleted AND ${where}`,
      values,
    );
    return new Map(rows.map((row) => [row.id, row.source_version]));
  };
  if (projection.group) {
    const comparedIds: string[] = [];
    return {
      page(ids) {
        comparedIds.push(...ids);
        return read('id = ANY($1)', [ids]);
      },
      rest: () => read('NOT EXISTS (SELECT 1 FROM unnest($1::text[]) AS seen(seen_id) WHERE seen.seen_id = id)', [comparedIds]),
    };
  }
  let last = '';
  return {
    page(ids) {
      const after = last;
      last = ids.at(-1) ?? last;
      return read('id COLLATE "C" > $1 AND id COLLATE "C" <= $2', [after, last]);
    },
    rest: () => read('id COLLATE "C" > $1', [last]),
  };
}

import { documentConflict, documentExists, documentNotFound, invalidDocument } from '../document-errors.ts';
import { parseDocumentPath, type DocumentLocation } from '../document-path.ts';
import type { DatabaseName, NestedChange, Write } from '../document-store.ts';
import { checkFields, MAX_DOCUMENT_BYTES, withCreateFields, withNested, withUpdateFields } from '../document-values.ts';
import { readMany } from './query.ts';
import { encodeDocument, rowJson } from './values.ts';
import type { Sql, SqlClient } from '../../../platform/sql/sql.ts';

/** A validated write with its data as JSON text. */
export interface EncodedWrite extends DocumentLocation {
  kind: Write['kind'];
  json: string;
  ifVersion: bigint | null;
  /** Nested changes of an update: merged with what is stored (mergeNested). */
  nested: readonly NestedChange[];
}

/** @throws invalid-input for paths and values that cannot be stored */
export function encodeWrite(write: Write, now = new Date()): EncodedWrite {
  const location = parseDocumentPath(write.path);
  const { kind } = write;
  const nested = write.kind === 'update' ? (write.nested ?? []) : [];
  checkFields(withNested({}, nested));
  return { ...location, kind, json: jsonOf(write, now), ifVersion: 'ifVersion' in write ? (write.ifVersion ?? null) : null, nested };
}

function jsonOf(write: Write, now: Date): string {
  switch (write.kind) {
    case 'create':
      return encodeDocument(withCreateFields(write.data, now, write.times));
    case 'set':
      return encodeDocument(write.data);
    case 'update':
      return encodeDocument(withUpdateFields(write.changes, now, write.times));
    case 'delete':
      return 'null';
  }
}

/**
 * The advisory lock of a collection group: writes take it shared, a query inside a transaction takes it exclusively, so that no document
 * can enter or leave the result before the transaction ends (phantoms).
 */
export const groupLockKey = (database: string, group: string) => `hashtextextended('documents/' || ${database} || '/' || ${group}, 0)`;

/** How long a write waits for a lock: far longer than the portal itself holds one. */
export const LOCK_TIMEOUT = '10s';

/** $1 database, $2 rows as JSON. The lock is taken before the first row is touched; the wait is bounded by LOCK_TIMEOUT. */
const INPUT = `
  WITH bounds AS MATERIALIZED (
    SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)
  ), input AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS i(path text, collection text, grp text, data jsonb, if_version bigint)
  ), locked AS MATERIALIZED (
    SELECT pg_advisory_xact_lock_shared(${groupLockKey('$1::text', 'g.grp')}) FROM bounds, (SELECT DISTINCT grp FROM input ORDER BY 1) g
  ), started AS MATERIALIZED (
    SELECT documents.now_micros() AS micros, (SELECT count(*) FROM locked) AS locks
  )`;

/** Each write leaves its change in the same statement: what is stored is announced, what is announced is stored. */
const OUTPUT = `
  , logged AS (INSERT INTO documents.changes (database, path, version, deleted) SELECT $1, path, version, deleted FROM written)
  SELECT path, version FROM written`;

const insert = (onConflict: string) => `${INPUT}
  , written AS (
    INSERT INTO documents.documents AS d (database, path, collection, collection_group, data, created_version, version)
    SELECT $1, i.path, i.collection, i.grp, i.data, started.micros, started.micros FROM input i, started ORDER BY i.path COLLATE "C"
    ON CONFLICT (database, path) DO UPDATE SET data = excluded.data, deleted = false,
      version = greatest(excluded.version, d.version + 1),
      created_version = CASE WHEN d.deleted THEN greatest(excluded.version, d.version + 1) ELSE d.created_version END ${onConflict}
    RETURNING d.path, d.version, d.deleted
  ) ${OUTPUT}`;

/** $3, the paths once more, makes the planner use the primary key: it has no statistics about the JSON's contents. */
const change = (assignments: string, condition: string) => `${INPUT}
  , written AS (
    UPDATE documents.documents d SET ${assignments}, version = greatest(started.micros, d.version + 1)
    FROM input i, started
    WHERE d.database = $1 AND d.path = ANY($3::text[]) AND d.path = i.path AND NOT d.deleted AND (i.if_version IS NULL OR d.version = i.if_version) ${condition}
    RETURNING d.path, d.version, d.deleted
  ) ${OUTPUT}`;

const STATEMENTS: Readonly<Record<Write['kind'], string>> = {
  create: insert('WHERE d.deleted'),
  set: insert(''),
  // || replaces whole top-level fields, as the port says.
  update: change('data = d.data || i.data', `AND octet_length((d.data || i.data)::text) <= ${MAX_DOCUMENT_BYTES}`),
  delete: change(`data = '{}', deleted = true`, ''),
};

/**
 * Runs writes of one kind on different paths in one statement and checks each outcome. Several writes need a surrounding transaction,
 * because one failure must roll back the others.
 * @returns versions by path. @throws conflict, not-found
 */
export async function applyWrites(
  client: Sql | SqlClient,
  database: DatabaseName,
  writes: readonly EncodedWrite[],
): Promise<Map<string, bigint>> {
  const kind = writes[0]?.kind;
  if (kind === undefined) return new Map();
  const isInsert = kind === 'create' || kind === 'set';
  const values = [database, toJson(writes), ...(isInsert ? [] : [writes.map((write) => write.path)])];
  const { rows } = await client.query<{ path: string; version: bigint }>({ name: `documents-${kind}`, text: STATEMENTS[kind], values });
  const versions = new Map(rows.map((row) => [row.path, BigInt(row.version)]));
  if (versions.size < writes.length) {
    for (const write of writes) {
      if (!versions.has(write.path)) await explainRefusal(client, database, write);
    }
  }
  return versions;
}

function toJson(writes: readonly EncodedWrite[]): string {
  const rows = writes.map(({ path, collection, group, json, ifVersion }) =>
    rowJson({ path, collection, grp: group, if_version: ifVersion === null ? null : String(ifVersion) }, json),
  );
  return `[${rows.join(',')}]`;
}

/** As in Firestore, deleting a missing document succeeds, unless a version is given. */
async function explainRefusal(client: Sql | SqlClient, database: DatabaseName, write: EncodedWrite): Promise<void> {
  if (write.kind === 'create') throw documentExists(write.path);
  if (write.kind === 'delete' && write.ifVersion === null) return;
  const { rows } = await client.query<{ version: bigint }>(
    'SELECT version FROM documents.documents WHERE database = $1 AND path = $2 AND NOT deleted',
    [database, write.path],
  );
  const current = rows[0];
  if (!current && write.kind === 'update') throw documentNotFound(write.path);
  if (!current) throw documentConflict(write.path, 'was deleted');
  if (write.ifVersion === null || write.ifVersion === BigInt(current.version)) throw invalidDocument(`${write.path}: would exceed 1 MiB`);
  throw documentConflict(write.path, `has version ${current.version}, expected ${write.ifVersion}`);
}

/**
 * All writes in order, in the transaction of `client`; writes of one kind on different paths share a statement.
 * @returns the last version of each path
 */
export async function applyInOrder(
  client: SqlClient,
  database: DatabaseName,
  writes: readonly EncodedWrite[],
): Promise<Map<string, bigint>> {
  const versions = new Map<string, bigint>();
  let pending = new Map<Write['kind'], EncodedWrite[]>();
  let paths = new Set<string>();
  const flush = async () => {
    for (const group of pending.values())
      for (const [path, version] of await applyWrites(client, database, await mergeNested(client, database, group)))
        versions.set(path, version);
    pending = new Map();
    paths = new Set();
  };
  for (const write of writes) {
    // A second write of the same document must see the first one.
    if (paths.has(write.path)) await flush();
    paths.add(write.path);
    pending.set(write.kind, [...(pending.get(write.kind) ?? []), write]);
  }
  await flush();
  return versions;
}

/** Turns nested changes into changes of whole fields, on documents locked until the transaction ends. */
async function mergeNested(client: SqlClient, database: DatabaseName, writes: readonly EncodedWrite[]): Promise<readonly EncodedWrite[]> {
  const paths = writes.filter(({ nested }) => nested.length > 0).map(({ path }) => path);
  if (paths.length === 0) return writes;
  const stored = new Map((await readMany(client, database, paths, true)).map((document) => [document?.path, document?.data ?? {}]));
  return writes.map((write) => {
    const names = write.nested.map(({ place: [first = ''] }) => first);
    const whole = withNested(stored.get(write.path) ?? {}, write.nested);
    const merged = Object.fromEntries(names.map((name) => [name, whole[name] ?? null]));
    return names.length === 0
      ? write
      : { ...write, json: JSON.stringify({ ...JSON.parse(write.json), ...JSON.parse(encodeDocument(merged)) }) };
  });
}

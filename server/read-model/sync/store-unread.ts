import { plainText } from '../../domain/plain-value.ts';
import { searchText } from '../../domain/search.ts';
import { truncate } from '../../domain/text.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import type { SqlClient } from '../../platform/sql/sql.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { storableText } from '../field-readers.ts';
import type { AnyProjection, Vocabulary } from '../projection.ts';
import { maskedText } from '../table.ts';
import { isReference } from './named-records.ts';
import type { NamedReference, SourceRow } from './recordset.ts';

const VALUE_MAX = 300;

/**
 * Replaces the recorded unread fields of these rows' documents; none remain for fields that read well now, or for deleted documents.
 * Nothing is written for a document that has a newer row.
 */
export async function storeUnread(client: SqlClient, projection: AnyProjection, rows: readonly SourceRow[]): Promise<void> {
  // A table filled from both databases holds only documents that the portal itself wrote.
  if (projection.shared) return;
  const { database, table } = projection;
  const entries = rows.flatMap((row) => entriesOf(projection, row));
  if (entries.length === 0) {
    const { rowCount } = await client.query('SELECT FROM unread_fields WHERE database = $1 AND table_name = $2 LIMIT 1', [database, table]);
    if (rowCount === 0) return;
  }
  await client.query(
    `DELETE FROM unread_fields u USING unnest($2::text[], $3::bigint[]) AS g (path, version)
     WHERE u.database = $1 AND u.path = g.path AND u.source_version <= g.version AND u.path || E'\\n' || u.field <> ALL($4::text[])`,
    [
      database,
      rows.map(({ path }) => path),
      rows.map(({ version }) => String(version)),
      entries.map(({ path, field }) => `${path}\n${field}`),
    ],
  );
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO unread_fields AS u (id, database, table_name, path, row_id, field, source_version, name, value, reason, target, raw, resolved, search_text, masked_text)
     SELECT x.id, $2, $3, x.path, x.row_id, x.field, x.version, x.name, x.value, x.reason, x.target, x.raw, x.resolved, x.search_text, x.masked_text
     FROM jsonb_to_recordset($1::jsonb) AS x (id text, path text, row_id text, field text, version bigint, name text, value text, reason text,
       target text, raw text, resolved text, search_text text, masked_text text)
     JOIN ${quoteIdentifier(table)} t ON t.id = x.row_id AND t.source_version = x.version
     ON CONFLICT (database, path, field) DO UPDATE SET id = excluded.id, row_id = excluded.row_id, table_name = excluded.table_name,
       source_version = excluded.source_version, name = excluded.name, value = excluded.value, reason = excluded.reason, target = excluded.target,
       raw = excluded.raw, resolved = excluded.resolved, search_text = excluded.search_text, masked_text = excluded.masked_text,
       "createdAt" = CASE WHEN u.id = excluded.id THEN u."createdAt" ELSE excluded."createdAt" END
     WHERE u.source_version <= excluded.source_version`,
    [JSON.stringify(entries), database, table],
  );
}

interface Entry {
  /** Includes the value: another value in the same field is a new finding. */
  id: string;
  path: string;
  field: string;
}

function entriesOf({ database, title, masked = [] }: AnyProjection, row: SourceRow): Entry[] {
  const { path, id, version, unread = [], named = [], values } = row;
  const shown = title === undefined ? undefined : (values as Readonly<Record<string, unknown>>)[title];
  const name = typeof shown === 'string' && shown !== '' ? shown : id;
  const entry = (field: string, value: unknown, reason: string, reference?: NamedReference) => {
    const text = storableText(truncate(plainText(value), VALUE_MAX));
    const { target = '', raw = '', id: resolved = '' } = reference ?? {};
    return {
      id: documentIdOf(JSON.stringify([database, path, field, value])),
      path,
      row_id: id,
      field,
      version: String(version),
      name,
      value: text,
      reason,
      target,
      raw,
      resolved,
      search_text: searchText([name, masked.includes(field) ? '' : text, reason, path, field]),
      masked_text: masked.includes(field) ? maskedText([text]) : '',
    };
  };
  const lost = unread.map(({ field, value, reason }) => entry(field, value, reason));
  const references = named.map((reference) => {
    const { field, target, raw } = reference;
    return entry(field, raw, UNKNOWN[target] ?? NOBODY, isReference(raw) ? reference : undefined);
  });
  return [...lost, ...references];
}

const NOBODY = 'No hay ningún registro con ese código, ni uno solo con ese nombre.';
const BY_MAPPING = 'o diga en el mapeo («values») qué significa';
const NO_STATE = `Ningún estado se llama así. Corríjalo, nómbrelo en Configuración › Constantes de mantenimiento, ${BY_MAPPING}.`;
/** Reasons by vocabulary. */
const UNKNOWN: Readonly<Record<string, string>> = {
  roles: `Ningún rol se llama así, y quien lo tiene no ve nada. Dele otro, cree ese rol, ${BY_MAPPING}.`,
  docStates: NO_STATE,
  packageStatus: NO_STATE,
} satisfies Record<Vocabulary, string>;

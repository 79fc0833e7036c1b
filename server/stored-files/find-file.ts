import { isDocumentId } from '../documents/document-id.ts';
import { fragment, identifier, toQuery } from '../platform/sql-fragment.ts';
import type { FileArea, FileCall, FileServices, OpenKind } from './file-area.ts';

/** A file as the ledger and its openings know it, whatever its area calls these fields. */
export interface StoredFile {
  id: string;
  name: string;
  folderId: string;
  url: string;
  contentType: string;
  bytes: bigint;
  sha256: string;
  isActive: boolean;
}

/** A file that the person may open so, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function requireFile(
  { sql }: Pick<FileServices, 'sql'>,
  area: FileArea,
  { actor, id, action }: FileCall & { id: string; action: OpenKind },
): Promise<StoredFile> {
  area.requireMenu(actor);
  if (!isDocumentId(id)) throw area.missing(id);
  const { name, folderId } = area.fields;
  const found = await sql.query<StoredFile>(
    toQuery(fragment`SELECT t.id, t.${identifier(name)} AS name, t.${identifier(folderId)} AS "folderId", t.url, t."contentType", t.bytes,
      t.sha256, t."isActive" FROM ${identifier(area.collection)} t
      WHERE t.id = ${id} AND NOT t.source_deleted AND (${area.visibleTo(actor, action)})`),
  );
  const file = found.rows[0];
  if (!file) throw area.missing(id);
  return file;
}

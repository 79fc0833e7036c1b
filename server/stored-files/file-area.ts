import type { z } from 'zod';
import { isDocumentId } from '../documents/document-id.ts';
import type { DatabaseName, Fields } from '../documents/document-store.ts';
import type { ReadValues } from '../records/content-version.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import type { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, identifier, toQuery, type SqlFragment } from '../platform/sql-fragment.ts';
import type { StoredAsset } from '../rest-backend/assets.ts';
import type { Call, Services } from '../services.ts';

export type FileServices = Pick<
  Services,
  'documentPages' | 'documents' | 'inspection' | 'liveSettings' | 'log' | 'readModel' | 'restBackend' | 'sql' | 'uploadParts'
>;

/** Where the documents of stored files lie, and who works with them at all. */
export interface FilePlace {
  /** Names the place in the ledger (`area`), in upload keys and in limits. */
  id: string;
  database: DatabaseName;
  collection: string;
  /** The first line of every verb. Throws `forbidden`. */
  requireMenu(actor: Staff): void;
  /** What the form of such a file holds: names the content in the stamp of who stored it. None where there is no form. */
  read?: ReadValues<object>;
}

/** What a person does with the bytes of a file; each is an event of the ledger. */
export type OpenKind = 'view' | 'print' | 'download';

/**
 * Files with a document, events and access of their own: a value of this type is a whole kind of files. Documents and audit
 * lie in the area's database; its events in the one ledger of `main`. The table of the read model has the collection's name
 * and columns `url`, `contentType`, `bytes`, `sha256`, `userId` and the generic ones.
 * @typeParam Target the fields that say where an upload goes
 */
export interface FileArea<Target = unknown> extends FilePlace {
  /** With its article, for sentences: `el Maletín`. */
  title: string;
  /** Fields, by their stored names, that every area has under names of its own. */
  fields: { name: string; folderId: string; agencyId: string };
  /** The audit action of an upload. */
  created: CreationAction;
  /** The same answer for a file that never was, was removed, or is not for this person. */
  missing(id: string): AppError;
  /** Which files exist for a person who wants to do that, as a condition over `t`. */
  visibleTo(actor: Staff, action: OpenKind): SqlFragment;
  /** Shape of the fields of an upload beside name and key, with a Spanish sentence for each that is wrong. */
  target: z.ZodType<Target> & { readonly shape: Readonly<Record<string, unknown>> };
  /**
   * Whether the person may put a file of that extension there, as the documents are now; and how big it may be.
   * Errors: by field, `not-found`, `invalid-input`, `unsupported-type`.
   */
  requireTarget(services: FileServices, call: { actor: Staff; target: Target; extension: string }): Promise<{ maxBytes: number }>;
  document(file: NewFile<Target>): Fields;
}

/** What is known of a file once its bytes are stored. */
interface NewFile<Target> extends Pick<StoredAsset, 'url'> {
  actor: Staff;
  target: Target;
  name: string;
  contentType: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

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

/** A file as requireFile finds it, unless it is deleted. Errors: `forbidden`, `not-found`. */
export async function requireActiveFile(
  services: Pick<FileServices, 'sql'>,
  area: FileArea,
  call: Call & { id: string; action: OpenKind },
): Promise<StoredFile> {
  const file = await requireFile(services, area, call);
  if (!file.isActive) throw area.missing(call.id);
  return file;
}

/** A file that the person may open so, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function requireFile(
  { sql }: Pick<FileServices, 'sql'>,
  area: FileArea,
  { actor, id, action }: Call & { id: string; action: OpenKind },
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

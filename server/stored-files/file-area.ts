import type { z } from 'zod';
import { isDocumentId } from '../platform/document-id.ts';
import type { DatabaseName, DocumentTransaction, Fields } from '../ports/documents/document-store.ts';
import type { ReadValues } from '../records/content-version.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import { AppError } from '../domain/errors.ts';
import type { Act } from '../domain/menu-acts.ts';
import type { Staff } from '../domain/permissions.ts';
import { cleanTypedName, withExtension, withOtherExtension } from '../domain/file-name.ts';
import { baseName, fileExtension } from '../domain/files-vocabulary.ts';
import { fragment, identifier, joinFragments, toQuery, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { StoredAsset } from '../ports/rest-backend/assets.ts';
import type { Call, Services } from '../services.ts';
import { readEarlierFile } from './earlier-files.ts';

declare module '../services.ts' {
  interface Registries {
    /** Kinds of stored files whose uploads the ledger counts. */
    fileAreas: readonly FileArea[];
  }
}

const VERSION = /^[1-9]\d{0,4}$/;

/** Where the documents of stored files are, and who may work with them at all. */
export interface FilePlace {
  /** Identifies the place in the ledger (`area`), in upload keys and in limits. */
  id: string;
  database: DatabaseName;
  collection: string;
  /** Called first by every verb; `change` to store a file, `export` to take one away. Throws `forbidden`. */
  requireMenu(actor: Staff, act?: Act): void;
  /** Reads the form values of such a file, for the stamp of who stored it. Absent where there is no form. */
  read?: ReadValues<object>;
}

/** What a person does with the bytes of a file; each is an event of the ledger. */
export type OpenKind = 'view' | 'print' | 'download';

/**
 * A kind of files with its own documents, events and access rules. Documents and audit are in the area's database; events of all areas in
 * the one ledger of `main`. Files can be replaced: `versions` has the earlier ones (`EarlierFile`), and `url` is empty without a file. The
 * read model's table is named like the collection and has the columns `url`, `fileName`, `contentType`, `bytes`, `sha256`, `versions`,
 * `userId` and the generic ones.
 * @typeParam Target the fields that say where an upload goes
 */
export interface FileArea<Target = unknown> extends Required<FilePlace> {
  /** With its article, for sentences: `el Maletín`. */
  title: string;
  /** Stored names of fields that every area has under its own names; `folderId` null where there are no folders. */
  fields: { name: string; folderId: string | null; agencyId: string; userId: string };
  /** Further fields copied to the ledger: the document's field by the event's field. */
  eventFields?: Readonly<Record<string, string>>;
  /** Rows have `pages`, which are counted when a file is stored. */
  countsPages?: true;
  /** The upload field with the document's name, and its validation. Default: `name`, tidied like a file name. */
  naming?: { field: string; text: z.ZodType<string> };
  /** The audit action of an upload. */
  created: CreationAction;
  /** The same error for a file that never existed, was removed, or is hidden from this person. */
  missing(id: string): AppError;
  /** The error for a file that this person may see, but not print or download; where absent, it is `missing`. */
  forbidden?(services: Pick<Services, 'sql'>, actor: Staff, action: OpenKind, file: StoredFile): Promise<AppError>;
  /** Condition over `t` for the files on which the person may do this. */
  visibleTo(actor: Staff, action: OpenKind): SqlFragment;
  /** Expression over `t` with the location or type of a file in words: shown for a file with the same content. */
  placeName: SqlFragment;
  /** Schema of the upload fields besides name and key, with a Spanish sentence for each error. */
  target: z.ZodType<Target> & { readonly shape: Readonly<Record<string, unknown>> };
  /** Whether a target also takes a field outside its shape. */
  isTargetField?(name: string): boolean;
  /** The specification's wording for a missing target (its section 5). */
  targetMissing?: string;
  /**
   * Checks against the current documents that the person may put a file with that extension there, and returns its size limit. Errors: by
   * field, `forbidden`, `not-found`, `invalid-input`, `unsupported-type`.
   */
  requireTarget(services: Services, call: { actor: Staff; target: Target; extension: string }): Promise<UploadPlace>;
  document(file: NewFile<Target>): Fields;
}

/** A permitted upload target. */
export interface UploadPlace {
  maxBytes: number;
  /** Document fields derived from the target. */
  fields?: Fields;
  /** Checks in the transaction that stores the document that this still holds. Reads only; throws. */
  holds?: (tx: Pick<DocumentTransaction, 'getMany'>) => Promise<void>;
}

/** A file after its bytes are stored. */
interface NewFile<Target> extends StoredContent {
  actor: Staff;
  target: Target;
  /** As typed; where the area has no `naming`, with the content's extension. */
  name: string;
  /** From `requireTarget`. */
  fields: Fields;
}

/** Stored bytes, before a document names them. */
export interface StoredContent extends Pick<StoredAsset, 'url'> {
  /** The sender's file name, with the content's extension. */
  fileName: string;
  contentType: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Counted if the area has `countsPages`; null for content without pages, or if counting failed. */
  pages: number | null;
}

/** A file with the field names used by the ledger and by the verbs that open it. */
export interface StoredFile {
  id: string;
  name: string;
  /** File name for downloads. */
  savedAs: string;
  /** Number among its document's files, from 1 for the oldest. */
  version: number;
  folderId: string;
  /** `eventFields` of its area. */
  facts: Readonly<Record<string, string>>;
  /** '' while there is none. */
  url: string;
  contentType: string;
  bytes: bigint;
  sha256: string;
  isActive: boolean;
}

/** A request for a file. */
export interface FileCall extends Call {
  id: string;
  /** As in an address, from 1 for the document's oldest file; without it, the present one. */
  version?: string | undefined;
}

/** As requireFile, but refuses files that are deleted or have no bytes. Errors: `forbidden`, `not-found`. */
export async function requireActiveFile(
  services: Pick<Services, 'sql'>,
  area: FileArea,
  call: FileCall & { action: OpenKind },
): Promise<StoredFile> {
  const file = await requireFile(services, area, call).catch(async (error: unknown) => {
    const isUnknown = call.action === 'view' || !(error instanceof AppError && error.code === 'not-found');
    if (isUnknown || !area.forbidden) throw error;
    const seen = await requireActiveFile(services, area, { ...call, action: 'view' });
    throw await area.forbidden(services, call.actor, call.action, seen);
  });
  if (!file.isActive || file.url === '') throw area.missing(call.id);
  return file;
}

type FileRow = Omit<StoredFile, 'savedAs'> & { fileName: string; earlier: unknown };

/** A file on which the person may do `action`, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function requireFile(
  { sql }: Pick<Services, 'sql'>,
  area: FileArea,
  { actor, id, action, version }: FileCall & { action: OpenKind },
): Promise<StoredFile> {
  area.requireMenu(actor, action === 'view' ? 'view' : 'export');
  if (!isDocumentId(id)) throw area.missing(id);
  const found = await sql.query<FileRow>(
    toQuery(fragment`SELECT t.id, ${columnOr(area.fields.name, '')} AS name, ${columnOr(area.fields.folderId, '')} AS "folderId", ${eventFieldsOf(area)} AS facts,
      t.url, t."contentType", t.bytes, t.sha256, t."isActive", t."fileName",
      ${trusted(version === undefined ? 'NULL' : 't.versions')} AS earlier, jsonb_array_length(t.versions) + 1 AS version
      FROM ${identifier(area.collection)} t WHERE t.id = ${id} AND NOT t.source_deleted AND (${area.visibleTo(actor, action)})`),
  );
  const row = found.rows[0];
  if (!row) throw area.missing(id);
  const { earlier, fileName, ...file } = version === undefined ? row : ofVersion(row, version);
  return { ...file, savedAs: savedAs(area, file.name, fileName || nameInBucket(file.url)) };
}

/**
 * A document's own name gets the file's extension; in a file's name the extension is replaced,
 * since an earlier file may have had another one.
 */
function savedAs({ naming }: Pick<FileArea, 'naming'>, name: string, fileName: string): string {
  if (fileName === '') return name;
  const extension = fileExtension(fileName);
  return naming ? withExtension(cleanTypedName(name) || 'documento', extension) : withOtherExtension(name, extension);
}

/** The object name in the bucket: some programs store nothing but the address. */
function nameInBucket(url: string): string {
  const place = placeOf(url);
  return place?.kind === 'bucket' ? baseName(place.object) : '';
}

function columnOr(column: string | null, fallback: string): SqlFragment {
  return column === null ? fragment`${fallback}::text` : fragment`t.${identifier(column)}`;
}

function eventFieldsOf({ eventFields = {} }: FileArea): SqlFragment {
  const pairs = Object.entries(eventFields).map(([name, column]) => fragment`${name}::text, t.${identifier(column)}`);
  return fragment`jsonb_build_object(${joinFragments(pairs, ', ')})`;
}

/** The row with the file of that number, the present one being the last; without bytes if there is no such file. */
function ofVersion(row: FileRow, version: string): FileRow {
  const list: unknown[] = Array.isArray(row.earlier) ? row.earlier : [];
  const number = VERSION.test(version) ? Number(version) : 0;
  if (number === list.length + 1) return row;
  const requestedFile = list[number - 1];
  const { url, fileName, contentType, bytes, sha256 } = readEarlierFile(requestedFile);
  return { ...row, version: number, url, fileName, contentType, bytes: BigInt(bytes), sha256 };
}

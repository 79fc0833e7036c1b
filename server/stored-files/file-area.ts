import type { z } from 'zod';
import { isDocumentId } from '../platform/document-id.ts';
import type { DatabaseName, DocumentTransaction, Fields } from '../ports/documents/document-store.ts';
import type { ReadValues } from '../records/content-version.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import type { AppError } from '../domain/errors.ts';
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

/** Where the documents of stored files lie, and who works with them at all. */
export interface FilePlace {
  /** Names the place in the ledger (`area`), in upload keys and in limits. */
  id: string;
  database: DatabaseName;
  collection: string;
  /** The first line of every verb; `change` to store a file, `export` to take one away. Throws `forbidden`. */
  requireMenu(actor: Staff, act?: Act): void;
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
  /** Fields, by their stored names, that every area has under names of its own; `folderId` null where files lie in no folder. */
  fields: { name: string; folderId: string | null; agencyId: string; userId: string };
  /** What the ledger keeps of a file besides: the stored name of each by the name that events give it. */
  eventFields?: Readonly<Record<string, string>>;
  /** Files are replaced: rows have `fileName`, and `versions` with the earlier ones (`EarlierFile`). Without a file `url` is empty. */
  keepsVersions?: true;
  /** Rows have `pages`, which are counted when a file is stored. */
  countsPages?: true;
  /** The field of an upload that names its document, and what such a name may be; `name`, tidied as a file's, unless given. */
  naming?: { field: string; text: z.ZodType<string> };
  /** The audit action of an upload. */
  created: CreationAction;
  /** The same answer for a file that never was, was removed, or is not for this person. */
  missing(id: string): AppError;
  /** Which files exist for a person who wants to do that, as a condition over `t`. */
  visibleTo(actor: Staff, action: OpenKind): SqlFragment;
  /** What people call where a file lies, or what it is, as an expression over `t`: told of one that has the same content. */
  placeName: SqlFragment;
  /** Shape of the fields of an upload beside name and key, with a Spanish sentence for each that is wrong. */
  target: z.ZodType<Target> & { readonly shape: Readonly<Record<string, unknown>> };
  /** Fields of a target beside those of its shape, where that takes any. */
  isTargetField?(name: string): boolean;
  /** The specification's words for a target that is not given (its section 5). */
  targetMissing?: string;
  /**
   * Whether the person may put a file of that extension there, as the documents are now; and how big it may be.
   * Errors: by field, `forbidden`, `not-found`, `invalid-input`, `unsupported-type`.
   */
  requireTarget(services: Services, call: { actor: Staff; target: Target; extension: string }): Promise<UploadPlace>;
  document(file: NewFile<Target>): Fields;
}

/** Where a file may be put. */
export interface UploadPlace {
  maxBytes: number;
  /** Fields of the document that were made of its target. */
  fields?: Fields;
  /** Whether that still holds, in the transaction that stores the document. Reads only; throws. */
  holds?: (tx: Pick<DocumentTransaction, 'getMany'>) => Promise<void>;
}

/** What is known of a file once its bytes are stored. */
interface NewFile<Target> extends StoredContent {
  actor: Staff;
  target: Target;
  /** As it was typed; where the area has no `naming` of its own, with the extension of the content. */
  name: string;
  /** Of `requireTarget`. */
  fields: Fields;
}

/** Bytes that are stored, before any document names them. */
export interface StoredContent extends Pick<StoredAsset, 'url'> {
  /** What the sender called it, with the extension of the content. */
  fileName: string;
  contentType: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Counted where the area keeps it; null for what has none, and where nobody can tell now. */
  pages: number | null;
}

/** A file as the ledger and its openings know it, whatever its area calls these fields. */
export interface StoredFile {
  id: string;
  name: string;
  /** What it is called where it is saved. */
  savedAs: string;
  /** Which of its document's files it is, from 1 for the oldest. */
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

/** Which file is asked for. */
export interface FileCall extends Call {
  id: string;
  /** As an address gives it, from 1 for the oldest file that the document had; the present one, whichever it is, without it. */
  version?: string | undefined;
}

/** A file as requireFile finds it, unless it is deleted or has no bytes. Errors: `forbidden`, `not-found`. */
export async function requireActiveFile(
  services: Pick<Services, 'sql'>,
  area: FileArea,
  call: FileCall & { action: OpenKind },
): Promise<StoredFile> {
  const file = await requireFile(services, area, call);
  if (!file.isActive || file.url === '') throw area.missing(call.id);
  return file;
}

type FileRow = Omit<StoredFile, 'savedAs'> & { fileName: string; earlier: unknown };

/** A file that the person may open so, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function requireFile(
  { sql }: Pick<Services, 'sql'>,
  area: FileArea,
  { actor, id, action, version }: FileCall & { action: OpenKind },
): Promise<StoredFile> {
  area.requireMenu(actor, action === 'view' ? 'view' : 'export');
  if (!isDocumentId(id)) throw area.missing(id);
  const found = await sql.query<FileRow>(
    toQuery(fragment`SELECT t.id, ${columnOr(area.fields.name, '')} AS name, ${columnOr(area.fields.folderId, '')} AS "folderId", ${eventFieldsOf(area)} AS facts,
      t.url, t."contentType", t.bytes, t.sha256, t."isActive", ${columnOr(area.keepsVersions ? 'fileName' : null, '')} AS "fileName",
      ${area.keepsVersions && version !== undefined ? trusted('t.versions') : trusted('NULL')} AS earlier,
      ${trusted(area.keepsVersions ? 'jsonb_array_length(t.versions) + 1' : '1')} AS version
      FROM ${identifier(area.collection)} t WHERE t.id = ${id} AND NOT t.source_deleted AND (${area.visibleTo(actor, action)})`),
  );
  const row = found.rows[0];
  if (!row) throw area.missing(id);
  const { earlier, fileName, ...file } = version === undefined ? row : ofVersion(row, version);
  return { ...file, savedAs: savedAs(area, file.name, fileName || nameInBucket(file.url)) };
}

/** A name that is the document's own gets the file's extension; a file's own has one, which was another one's if this is an earlier file. */
function savedAs({ naming }: Pick<FileArea, 'naming'>, name: string, fileName: string): string {
  if (fileName === '') return name;
  const extension = fileExtension(fileName);
  return naming ? withExtension(cleanTypedName(name) || 'documento', extension) : withOtherExtension(name, extension);
}

/** Programs that say nothing of a file but its address call it there. */
function nameInBucket(url: string): string {
  const place = placeOf(url);
  return place?.kind === 'bucket' ? baseName(place.object) : '';
}

function columnOr(column: string | null, otherwise: string): SqlFragment {
  return column === null ? fragment`${otherwise}::text` : fragment`t.${identifier(column)}`;
}

function eventFieldsOf({ eventFields = {} }: FileArea): SqlFragment {
  const pairs = Object.entries(eventFields).map(([name, column]) => fragment`${name}::text, t.${identifier(column)}`);
  return fragment`jsonb_build_object(${joinFragments(pairs, ', ')})`;
}

/** The row with the file of that number, the present one being the last; without bytes where there is no such file. */
function ofVersion(row: FileRow, version: string): FileRow {
  const list: unknown[] = Array.isArray(row.earlier) ? row.earlier : [];
  const number = VERSION.test(version) ? Number(version) : 0;
  if (number === list.length + 1) return row;
  const asked = list[number - 1];
  const { url, fileName, contentType, bytes, sha256 } = readEarlierFile(asked);
  return { ...row, version: number, url, fileName, contentType, bytes: BigInt(bytes), sha256 };
}

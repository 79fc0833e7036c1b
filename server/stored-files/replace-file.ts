import type { Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import { AppError } from '../domain/errors.ts';
import { withOtherExtension } from '../domain/file-name.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import { readText } from '../read-model/field-readers.ts';
import type { ChangeAction } from '../records/audit-entries.ts';
import { storedVersion } from '../records/content-version.ts';
import { pick } from '../records/save-change.ts';
import { stamped } from '../records/updated-by.ts';
import { AUDIT_COLLECTION, writeAudit } from '../records/write-audit.ts';
import { withPresentFile } from './earlier-files.ts';
import type { FileArea, StoredContent } from './file-area.ts';
import { recordUpload } from './ledger.ts';
import { nameAsset, storeContent, type NamingDocument, type StoreFileCall, type UploadedDocument } from './store-file.ts';
import type { Services } from '../services.ts';

export interface ReplaceFileCall extends StoreFileCall {
  id: string;
  /** Version of the document that the person saw. */
  ifVersion: string | undefined;
  /** Id of the audit entry, derived from the upload's key, so that a repeat is recognized. */
  entryId: string;
  action: ChangeAction;
  /**
   * Throws unless the person may give this document another file in its current state. Called before
   * the bytes are taken and in the transaction.
   */
  admit(stored: StoredDocument): void;
  /** The extension that the new file claims, and its size limit; throws for what the document does not accept. */
  placeFor(stored: StoredDocument): Promise<{ extension: string; maxBytes: number }>;
}

/**
 * Gives a document its first file, or a new one: the former then goes to `versions`, with who stored it and when. Content,
 * document and audit entry are stored as in uploadFile. Errors: `not-found`, `conflict` (another version, or file), what
 * `admit` and `placeFor` throw, those of storeContent.
 */
export async function replaceFile(services: Services, area: FileArea, call: ReplaceFileCall): Promise<UploadedDocument> {
  const { id, upload, actor } = call;
  const [stored, entry] = await services.documents[area.database].getMany(pathsOf(area, call));
  if (!stored) throw area.missing(id);
  call.admit(stored);
  if (entry) return { id, data: asUploaded(stored, entry), warnings: [] };
  requireVersion(area, call, stored);
  if (!upload.file) throw new Error('a file is replaced by none');
  const arriving = { file: upload.file, ...(await call.placeFor(stored)) };
  const { asset, content, warnings } = await storeContent(services, area, call, arriving);
  const document = await nameAsset(services, area, asset, replacement(area, call, content));
  await recordUpload(services, area, actor, document);
  return { ...document, warnings };
}

function replacement(area: FileArea, call: ReplaceFileCall, content: StoredContent): NamingDocument {
  const { id, entryId, action, actor, requestId } = call;
  const [targetPath, entryPath] = pathsOf(area, call);
  const names = ({ url }: Fields) => url === content.url;
  return {
    id,
    names,
    isDone: names,
    async write(tx) {
      const [stored, entry] = await tx.getMany([targetPath, entryPath]);
      if (!stored) throw area.missing(id);
      call.admit(stored);
      if (entry) return { data: asUploaded(stored, entry), isEarlier: true };
      requireVersion(area, call, stored);
      const { data } = stored;
      const file: Fields = { ...named(area, data, content), uploadedBy: actor.id, uploadedAt: new Date() };
      const changes = data['url'] ? { ...file, versions: withPresentFile(data, area) } : file;
      tx.update(targetPath, stamped(area.read, { stored: data, changes, actor }));
      const beforeData = pick(data, Object.keys(file));
      writeAudit(tx, { actor, requestId, action, targetPath, id: entryId, beforeData, newData: file });
      return { data: { ...data, ...changes }, isEarlier: false };
    },
  };
}

/** The document's fields about its file. Where the document is named like its file, the name gets the content's extension. */
function named(area: FileArea, data: Fields, { pages, ...content }: StoredContent): Fields {
  const { name } = area.fields;
  return {
    ...content,
    ...(area.countsPages && { pages }),
    ...(!area.naming && { [name]: withOtherExtension(readText(data, name), fileExtension(content.fileName)) }),
  };
}

function pathsOf({ collection }: FileArea, { id, entryId }: ReplaceFileCall): [string, string] {
  return [`${collection}/${id}`, `${AUDIT_COLLECTION}/${entryId}`];
}

/** The document with the file of an earlier upload, whatever came after. */
function asUploaded({ data }: StoredDocument, { data: { newData } }: StoredDocument): Fields {
  return isPlainMap(newData) ? { ...data, ...newData } : data;
}

/** Refuses if the file or other fields changed since the person looked: they would replace something they have not seen. */
function requireVersion(area: FileArea, { ifVersion }: ReplaceFileCall, { path, data }: StoredDocument): void {
  if (ifVersion === storedVersion(area.read, data)) return;
  throw new AppError('conflict', `${path} is of another version`, {
    userMessage: 'El documento cambió mientras usted elegía el archivo. Ábralo de nuevo y compare antes de reemplazarlo.',
  });
}

import { finished } from 'node:stream/promises';
import type { DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { cleanFileName, withExtension } from '../domain/file-name.ts';
import { measure } from '../ports/files/inspect-stream.ts';
import type { FileEnds, PdfFlaw } from '../ports/files/pdf-flaws.ts';
import { isCutPicture } from '../ports/files/picture-flaws.ts';
import { tooLarge, type ReceivedFile, type ReceivedUpload } from '../ports/files/receive-upload.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import { stamped } from '../records/updated-by.ts';
import { writeAudit } from '../records/write-audit.ts';
import type { AssetToStore, StoredAsset } from '../ports/rest-backend/assets.ts';
import type { Call, Services } from '../services.ts';
import { checkContent } from './check-content.ts';
import type { FileArea, FilePlace, StoredContent } from './file-area.ts';
import { countPages } from './original-of.ts';

/**
 * How a file is stored: storeContent (its bytes are inspected, measured and stored once), then nameAsset (the document that names them, with
 * its audit entry). A failure in between leaves no bytes behind.
 */

export interface StoreFileCall extends Call {
  upload: ReceivedUpload;
}

/** The document of a stored file, newly written or existing. */
export type FileDocument = Pick<StoredDocument, 'id' | 'data'>;

/** A stored file, with warnings for its sender (Spanish sentences). */
export type UploadedDocument = FileDocument & { warnings: string[] };

interface ContentResult {
  asset: StoredAsset;
  content: StoredContent;
  /** Extension of the detected type. */
  extension: string;
  warnings: string[];
}

const PDF_WARNINGS: Readonly<Record<PdfFlaw, string>> = {
  encrypted: 'El PDF está protegido con contraseña: puede que otras personas no lo puedan abrir.',
  damaged: 'El PDF parece dañado o incompleto. Ábralo en su equipo y, si falla, vuelva a escanearlo.',
  'no-pages': 'El PDF no tiene páginas.',
};
const CUT_PICTURE = 'La imagen parece dañada o incompleta. Ábrala en su equipo y, si falla, vuelva a escanearla.';

/**
 * Inspects, counts, hashes and stores a file's bytes: in one streaming pass, or before storing if they are on the local disk already.
 * Memory does not grow with the file.
 *
 * Errors: `invalid-input` (empty), `unsupported-type`, `too-large`, `conflict` (not the announced
 * content), `backend-failed`, `unavailable`.
 * @param extension the claimed one in lower case; '' for none
 */
export async function storeContent(
  services: Services,
  area: FileArea,
  call: StoreFileCall,
  { file, extension, maxBytes }: { file: ReceivedFile; extension: string; maxBytes: number },
): Promise<ContentResult> {
  const owner = call.actor.id;
  const checked = await checkContent(services, area, { content: file.body, extension, owner });
  const measured = measure(checked.body, {
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
    sha256: file.sha256 === undefined ? undefined : { expected: file.sha256, differs: notAsAnnounced },
  });
  if (file.settled) await finished(measured.body.resume());
  const { contentType } = checked;
  const fileName = withExtension(cleanFileName(file.fileName) || 'archivo', checked.extension);
  const asset = await storeAsset(services, call, { body: file.settled ?? measured.body, fileName, contentType });
  const content = { url: asset.url, fileName, contentType, ...measured.result() };
  const ends = { head: checked.head, tail: measured.tail(), bytes: content.bytes };
  const flaws = contentType === 'application/pdf' ? await findPdfFlaws(services, owner, ends) : [];
  // A PDF that only restricts printing or copying opens without a password: whether it does shows when its pages are counted.
  const pages = area.countsPages || flaws.includes('encrypted') ? await countPages(services, content, owner) : null;
  const pdfWarnings = flaws.filter((flaw) => flaw !== 'encrypted' || pages === null).map((flaw) => PDF_WARNINGS[flaw]);
  return {
    asset,
    content: { ...content, pages: area.countsPages ? pages : null },
    extension: checked.extension,
    warnings: isCutPicture(contentType, ends) ? [CUT_PICTURE] : pdfWarnings,
  };
}

/** Stores bytes and discards them if the request does not arrive completely. Errors: those of `uploadAsset`. */
export async function storeAsset(
  { restBackend }: Pick<Services, 'restBackend'>,
  { actor, upload }: StoreFileCall,
  content: Omit<AssetToStore, 'agencyId'>,
): Promise<StoredAsset> {
  const asset = await restBackend.uploadAsset({ ...content, agencyId: actor.agencyId });
  await upload.whole.catch(async (error: unknown) => {
    await restBackend.discardAsset(asset.filename);
    throw error;
  });
  return asset;
}

/** The file is stored: a failed inspection must not fail its upload. */
async function findPdfFlaws(services: Services, owner: string, ends: FileEnds): Promise<readonly PdfFlaw[]> {
  try {
    return await services.inspection.findPdfFlaws({ owner, ...ends });
  } catch (error) {
    services.log.warn({ err: error }, 'stored PDF not looked at');
    return [];
  }
}

function notAsAnnounced(): AppError {
  return new AppError('conflict', 'content differs from the announced hash', {
    userMessage: 'El archivo cambió o llegó dañado. Intente de nuevo.',
  });
}

/** The document that will name stored bytes. */
export interface NamingDocument {
  id: string;
  /** Whether a document names these bytes. */
  names: (stored: Fields) => boolean;
  /** Whether the stored document of that id is the result of this upload. */
  isDone: (stored: Fields) => boolean;
  /** Runs in a transaction, possibly more than once. @returns the document after it; `isEarlier`: the same upload was stored before */
  write: (tx: DocumentTransaction) => Promise<{ data: Fields; isEarlier: boolean }>;
}

/**
 * Writes the document that names stored bytes, with its audit entry, in one transaction of the place's own database. An existing document
 * of the same upload (sent twice) wins. Bytes that no document can name any more are discarded.
 */
export async function nameAsset(
  services: Pick<Services, 'documents' | 'log' | 'readModel' | 'restBackend'>,
  place: FilePlace,
  { filename }: StoredAsset,
  { id, names, isDone, write }: NamingDocument,
): Promise<FileDocument> {
  const { restBackend } = services;
  const store = services.documents[place.database];
  const path = `${place.collection}/${id}`;
  try {
    const { data, isEarlier } = await store.transaction(write);
    await services.readModel.projectNow(place.database, [path]);
    if (isEarlier && !names(data)) await restBackend.discardAsset(filename);
    return { id, data };
  } catch (error) {
    // The answer to a commit can be lost, and the commit arrive after it: bytes are discarded only after a refusal, and only if the document
    // is known not to name them.
    const stored = await store.get(path).catch(() => undefined);
    const isNamed = stored ? names(stored.data) : false;
    if (stored === undefined || (!isNamed && !isRefusal(error)))
      services.log.error({ asset: filename, path }, 'asset may have no document');
    else if (!isNamed) await restBackend.discardAsset(filename);
    if (stored && isDone(stored.data)) return stored;
    throw error;
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code !== 'unavailable';

/** A new document with its audit entry. @param holds checks what must still hold when it is written; reads only, throws */
export function newDocument(
  place: FilePlace & { created?: CreationAction },
  { actor, requestId }: Call,
  { id, data }: FileDocument,
  holds?: (tx: DocumentTransaction) => Promise<void>,
): NamingDocument {
  const targetPath = `${place.collection}/${id}`;
  return {
    id,
    names: ({ url }) => url === data['url'],
    // Its id is derived from the upload.
    isDone: () => true,
    async write(tx) {
      const earlier = await tx.get(targetPath);
      if (earlier) return { data: earlier.data, isEarlier: true };
      await holds?.(tx);
      tx.create(targetPath, place.read ? stamped(place.read, { stored: null, changes: data, actor }) : data);
      if (place.created) writeAudit(tx, { actor, action: place.created, targetPath, beforeData: null, newData: data, requestId });
      return { data, isEarlier: false };
    },
  };
}

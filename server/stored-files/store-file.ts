import type { DocumentTransaction, Fields, StoredDocument } from '../documents/document-store.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import type { ReceivedUpload } from '../files/receive-upload.ts';
import { readText } from '../read-model/field-readers.ts';
import { stamped } from '../records/updated-by.ts';
import { writeAudit } from '../records/write-audit.ts';
import type { AssetToStore, StoredAsset } from '../rest-backend/assets.ts';
import type { FilePlace } from './file-area.ts';
import type { Call, Services } from '../services.ts';

export interface StoreFileCall extends Call {
  upload: ReceivedUpload;
}

type StoringPlace = FilePlace & { created?: CreationAction };

/** The document of a stored file, as it was written or found. */
export type FileDocument = Pick<StoredDocument, 'id' | 'data'>;

/** What names stored bytes. */
export interface WriteDocument {
  id: string;
  /** As the document names them. */
  url: string;
  /** Whether a document of that id, as it is stored, is what this upload was to become. */
  isDone: (stored: Fields) => boolean;
  /** In a transaction, which may run more than once. @returns the document as it is then; `isEarlier`: the same upload had been stored before */
  write: (tx: DocumentTransaction) => Promise<{ data: Fields; isEarlier: boolean }>;
}

/**
 * Stores bytes, then what names them with its audit entry in one transaction of the place's own database. A document of the same
 * upload that is there already (sent twice) wins. Bytes that no document names are let go, whatever fails.
 * @param describe what is to be written; called once the bytes are stored
 */
export async function storeFile(
  services: Pick<Services, 'documents' | 'log' | 'readModel' | 'restBackend'>,
  place: FilePlace,
  call: StoreFileCall,
  content: Omit<AssetToStore, 'agencyId'>,
  describe: (asset: StoredAsset) => WriteDocument | Promise<WriteDocument>,
): Promise<FileDocument> {
  const { restBackend } = services;
  const store = services.documents[place.database];
  const asset = await restBackend.uploadAsset({ ...content, agencyId: call.actor.agencyId });
  const { id, url, isDone, write } = await call.upload.whole
    .then(() => describe(asset))
    .catch(async (error: unknown) => {
      await restBackend.discardAsset(asset.filename);
      throw error;
    });
  const path = `${place.collection}/${id}`;
  try {
    const { data, isEarlier } = await store.transaction(write);
    await services.readModel.projectNow(place.database, [path]);
    if (isEarlier && data['url'] !== url) await restBackend.discardAsset(asset.filename);
    return { id, data };
  } catch (error) {
    // The answer of a commit can be lost: only a document that is known not to name them lets its bytes go.
    const stored = await store.get(path).catch(() => undefined);
    if (stored === undefined) services.log.error({ asset: asset.filename, path }, 'asset may have no document');
    else if (stored?.data['url'] !== url) await restBackend.discardAsset(asset.filename);
    if (stored && isDone(stored.data)) return stored;
    throw error;
  }
}

/** A new document with its audit entry. @param holds what must still be so when it is written; reads only, throws */
export function newDocument(
  place: StoringPlace,
  { actor, requestId }: Call,
  { id, data }: FileDocument,
  holds?: (tx: DocumentTransaction) => Promise<void>,
): WriteDocument {
  const targetPath = `${place.collection}/${id}`;
  return {
    id,
    url: readText(data, 'url'),
    // Its id follows from the upload.
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

import type { DocumentStore, Fields, StoredDocument } from '../documents/document-store.ts';
import type { CreationAction } from '../records/audit-entries.ts';
import type { ReceivedUpload } from '../files/receive-upload.ts';
import { stamped } from '../records/updated-by.ts';
import { writeAudit } from '../records/write-audit.ts';
import type { AssetToStore, StoredAsset } from '../rest-backend/assets.ts';
import type { FilePlace, FileServices } from './file-area.ts';
import type { Call } from '../services.ts';

export interface StoreFileCall extends Call {
  upload: ReceivedUpload;
}

type StoringPlace = FilePlace & { created?: CreationAction };

/** The document of a stored file, as it was written or found. */
export type FileDocument = Pick<StoredDocument, 'id' | 'data'>;

/**
 * Stores bytes, then their document with its audit entry in one transaction of the place's own database. A document that
 * is there already (the same upload sent twice) wins. Bytes that no document names are let go, whatever fails.
 * @param describe the document; called once the bytes are stored
 */
export async function storeFile(
  services: Pick<FileServices, 'documents' | 'log' | 'readModel' | 'restBackend'>,
  place: StoringPlace,
  call: StoreFileCall,
  content: Omit<AssetToStore, 'agencyId'>,
  describe: (asset: StoredAsset) => FileDocument,
): Promise<FileDocument> {
  const { restBackend } = services;
  const store = services.documents[place.database];
  const asset = await restBackend.uploadAsset({ ...content, agencyId: call.actor.agencyId });
  const written = await call.upload.whole.then(
    () => describe(asset),
    async (error: unknown) => {
      await restBackend.discardAsset(asset.filename);
      throw error;
    },
  );
  const path = `${place.collection}/${written.id}`;
  try {
    const earlier = await writeDocument(store, place, call, path, written.data);
    await services.readModel.projectNow(place.database, [path]);
    if (earlier && earlier.data['url'] !== asset.url) await restBackend.discardAsset(asset.filename);
    return earlier ?? written;
  } catch (error) {
    // The answer of a commit can be lost: only a document that is known not to be there lets its bytes go.
    const stored = await store.get(path).catch(() => undefined);
    if (stored) return stored;
    if (stored === null) await restBackend.discardAsset(asset.filename);
    else services.log.error({ asset: asset.filename, path }, 'asset may have no document');
    throw error;
  }
}

/** @returns the document that was there before; null when this one was written */
function writeDocument(
  store: DocumentStore,
  place: StoringPlace,
  { actor, requestId }: Call,
  path: string,
  data: Fields,
): Promise<StoredDocument | null> {
  return store.transaction(async (tx) => {
    const earlier = await tx.get(path);
    if (earlier) return earlier;
    tx.create(path, place.read ? stamped(place.read, { stored: null, changes: data, actor }) : data);
    if (place.created) writeAudit(tx, { actor, action: place.created, targetPath: path, beforeData: null, newData: data, requestId });
    return null;
  });
}

import { documentIdOf } from '../documents/document-id.ts';
import { newDocumentId } from '../documents/document-store.ts';
import { withExtension } from '../domain/file-name.ts';
import type { Staff } from '../domain/permissions.ts';
import type { FileArea } from './file-area.ts';
import { recordUpload } from './ledger.ts';
import { claimedExtension, readUpload } from './read-upload.ts';
import { newDocument, type StoreFileCall } from './store-file.ts';
import { takeContent, type UploadedDocument } from './take-content.ts';
import type { Services } from '../services.ts';

/**
 * Takes a file from the request to the storage as it arrives; then its document and audit entry are stored together, and its
 * event goes to the ledger.
 *
 * Errors: `forbidden`, `invalid-input` by field, those of the area's target, those of takeContent.
 */
export async function uploadFile<Target>(services: Services, area: FileArea<Target>, call: StoreFileCall): Promise<UploadedDocument> {
  const { actor, upload } = call;
  area.requireMenu(actor);
  const { name, uploadKey, fileName, target } = readUpload(area, actor, { ...upload.fields, fileName: upload.file?.fileName });
  // The same file sent again after a lost answer is the same document.
  const id = uploadKey === undefined ? newDocumentId() : uploadIdOf(area, actor, uploadKey);
  const earlier = uploadKey === undefined ? null : await services.documents[area.database].get(`${area.collection}/${id}`);
  if (earlier) return { ...earlier, warnings: [] };
  if (!upload.file) throw new Error('an upload without a file was read as one');

  const extension = claimedExtension(fileName, name);
  const { maxBytes, fields = {}, holds } = await area.requireTarget(services, { actor, target, extension });
  const arriving = { file: upload.file, extension, maxBytes };
  const document = await takeContent(services, area, call, arriving, (content, found) => {
    const named = area.naming ? name : withExtension(name, found);
    return newDocument(area, call, { id, data: area.document({ actor, target, name: named, fields, ...content }) }, holds);
  });
  await recordUpload(services, area, actor, document);
  return document;
}

/** The document that an upload becomes, whoever of the processes finishes it. */
export function uploadIdOf(area: Pick<FileArea, 'id'>, actor: Pick<Staff, 'id'>, uploadKey: string): string {
  return documentIdOf(`${area.id}\n${actor.id}\n${uploadKey}`);
}

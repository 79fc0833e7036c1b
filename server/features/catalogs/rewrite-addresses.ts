import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { imageKey, mediaAddress } from '../../domain/images.ts';
import { writeAudit, type Acting } from '../../records/write-audit.ts';
import { addressesOf, changeAddresses, findPictureDocuments, type PictureDocument } from './picture-addresses.ts';
import { createPictureReader } from '../../stored-files/published-pictures.ts';
import type { Services } from '../../services.ts';

export interface RewriteResult {
  documents: number;
  changed: number;
  /** Addresses in this portal's storage that no document of `imagenes` publishes: left as they are. One line each. */
  unpublished: string[];
}

/**
 * Gives the pictures of all documents the address by which the mobile app reads them: older documents have addresses of the REST backend,
 * which asks for a token, or of an earlier PUBLIC_MEDIA_URL. Each document changes with its audit entry, or not at all; a second run finds
 * nothing to do. Pictures of other sites stay.
 */
export async function rewriteAddresses(services: Services, acting: Acting): Promise<RewriteResult> {
  const result: RewriteResult = { documents: 0, changed: 0, unpublished: [] };
  const published = createPublishedTest(services);
  for await (const found of findPictureDocuments(services.documents)) {
    result.documents += 1;
    const wanted = new Map<string, string>();
    for (const { field, address } of addressesOf(found)) {
      const key = imageKey(address);
      if (key === null) continue;
      if (await published(key)) wanted.set(address, mediaAddress(services.config.publicMediaUrl, key));
      else result.unpublished.push(`${found.document.path} ${field}: ${address}`);
    }
    if (await rewriteDocument(services, found, wanted, acting)) result.changed += 1;
  }
  return result;
}

/** @returns whether the document, as stored now, held one of these addresses */
async function rewriteDocument(
  { documents, readModel }: Pick<Services, 'documents' | 'readModel'>,
  { database, document: { path, data }, fields }: PictureDocument,
  wanted: ReadonlyMap<string, string>,
  acting: Acting,
): Promise<boolean> {
  const change = (address: string) => wanted.get(address) ?? address;
  if (!changeAddresses(data, fields, change)) return false;
  const changed = await documents[database].transaction(async (tx) => {
    const document = await tx.get(path);
    const newData = document && changeAddresses(document.data, fields, change);
    if (!document || !newData) return false;
    const beforeData = Object.fromEntries(Object.keys(newData).map((field) => [field, document.data[field] ?? null]));
    tx.update(path, newData);
    writeAudit(tx, { ...acting, action: AUDIT_ACTIONS.pictureAddressesUpdated, targetPath: path, beforeData, newData });
    return true;
  });
  if (changed) await readModel.projectNow(database, [path]);
  return changed;
}

function createPublishedTest(services: Services): (key: string) => Promise<boolean> {
  const pictures = createPictureReader(services);
  const known = new Map<string, boolean>();
  return async (key) => {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const found = await pictures.describe(key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'not-found') return false;
        throw error;
      },
    );
    known.set(key, found);
    return found;
  };
}

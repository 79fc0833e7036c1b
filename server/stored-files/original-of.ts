import { createHash } from 'node:crypto';
import { identityOf, type Original } from '../pages/original.ts';
import { SHA256 } from '../domain/files-vocabulary.ts';
import { assetFilename } from '../ports/files/asset-name.ts';
import type { StoredContent } from './file-area.ts';
import type { Services } from '../services.ts';
import { isActive } from '../records/content-version.ts';
import type { StoredDocument } from '../ports/documents/document-store.ts';
import { readEarlierFile, readEarlierFiles } from './earlier-files.ts';

type Bytes = Pick<StoredContent, 'contentType' | 'sha256' | 'url'> & { bytes: bigint | number };

/**
 * Stored bytes as pages are made of them. A document that does not name its content's hash has pages of its own, by its address.
 * null where its address names no asset. @param owner whose turn the work takes
 */
export function originalOf({ restBackend }: Pick<Services, 'restBackend'>, file: Bytes, owner: string): Original | null {
  const filename = assetFilename(file.url);
  if (filename === null) return null;
  return {
    owner,
    identity: identityOfStored(file),
    sha256: SHA256.test(file.sha256) ? file.sha256 : null,
    contentType: file.contentType,
    bytes: Number(file.bytes),
    async open(range) {
      const asset = await restBackend.openAsset({
        filename,
        range: range && `bytes=${range.start}-${range.end}`,
        bytes: Number(file.bytes) || undefined,
      });
      return asset.body;
    },
  };
}

/** Under which pages of stored bytes are kept. */
function identityOfStored({ sha256, url, contentType }: Pick<Bytes, 'contentType' | 'sha256' | 'url'>): string {
  return identityOf(SHA256.test(sha256) ? sha256 : createHash('sha256').update(url).digest('hex'), contentType);
}

/** How many pages stored bytes have; null for what has none. Never throws: nobody waits for it to store them. */
export async function countPages(services: Services, file: Bytes, owner: string): Promise<number | null> {
  const original = originalOf(services, file, owner);
  if (!original) return null;
  try {
    const content = await services.documentPages.describe(original);
    return content.form === 'pages' ? content.pages : null;
  } catch (error) {
    services.log.warn({ err: error }, 'pages of a stored file not counted');
    return null;
  }
}

/**
 * Lets go of the drawn pages of documents that are taken out of use, earlier files included; another document of the same content has
 * them drawn again. Never throws: what is left goes when nobody has used it for a while.
 * @param documents as they were before
 */
export async function forgetPages(services: Pick<Services, 'documentPages' | 'log'>, documents: readonly StoredDocument[]): Promise<void> {
  const files = documents.filter(({ data }) => isActive(data)).flatMap(({ data }) => [readEarlierFile(data), ...readEarlierFiles(data)]);
  for (const file of files) {
    if (file.url === '') continue;
    await services.documentPages
      .forget(identityOfStored(file))
      .catch((error: unknown) => services.log.warn({ err: error }, 'drawn pages of a document left'));
  }
}

import { identityOf, type Original } from '../pages/original.ts';
import type { Services } from '../services.ts';
import { isActive } from '../records/content-version.ts';
import type { StoredDocument } from '../ports/documents/document-store.ts';
import { readEarlierFile, readEarlierFiles } from './earlier-files.ts';
import { requireStored, type NamedBytes } from './stored-bytes.ts';

/** Stored bytes as pages are made of them. Errors of requireStored. @param owner whose turn the work takes */
export async function originalOf(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes, owner: string): Promise<Original> {
  const stored = await requireStored(services, file);
  const { content, sha256, contentType, bytes } = stored;
  return {
    owner,
    identity: identityOf(content, contentType),
    sha256,
    contentType,
    bytes,
    async open(range) {
      const { body } = await stored.open({ range: range && `bytes=${range.start}-${range.end}` });
      return body;
    },
  };
}

/** How many pages stored bytes have; null for what has none. Never throws: nobody waits for it to store them. */
export async function countPages(services: Services, file: NamedBytes, owner: string): Promise<number | null> {
  try {
    const content = await services.documentPages.describe(await originalOf(services, file, owner));
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
export async function forgetPages(services: Services, documents: readonly StoredDocument[]): Promise<void> {
  const files = documents.filter(({ data }) => isActive(data)).flatMap(({ data }) => [readEarlierFile(data), ...readEarlierFiles(data)]);
  for (const file of files) {
    if (file.url === '') continue;
    await originalOf(services, file, '')
      .then(({ identity }) => services.documentPages.forget(identity))
      .catch((error: unknown) => services.log.warn({ err: error }, 'drawn pages of a document left'));
  }
}

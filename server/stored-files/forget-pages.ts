import { isActive } from '../records/content-version.ts';
import type { StoredDocument } from '../documents/document-store.ts';
import { readEarlierFile, readEarlierFiles } from './earlier-files.ts';
import type { Services } from '../services.ts';
import { identityOfStored } from './original-of.ts';

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

import { identityOf, type Original } from '../pages/original.ts';
import type { Services } from '../services.ts';
import { isActive } from '../records/content-version.ts';
import type { StoredDocument } from '../ports/documents/document-store.ts';
import { readEarlierFile, readEarlierFiles } from './earlier-files.ts';
import { requireStored, type NamedBytes } from './stored-bytes.ts';

/** Stored bytes as input for drawing pages. Errors of requireStored. @param owner the person whose share of the work it uses */
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

/** Page count of stored bytes; null for content without pages. Never throws: a missing count must not fail the upload. */
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
 * Deletes the drawn pages of documents being deactivated, earlier files included; another document with the same content gets them drawn
 * again. Never throws: leftovers expire when unused.
 * @param documents as they were before
 */
export async function deleteDrawnPages(services: Services, documents: readonly StoredDocument[]): Promise<void> {
  const files = documents.filter(({ data }) => isActive(data)).flatMap(({ data }) => [readEarlierFile(data), ...readEarlierFiles(data)]);
  for (const file of files) {
    if (file.url === '') continue;
    await originalOf(services, file, '')
      .then(({ identity }) => services.documentPages.forget(identity))
      .catch((error: unknown) => services.log.warn({ err: error }, 'drawn pages of a document left'));
  }
}

import { requireAnyCreate } from '../../digitized/access.ts';
import { requireDocuments } from '../../digitized/document-kind.ts';
import { identityOf, type Original } from '../../pages/original.ts';
import type { PageWidth } from '../../domain/document-content.ts';
import { cleanFileName } from '../../domain/file-name.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { measure } from '../../ports/files/inspect-stream.ts';
import { openToRead } from '../../ports/files/open-to-read.ts';
import { tooLarge } from '../../ports/files/receive-upload.ts';
import { withSpooled } from '../../ports/files/spool.ts';
import { checkContent } from '../../stored-files/check-content.ts';
import { refused } from '../../stored-files/upload-file.ts';
import type { StoreFileCall } from '../../stored-files/store-file.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import type { Services } from '../../services.ts';

/** A scan of some pages; sending anything bigger costs a slow link more than its preview is worth. */
export const PREVIEW_MAX_BYTES = 25 * 1024 * 1024;
/** Enough to tell what a paper is. */
const SHOWN_PAGES = 3;
const WIDTH: PageWidth = 800;

/** Preview of a file that is not stored yet. */
export interface FilePreview {
  /** null for a file without pages. */
  pages: number | null;
  /** Pictures of the first pages, as `data:` addresses. */
  pictures: string[];
  /** Spanish sentence that says why there are none; '' otherwise. */
  reason: string;
}

/**
 * Draws the first pages of a file that its sender is about to index, without storing the file. The pages are cached by the hash that is
 * measured here, so they are there once it is stored. Errors: `forbidden`, `invalid-input`, `unsupported-type`, `too-large`.
 */
export async function previewFile(services: Services, { actor, upload }: StoreFileCall): Promise<FilePreview> {
  requireDocuments(actor, 'change');
  requireAnyCreate(actor);
  if (!upload.file) throw refused({ file: ['Elija un archivo.'] });
  const extension = fileExtension(cleanFileName(upload.file.fileName));
  const checked = await checkContent(services, DOCUMENT_FILES, { content: upload.file.body, extension, owner: actor.id });
  const measured = measure(checked.body, { maxBytes: PREVIEW_MAX_BYTES, tooLarge: () => tooLarge(PREVIEW_MAX_BYTES) });
  return withSpooled(measured.body, async (location) => {
    await upload.whole;
    const { bytes, sha256 } = measured.result();
    return draw(services, {
      owner: actor.id,
      identity: identityOf(sha256, checked.contentType),
      sha256,
      contentType: checked.contentType,
      bytes,
      open: (range) => openToRead(location, range),
    });
  });
}

async function draw({ documentPages }: Services, original: Original): Promise<FilePreview> {
  const content = await documentPages.describe(original);
  if (content.form !== 'pages')
    return { pages: null, pictures: [], reason: content.form === 'none' ? content.reason : 'Este archivo no se ve por páginas.' };
  const pictures: string[] = [];
  for (let page = 1; page <= Math.min(content.pages, SHOWN_PAGES); page += 1) {
    const picture = await documentPages.drawPage(original, page, WIDTH);
    pictures.push(`data:image/webp;base64,${picture.toString('base64')}`);
  }
  return { pages: content.pages, pictures, reason: '' };
}

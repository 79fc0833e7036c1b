import { cleanFileName, withExtension } from '../domain/file-name.ts';
import { AppError } from '../domain/errors.ts';
import { measure, type Measured } from '../files/inspect-stream.ts';
import type { PdfFlaw } from '../files/pdf-flaws.ts';
import { tooLarge, type ReceivedFile } from '../files/receive-upload.ts';
import { checkContent } from './check-content.ts';
import { countPages } from './original-of.ts';
import type { FileArea, StoredContent } from './file-area.ts';
import { storeFile, type FileDocument, type StoreFileCall, type WriteDocument } from './store-file.ts';
import type { Services } from '../services.ts';

const PDF_WARNINGS: Readonly<Record<PdfFlaw, string>> = {
  encrypted: 'El PDF está protegido con contraseña: puede que otras personas no lo puedan abrir.',
  damaged: 'El PDF parece dañado o incompleto. Ábralo en su equipo y, si falla, vuelva a escanearlo.',
  'no-pages': 'El PDF no tiene páginas.',
};

/** A stored file, and what its sender should know about it (Spanish sentences). */
export type UploadedDocument = FileDocument & { warnings: string[] };

interface ArrivingFile {
  file: ReceivedFile;
  /** What it claims to end with, lower case; '' for nothing. */
  extension: string;
  maxBytes: number;
}

/**
 * Takes bytes from the request to the storage as they arrive: looked at, counted and hashed once on the way. Then what names them
 * is written. Memory does not grow with the file, and a failure at any point leaves nothing behind.
 *
 * Errors: `invalid-input` (empty), `unsupported-type`, `too-large`, `conflict` (not the content that was announced, and those of
 * `write`), `backend-failed`, `unavailable`.
 * @param describe what is to be written, once the bytes are stored
 */
export async function takeContent(
  services: Services,
  area: FileArea,
  call: StoreFileCall,
  { file, extension, maxBytes }: ArrivingFile,
  describe: (content: StoredContent, extension: string) => WriteDocument | Promise<WriteDocument>,
): Promise<UploadedDocument> {
  const owner = call.actor.id;
  const checked = await checkContent(services, area, { content: file.body, extension, owner });
  const measured = measure(checked.body, {
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
    sha256: file.sha256 === undefined ? undefined : { expected: file.sha256, differs: notAsAnnounced },
  });
  const { contentType } = checked;
  const fileName = withExtension(cleanFileName(file.fileName) || 'archivo', checked.extension);
  const document = await storeFile(services, area, call, { body: measured.body, fileName, contentType }, async ({ url }) => {
    const content = { url, fileName, contentType, ...measured.result() };
    const pages = area.keepsVersions ? await countPages(services, content, owner) : null;
    return describe({ ...content, pages }, checked.extension);
  });
  const warnings = contentType === 'application/pdf' ? await warnOfPdf(services, owner, checked.head, measured) : [];
  return { ...document, warnings };
}

/** The file is stored: what cannot be said of it must not turn its upload into a failure. */
async function warnOfPdf(services: Services, owner: string, head: Buffer, measured: Measured): Promise<string[]> {
  const ends = { head, tail: measured.tail(), bytes: measured.result().bytes };
  try {
    return (await services.inspection.findPdfFlaws({ owner, ...ends })).map((flaw) => PDF_WARNINGS[flaw]);
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

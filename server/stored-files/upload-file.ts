import { z } from 'zod';
import { documentIdOf } from '../documents/document-id.ts';
import { newDocumentId } from '../documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { cleanFileName, cleanTypedName, withExtension } from '../domain/file-name.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import type { Staff } from '../domain/permissions.ts';
import { measure, type Measured } from '../files/inspect-stream.ts';
import type { PdfFlaw } from '../files/pdf-flaws.ts';
import { tooLarge } from '../files/receive-upload.ts';
import { errorsByField } from '../platform/errors-by-field.ts';
import { checkContent } from './check-content.ts';
import type { FileArea, FileServices } from './file-area.ts';
import { recordUpload } from './ledger.ts';
import { storeFile, type FileDocument, type StoreFileCall } from './store-file.ts';

const MAX_NAME_INPUT = 1000;
const NO_NAME = 'Escriba el nombre del archivo.';
const WRONG_KEY = 'La clave de la carga no es válida.';

/** Fields of every upload; `uploadKey` makes a repeated upload the same file. */
const ownFields = z.object({
  name: z.string(NO_NAME).max(MAX_NAME_INPUT, NO_NAME).transform(cleanTypedName).pipe(z.string().min(1, NO_NAME)),
  uploadKey: z
    .string(WRONG_KEY)
    .regex(/^[A-Za-z0-9_-]{8,64}$/, WRONG_KEY)
    .optional(),
});

/** Names of the fields that an upload of the area may have. */
export function uploadFields({ target }: Pick<FileArea, 'target'>): string[] {
  return [...Object.keys(ownFields.shape), ...Object.keys(target.shape)];
}

/** A stored file, and what its sender should know about it (Spanish sentences). */
export type UploadedDocument = FileDocument & { warnings: string[] };

const PDF_WARNINGS: Readonly<Record<PdfFlaw, string>> = {
  encrypted: 'El PDF está protegido con contraseña: puede que otras personas no lo puedan abrir.',
  damaged: 'El PDF parece dañado o incompleto. Ábralo en su equipo y, si falla, vuelva a escanearlo.',
  'no-pages': 'El PDF no tiene páginas.',
};

/**
 * Takes a file from the request to the storage as it arrives: looked at, counted and hashed once on the way. Then its
 * document and audit entry are stored together, and its event goes to the ledger. Memory does not grow with the file, and a
 * failure at any point leaves nothing behind.
 *
 * Errors: `forbidden`, `invalid-input` by field, those of the area's target, `unsupported-type`, `too-large`,
 * `conflict` (not the content that was announced), `backend-failed`, `unavailable`.
 */
export async function uploadFile<Target>(services: FileServices, area: FileArea<Target>, call: StoreFileCall): Promise<UploadedDocument> {
  const { actor, upload } = call;
  area.requireMenu(actor);
  const { name, uploadKey, fileName, target } = readUpload(area, actor, { ...upload.fields, fileName: upload.file?.fileName });
  // The same file sent again after a lost answer is the same document.
  const id = uploadKey === undefined ? newDocumentId() : uploadIdOf(area, actor, uploadKey);
  const earlier = uploadKey === undefined ? null : await services.documents[area.database].get(`${area.collection}/${id}`);
  if (earlier) return { ...earlier, warnings: [] };
  if (!upload.file) throw new Error('an upload without a file was read as one');

  const claimed = claimedExtension(fileName, name);
  const { maxBytes } = await area.requireTarget(services, { actor, target, extension: claimed });
  const checked = await checkContent(services, area, { content: upload.file.body, extension: claimed, owner: actor.id });
  const storedName = withExtension(name, checked.extension);
  const measured = measure(checked.body, {
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
    sha256: upload.file.sha256 === undefined ? undefined : { expected: upload.file.sha256, differs: notAsAnnounced },
  });
  const { contentType } = checked;
  const document = await storeFile(services, area, call, { body: measured.body, fileName: storedName, contentType }, ({ url }) => ({
    id,
    data: area.document({ actor, target, name: storedName, contentType, url, ...measured.result() }),
  }));
  await recordUpload(services, area, actor, document);
  const warnings = contentType === 'application/pdf' ? await warnOfPdf(services, actor.id, checked.head, measured) : [];
  return { ...document, warnings };
}

/** The document that an upload becomes, whoever of the processes finishes it. */
export function uploadIdOf(area: Pick<FileArea, 'id'>, actor: Pick<Staff, 'id'>, uploadKey: string): string {
  return documentIdOf(`${area.id}\n${actor.id}\n${uploadKey}`);
}

/** What the sender's own name of the file ends with, else the name that was typed. */
export function claimedExtension(fileName: string, name: string): string {
  return fileExtension(cleanFileName(fileName)) || fileExtension(name);
}

/** The file is stored: what cannot be said of it must not turn its upload into a failure. */
async function warnOfPdf(services: FileServices, owner: string, head: Buffer, measured: Measured): Promise<string[]> {
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

interface UploadText<Target> extends z.output<typeof ownFields> {
  fileName: string;
  target: Target;
}

/**
 * What an upload says before its bytes. Specification section 5: a file, its name and an agency, and where it goes.
 * @param given by name; `fileName` is what the sender calls the file. Errors: `invalid-input` with every problem by field.
 */
export function readUpload<Target>(
  area: Pick<FileArea<Target>, 'target'>,
  { agencyId }: Pick<Staff, 'agencyId'>,
  { fileName, ...fields }: Readonly<Record<string, unknown>>,
): UploadText<Target> {
  const own = ownFields.safeParse(fields);
  const target = area.target.safeParse(fields);
  const hasFile = typeof fileName === 'string' && fileName.trim() !== '';
  if (hasFile && own.success && target.success && agencyId !== '') return { ...own.data, fileName, target: target.data };
  const problems = {
    ...(hasFile ? {} : { file: ['Elija un archivo.'] }),
    ...(own.error ? errorsByField(own.error) : {}),
    ...(target.error ? errorsByField(target.error) : {}),
    ...(agencyId === '' ? { agency: ['Su usuario no tiene agencia. Pida a un Administrador que se la asigne.'] } : {}),
  };
  throw new AppError('invalid-input', 'File, name or user_agency missing', {
    userMessage: Object.values(problems).flat().join(' '),
    fields: problems,
  });
}

import { z } from 'zod';
import { documentIdOf } from '../documents/document-id.ts';
import { newDocumentId } from '../documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import { measure } from '../files/inspect-stream.ts';
import { tooLarge, type ReceivedFile } from '../files/receive-upload.ts';
import { errorsByField } from '../platform/errors-by-field.ts';
import { checkContent } from './check-content.ts';
import type { FileArea, FileServices } from './file-area.ts';
import { cleanFileName, withExtension } from './file-name.ts';
import { recordUpload } from './ledger.ts';
import { storeFile, type FileDocument, type StoreFileCall } from './store-file.ts';

const MAX_NAME_INPUT = 1000;
const NO_NAME = 'Escriba el nombre del archivo.';
const WRONG_KEY = 'La clave de la carga no es válida.';

/** Fields of every upload; `uploadKey` makes a repeated upload the same file. */
const ownFields = z.object({
  name: z.string(NO_NAME).max(MAX_NAME_INPUT, NO_NAME).transform(cleanFileName).pipe(z.string().min(1, NO_NAME)),
  uploadKey: z
    .string(WRONG_KEY)
    .regex(/^[A-Za-z0-9_-]{8,64}$/, WRONG_KEY)
    .optional(),
});

/** Names of the fields that an upload of the area may have. */
export function uploadFields({ target }: Pick<FileArea, 'target'>): string[] {
  return [...Object.keys(ownFields.shape), ...Object.keys(target.shape)];
}

/**
 * Takes a file from the request to the storage as it arrives: looked at, counted and hashed once on the way. Then its
 * document and audit entry are stored together, and its event goes to the ledger. Memory does not grow with the file, and a
 * failure at any point leaves nothing behind.
 *
 * Errors: `forbidden`, `invalid-input` by field, those of the area's target, `unsupported-type`, `too-large`,
 * `backend-failed`, `unavailable`.
 */
export async function uploadFile<Target>(services: FileServices, area: FileArea<Target>, call: StoreFileCall): Promise<FileDocument> {
  const { actor } = call;
  area.requireMenu(actor);
  const { file, name, uploadKey, target } = readUpload(area, call);
  // The same file sent again after a lost answer is the same document.
  const id = uploadKey === undefined ? newDocumentId() : documentIdOf(`${area.id}\n${actor.id}\n${uploadKey}`);
  const earlier = uploadKey === undefined ? null : await services.documents[area.database].get(`${area.collection}/${id}`);
  if (earlier) return earlier;

  const claimed = fileExtension(cleanFileName(file.fileName)) || fileExtension(name);
  const { maxBytes } = await area.requireTarget(services, { actor, target, extension: claimed });
  const { body, contentType, extension } = await checkContent(services, area, { content: file.body, extension: claimed, owner: actor.id });
  const fileName = withExtension(name, extension);
  const measured = measure(body, maxBytes, () => tooLarge(maxBytes));
  const document = await storeFile(services, area, call, { body: measured.body, fileName, contentType }, ({ url }) => ({
    id,
    data: area.document({ actor, target, name: fileName, contentType, url, ...measured.result() }),
  }));
  await recordUpload(services, area, actor, document);
  return document;
}

/** Specification section 5: a file, its name and an agency, and where it goes. Errors: `invalid-input` with every problem by field. */
function readUpload<Target>(
  area: FileArea<Target>,
  { actor, upload }: StoreFileCall,
): z.output<typeof ownFields> & { file: ReceivedFile; target: Target } {
  const fields = { ...upload.fields };
  const own = ownFields.safeParse(fields);
  const target = area.target.safeParse(fields);
  const file = upload.file?.fileName.trim() ? upload.file : null;
  if (file && own.success && target.success && actor.agencyId !== '') return { ...own.data, file, target: target.data };
  const problems = {
    ...(file ? {} : { file: ['Elija un archivo.'] }),
    ...(own.error ? errorsByField(own.error) : {}),
    ...(target.error ? errorsByField(target.error) : {}),
    ...(actor.agencyId === '' ? { agency: ['Su usuario no tiene agencia. Pida a un Administrador que se la asigne.'] } : {}),
  };
  throw new AppError('invalid-input', 'File, name or user_agency missing', {
    userMessage: Object.values(problems).flat().join(' '),
    fields: problems,
  });
}

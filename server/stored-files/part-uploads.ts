import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { boundFileName, SHA256 } from '../domain/files-vocabulary.ts';
import { measure } from '../ports/files/inspect-stream.ts';
import type { WholeFile } from '../ports/files/part-store.ts';
import { tooLarge, type ReceivedFile, type ReceivedUpload } from '../ports/files/receive-upload.ts';
import { invalidFields, readInput } from '../platform/read-input.ts';
import type { Call, Services } from '../services.ts';
import { checkContent } from './check-content.ts';
import type { FileArea } from './file-area.ts';
import {
  beginUpload,
  countParts,
  findStrays,
  markPartMissing,
  markPartsMissing,
  resumableKey,
  lengthOfPart,
  recordPart,
  removeUpload,
  requireUnfinished,
  uploadMissing,
  whileCompleting,
  type UnfinishedUpload,
} from './unfinished-uploads.ts';
import { admitUpload, claimedExtension, isTargetField, nameField, readUpload } from './upload-file.ts';

type OneUpload = Call & { id: string };

const announced = z.object({
  uploadKey: z.string('La clave de la carga no es válida.'),
  bytes: z.int('Falta el tamaño del archivo.').min(1, 'El archivo está vacío.'),
  sha256: z.string().regex(SHA256, 'La huella del archivo no es válida.').optional(),
});

/** PostgreSQL refuses NUL and lone surrogates; names must not contain any control character. */
const UNWRITABLE = /[\0\p{Cs}]/u;
const UNWRITABLE_NAME = /[\p{Cc}\p{Cs}]/u;

/**
 * Begins an upload in parts, or resumes it by its key or content. Everything known before the first byte is checked: menu, target,
 * extension, size, the person's other unfinished uploads. Errors: those of uploadFile's target, `too-many-requests`.
 * @returns `stored` when the upload of that key is a file already: its upload for the kernel's uploadFile, which returns that file
 */
export async function beginParts<Target>(
  services: Services,
  area: FileArea<Target>,
  { actor, values }: Call & { values: Readonly<Record<string, unknown>> },
): Promise<{ upload: UnfinishedUpload } | { stored: ReceivedUpload }> {
  area.requireMenu(actor, 'change');
  const read = readUpload(area, actor, values);
  const { fileName, name } = read;
  if (UNWRITABLE_NAME.test(fileName)) throw refusal('El nombre del archivo tiene caracteres que no se pueden guardar. Cámbielo.');
  const { bytes, sha256 = '', ...announcedFields } = readInput(announced, values, 'problems');
  const fields = { ...targetTexts(area, values), [nameField(area)]: name };
  const announcedUpload = { ...announcedFields, fileName: boundFileName(fileName), bytes, sha256, fields };
  const uploadKey = await resumableKey(services, area, actor, announcedUpload);
  const admitted = await admitUpload(services, area, actor, { ...read, uploadKey });
  const upload = { ...announcedUpload, uploadKey, id: admitted.id };
  if (admitted.stored) return { stored: toReceived(upload, { body: Readable.from([]) }) };
  const { maxBytes } = admitted.place;
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return { upload: await beginUpload(services, area, actor, upload) };
}

/** The received parts of the person's own upload. Errors: `forbidden`, `not-found`. */
export function findParts(services: Services, area: FileArea, call: OneUpload): Promise<UnfinishedUpload> {
  area.requireMenu(call.actor, 'change');
  return requireUnfinished(services, area, call);
}

/**
 * Stores one part; sent again it replaces the earlier one. The first is inspected while it arrives, and no other is accepted before it: a
 * file that will be refused costs one part. Errors: `forbidden`, `not-found`, `invalid-input` (no such part, wrong length), `conflict` (the
 * first is missing), `unsupported-type`, `unavailable`.
 */
export async function receivePart(
  services: Services,
  area: FileArea,
  call: OneUpload & { part: number; body: Readable; declaredBytes: number },
): Promise<void> {
  const { actor, part } = call;
  const upload = await findParts(services, area, call);
  if (!Number.isInteger(part) || part < 0 || part >= countParts(upload)) throw refusal('Esa parte no existe.');
  const length = lengthOfPart(upload, part);
  if (call.declaredBytes !== length) throw refusal('La parte no tiene el tamaño acordado.');
  if (part > 0 && !upload.parts.includes(0)) throw partsMissing();
  const arriving = Readable.from(reportLostConnection(call.body), { objectMode: false });
  try {
    const content = part === 0 ? await inspectStart(services, area, { actor, upload, content: arriving }) : arriving;
    await storePart(services, upload, part, content);
  } finally {
    // The rest of a refused part is discarded by the code that answers, and must not wait for us.
    arriving.destroy();
  }
}

async function storePart(services: Services, upload: UnfinishedUpload, part: number, content: Readable): Promise<void> {
  const { uploadParts } = services;
  const { id, partBytes, parts } = upload;
  const length = lengthOfPart(upload, part);
  const measured = measure(content, { maxBytes: length, tooLarge: () => tooLarge(length) });
  if (parts.includes(part)) await markPartMissing(services, id, part);
  await uploadParts.put(id, { number: part, start: part * partBytes }, measured.body);
  const isWhole = measured.result().bytes === length;
  if (isWhole && (await recordPart(services, upload, part))) return;
  await uploadParts.drop(id, part);
  if (!isWhole) throw refusal('La parte llegó incompleta.');
  // The upload was cancelled meanwhile, or begun again.
  for (const stray of await findStrays(services, [id])) await uploadParts.delete(stray);
  throw uploadMissing(id);
}

/**
 * Stores the whole file once all parts have arrived, and deletes them. Parts missing on this process's disk (it is not shared), and parts
 * that do not make up the announced content, end in `conflict` and must all be sent again. An upload refused for its target may be sent to
 * another: its parts stay until they are abandoned. Only one request at a time may complete it. @param store as the kernel's uploadFile.
 * Errors: `forbidden`, `not-found`, `conflict` (with `retryAfterSeconds` for a second request), those of `store`.
 */
export async function completeParts<Stored>(
  services: Services,
  area: FileArea,
  call: OneUpload,
  store: (upload: ReceivedUpload) => Promise<Stored>,
): Promise<Stored> {
  const upload = await findParts(services, area, call);
  const count = countParts(upload);
  if (upload.parts.length < count) throw partsMissing();
  return whileCompleting(services, upload.id, async () => {
    const whole = await services.uploadParts.takeWhole(upload.id, { count, bytes: upload.bytes }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
      await markPartsMissing(services, upload.id);
      throw partsMissing();
    });
    const stored = await store(toReceived(upload, whole)).catch(async (error: unknown) => {
      await returnParts(services, whole);
      if (error instanceof AppError && error.code === 'conflict') await markPartsMissing(services, upload.id);
      throw error;
    });
    whole.body.destroy();
    await removeUpload(services, upload).catch((error: unknown) => services.log.warn({ err: error }, 'parts of a stored file left'));
    return stored;
  });
}

async function returnParts({ log }: Services, whole: WholeFile): Promise<void> {
  whole.body.destroy();
  await whole.restoreParts().catch((error: unknown) => log.warn({ err: error }, 'parts of a file that was not stored are lost'));
}

/** Cancels an upload and deletes its parts. Errors: `forbidden`, `not-found`. */
export async function cancelParts(services: Services, area: FileArea, call: OneUpload): Promise<void> {
  await removeUpload(services, await findParts(services, area, call));
}

async function inspectStart(
  services: Services,
  area: FileArea,
  { actor, upload, content }: { actor: Call['actor']; upload: UnfinishedUpload; content: Readable },
): Promise<Readable> {
  const extension = claimedExtension(upload.fileName, upload.fields[nameField(area)] ?? '');
  try {
    return (await checkContent(services, area, { content, extension, owner: actor.id })).body;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported-type') await removeUpload(services, upload);
    throw error;
  }
}

/** A refusal midway must not destroy the request, whose connection is needed for the answer. */
async function* reportLostConnection(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new AppError('invalid-input', 'connection lost in a part', { userMessage: 'La parte llegó incompleta.', cause: error });
  }
}

function toReceived(
  { fields, uploadKey, fileName, sha256 }: Omit<UnfinishedUpload, 'parts' | 'partBytes'>,
  { body, settled }: Pick<ReceivedFile, 'body' | 'settled'>,
): ReceivedUpload {
  const file = { body, settled, fileName, sha256: sha256 || undefined };
  return { fields: { ...fields, uploadKey }, file, whole: Promise.resolve() };
}

function targetTexts(area: FileArea, values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const targetEntries = texts.filter(([name]) => isTargetField(area, name));
  const unwritable = targetEntries.filter((field) => field.some((text) => UNWRITABLE.test(text)));
  if (unwritable.length > 0)
    throw invalidFields(
      Object.fromEntries(unwritable.map(([name]) => [name, ['El texto tiene caracteres que no se pueden guardar.']])),
      'unwritable texts',
    );
  return Object.fromEntries(targetEntries);
}

function refusal(userMessage: string): AppError {
  return invalidFields({ file: [userMessage] }, userMessage);
}

function partsMissing(): AppError {
  return new AppError('conflict', 'parts of the upload are missing', { userMessage: 'Falta una parte del archivo: se vuelve a enviar.' });
}

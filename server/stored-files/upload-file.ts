import { z } from 'zod';
import { documentIdOf, newDocumentId } from '../platform/document-id.ts';
import { AppError } from '../domain/errors.ts';
import { cleanFileName, cleanTypedName, withExtension } from '../domain/file-name.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import type { Staff } from '../domain/permissions.ts';
import { errorsByField } from '../platform/errors-by-field.ts';
import type { Services } from '../services.ts';
import type { FileArea, UploadPlace } from './file-area.ts';
import { recordUpload } from './ledger.ts';
import { nameAsset, newDocument, storeContent, type FileDocument, type StoreFileCall, type UploadedDocument } from './store-file.ts';

const MAX_NAME_INPUT = 1000;
const NO_NAME = 'Escriba el nombre del archivo.';
const WRONG_KEY = 'La clave de la carga no es válida.';
const FILE_NAME = z.string(NO_NAME).max(MAX_NAME_INPUT, NO_NAME).transform(cleanTypedName).pipe(z.string().min(1, NO_NAME));
/** Identifies a repeated upload, so that it gives the same file. */
const UPLOAD_KEY = z
  .string(WRONG_KEY)
  .regex(/^[A-Za-z0-9_-]{8,64}$/, WRONG_KEY)
  .optional();

type Named = Pick<FileArea, 'naming'>;
type Targeted = Named & Pick<FileArea, 'isTargetField' | 'target'>;

/** Name of the upload field with the document's name. */
export function nameField({ naming }: Named): string {
  return naming?.field ?? 'name';
}

/** The fields that an upload to the area may have. */
export function isUploadField(area: Targeted): (name: string) => boolean {
  return (name) => name === nameField(area) || name === 'uploadKey' || isTargetField(area, name);
}

export function isTargetField({ target, isTargetField: isOther }: Targeted, name: string): boolean {
  return Object.hasOwn(target.shape, name) || isOther?.(name) === true;
}

/** Whether these fields suffice to store a file of the area while it arrives. */
export function uploadIsReady(area: Targeted): (fields: Readonly<Record<string, string>>) => boolean {
  const needed = [nameField(area), ...Object.keys(area.target.shape)];
  return (fields) => needed.every((name) => name in fields);
}

export interface UploadText<Target> {
  name: string;
  uploadKey?: string | undefined;
  fileName: string;
  target: Target;
}

/**
 * Reads the fields of an upload before its bytes. docs/specification.md section 5: a file, its name and an agency, and where it goes.
 * @param given by name; `fileName` is the sender's name of the file. Errors: `invalid-input` with every problem by field.
 */
export function readUpload<Target>(
  area: Named & Pick<FileArea<Target>, 'target' | 'targetMissing'>,
  { agencyId }: Pick<Staff, 'agencyId'>,
  { fileName, ...fields }: Readonly<Record<string, unknown>>,
): UploadText<Target> {
  const field = nameField(area);
  const nameResult = z.object({ [field]: area.naming?.text ?? FILE_NAME }).safeParse(fields);
  const key = z.object({ uploadKey: UPLOAD_KEY }).safeParse(fields);
  const target = area.target.safeParse(fields);
  const hasFile = typeof fileName === 'string' && fileName.trim() !== '';
  const name = nameResult.data?.[field];
  if (hasFile && name !== undefined && key.success && target.success && agencyId !== '')
    return { name, uploadKey: key.data.uploadKey, fileName, target: target.data };
  const problems = {
    ...(hasFile ? {} : NO_FILE),
    ...[nameResult, key, target].reduce((all, { error }) => ({ ...all, ...(error && errorsByField(error)) }), {}),
    ...(agencyId === '' ? NO_AGENCY : {}),
  };
  const typed = fields[field];
  const isNamed = typeof typed === 'string' && typed.trim() !== '';
  if (!hasFile || !isNamed || agencyId === '') throw refused(problems);
  throw refused(problems, target.success ? null : area.targetMissing);
}

const NO_FILE = { file: ['Elija un archivo.'] };
const NO_AGENCY = { agency: ['Su usuario no tiene agencia. Pida a un Administrador que se la asigne.'] };
/** docs/specification.md section 5. */
const NO_UPLOAD = 'File, name or user_agency missing';

/** Error of an upload with missing or wrong fields. @param specified the specification's own words for missing ones, null for wrong ones */
export function refused(problems: Readonly<Record<string, readonly string[]>>, specified: string | null = NO_UPLOAD): AppError {
  return new AppError('invalid-input', specified ?? 'wrong fields of an upload', {
    ...(specified !== null && { specified }),
    userMessage: Object.values(problems).flat().join(' '),
    fields: problems,
  });
}

/** Requires a file and an agency (docs/specification.md section 5), where the document exists already. Errors: `invalid-input`. */
export function requireSentFile({ actor, upload }: StoreFileCall): void {
  const problems = {
    ...(upload.file && upload.file.fileName.trim() !== '' ? {} : NO_FILE),
    ...(actor.agencyId === '' ? NO_AGENCY : {}),
  };
  if (Object.keys(problems).length > 0) throw refused(problems);
}

/** The extension of the sender's file name, or else of the typed name. */
export function claimedExtension(fileName: string, name: string): string {
  return fileExtension(cleanFileName(fileName)) || fileExtension(name);
}

/** An upload accepted by the area, before its first byte. */
type AdmittedUpload = UploadPlace & { extension: string };

/**
 * Checks that the person may put the file there, as of now: called before an upload in parts begins, and again when a file is stored.
 * Errors: those of the area's target.
 * @returns the id of the resulting document, the same in every process; `stored` when the same upload was stored before
 */
export async function admitUpload<Target>(
  services: Services,
  area: FileArea<Target>,
  actor: Staff,
  { uploadKey, fileName, name, target }: UploadText<Target>,
): Promise<{ id: string } & ({ stored: FileDocument } | { stored: null; place: AdmittedUpload })> {
  // The same file sent again after a lost answer is the same document.
  const id = uploadKey === undefined ? newDocumentId() : documentIdOf(`${area.id}\n${actor.id}\n${uploadKey}`);
  const stored = uploadKey === undefined ? null : await services.documents[area.database].get(`${area.collection}/${id}`);
  if (stored) return { id, stored };
  const extension = claimedExtension(fileName, name);
  return { id, stored, place: { extension, ...(await area.requireTarget(services, { actor, target, extension })) } };
}

/**
 * Streams a file from the request to the storage; then stores its document and audit entry together, and its event in the ledger.
 *
 * Errors: `forbidden`, `invalid-input` by field, those of the area's target, those of storeContent.
 */
export async function uploadFile<Target>(services: Services, area: FileArea<Target>, call: StoreFileCall): Promise<UploadedDocument> {
  const { actor, upload } = call;
  area.requireMenu(actor, 'change');
  const submitted = readUpload(area, actor, { ...upload.fields, fileName: upload.file?.fileName });
  const admitted = await admitUpload(services, area, actor, submitted);
  if (admitted.stored) return { ...admitted.stored, warnings: [] };
  if (!upload.file) throw new Error('an upload without a file was read as one');

  const { id, place } = admitted;
  const { fields = {}, holds } = place;
  const { asset, content, extension, warnings } = await storeContent(services, area, call, { file: upload.file, ...place });
  const name = area.naming ? submitted.name : withExtension(submitted.name, extension);
  const data = area.document({ actor, target: submitted.target, name, fields, ...content });
  const document = await nameAsset(services, area, asset, newDocument(area, call, { id, data }, holds));
  await recordUpload(services, area, actor, document);
  return { ...document, warnings };
}

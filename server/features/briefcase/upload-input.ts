import { z } from 'zod';
import { documentIdOf, isDocumentId } from '../../documents/document-id.ts';
import type { Documents, StoredDocument } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { canOpenFolder, type Staff } from '../../domain/permissions.ts';
import { errorsByField } from '../../platform/errors-by-field.ts';
import { readTextList } from '../../read-model/field-readers.ts';
import { isUsable } from './access.ts';
import { cleanFileName } from './file-name.ts';

export const UPLOAD_FIELDS = ['name', 'folderId', 'documentTypeId', 'uploadKey'] as const;
const MAX_NAME_INPUT = 1000;
/** Programs and scripts are refused even where a document type accepts any extension. */
const NEVER = new Set([
  'exe',
  'dll',
  'com',
  'scr',
  'msi',
  'bat',
  'cmd',
  'ps1',
  'vbs',
  'vbe',
  'js',
  'jse',
  'wsf',
  'hta',
  'jar',
  'apk',
  'sh',
  'lnk',
  'pif',
  'reg',
  'cpl',
  'app',
  'iso',
]);
const MEGABYTE = 1024 * 1024;

const schema = z.object({
  name: z.string().max(MAX_NAME_INPUT).transform(cleanFileName).pipe(z.string().min(1)),
  folderId: z.string().refine(isDocumentId),
  documentTypeId: z.string().refine(isDocumentId),
  uploadKey: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
});
export type UploadInput = z.infer<typeof schema>;

const MESSAGES: Readonly<Record<string, string>> = {
  name: 'Escriba el nombre del archivo.',
  folderId: 'Elija la carpeta.',
  documentTypeId: 'Elija el tipo de documento.',
  uploadKey: 'La clave de la carga no es válida.',
};

/**
 * Specification section 5: a file, its name and an agency ('File, name or user_agency missing'), and where it goes.
 * Errors: `invalid-input` with every problem by field.
 */
export function readUploadInput(actor: Staff, fields: Readonly<Record<string, string>>, hasFile: boolean): UploadInput {
  const result = schema.safeParse({ ...fields });
  const problems: Record<string, string[]> = {
    ...(hasFile ? {} : { file: ['Elija un archivo.'] }),
    ...(result.error ? errorsByField(result.error, ({ path }) => MESSAGES[String(path[0])] ?? 'El dato no es válido.') : {}),
  };
  if (actor.agencyId === '') problems['agency'] = ['Su usuario no tiene agencia. Pida a un Administrador que se la asigne.'];
  if (result.success && Object.keys(problems).length === 0) return result.data;
  throw new AppError('invalid-input', 'File, name or user_agency missing', {
    userMessage: Object.values(problems).flat().join(' '),
    fields: problems,
  });
}

/** The document id that an upload key stands for: the same file sent again after a lost answer is the same document. */
export function idFromUploadKey(actor: Staff, uploadKey: string): string {
  return documentIdOf(`maletin\n${actor.id}\n${uploadKey}`);
}

export interface UploadRules {
  maxBytes: number;
  /** Claimed extension, lower case; '' when the file has none. */
  extension: string;
}

/**
 * Folder and type as the document store has them now. Errors: `not-found` for a folder that is missing, inactive or not the
 * person's; `invalid-input` for a type; `unsupported-type` for an extension that the type does not take.
 */
export async function requireUploadTarget(
  documents: Documents,
  actor: Staff,
  input: UploadInput,
  fileName: string,
  portalMaxBytes: number,
): Promise<UploadRules> {
  const [folder, type] = await documents.main.getMany([
    `maletin_carpetas/${input.folderId}`,
    `maletin_tipos_documento/${input.documentTypeId}`,
  ]);
  if (!isUsable(folder) || !canOpenFolder(actor, input.folderId)) {
    throw new AppError('not-found', `folder ${input.folderId} not open to ${actor.id}`, {
      userMessage: 'La carpeta no existe o usted no tiene acceso a ella.',
      fields: { folderId: ['La carpeta no existe o usted no tiene acceso a ella.'] },
    });
  }
  if (!isUsable(type)) {
    throw new AppError('invalid-input', `document type ${input.documentTypeId} not usable`, {
      userMessage: 'El tipo de documento no existe o está inactivo.',
      fields: { documentTypeId: ['El tipo de documento no existe o está inactivo.'] },
    });
  }
  const extension = fileExtension(cleanFileName(fileName)) || fileExtension(input.name);
  requireExtension(type, extension);
  const megabytes = type.data['tamanoMaximoMb'];
  const typeMax = typeof megabytes === 'number' && megabytes > 0 ? Math.floor(megabytes * MEGABYTE) : portalMaxBytes;
  return { extension, maxBytes: Math.min(typeMax, portalMaxBytes) };
}

/** Errors: `unsupported-type`, naming what the type takes. */
export function requireExtension(type: StoredDocument, extension: string): void {
  const allowed = normalizeExtensions(readTextList(type.data, 'extensiones'));
  const isAllowed = allowed.length === 0 ? !NEVER.has(extension) : allowed.includes(extension);
  if (isAllowed) return;
  const name = typeof type.data['nombre'] === 'string' ? type.data['nombre'] : type.id;
  const reason =
    allowed.length === 0
      ? 'Los programas y scripts no se admiten en el Maletín.'
      : `«${name}» admite ${allowed.join(', ')}; este archivo es «${extension || 'sin extensión'}».`;
  throw new AppError('unsupported-type', `extension ${extension} not allowed`, { userMessage: reason, fields: { file: [reason] } });
}

/** What a type takes as its record says it: lower case, without dots; empty when it takes any file. */
export function normalizeExtensions(stored: readonly string[]): string[] {
  return stored.map((item) => item.trim().replace(/^\.+/, '').toLowerCase()).filter((item) => item !== '');
}

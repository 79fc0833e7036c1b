import { z } from 'zod';
import { writeAudit } from '../../records/write-audit.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { errorsByField } from '../../platform/errors-by-field.ts';
import { canOpenFolder } from '../../domain/permissions.ts';
import { fileMissing, filePath, isUsable, requireBriefcase, requireFolder, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { cleanTypedName, withExtension } from '../../stored-files/file-name.ts';
import { requireExtension } from './document-type-rules.ts';

const MAX_NAME_INPUT = 1000;

const changesSchema = z.object({
  nombre: z.string().max(MAX_NAME_INPUT).transform(cleanTypedName).pipe(z.string().min(1, 'Escriba el nombre del archivo.')),
  carpetaId: z.string().refine(isDocumentId, 'Elija la carpeta.'),
  tipoDocumentoId: z.string().refine(isDocumentId, 'Elija el tipo de documento.'),
});
export type FileChanges = z.infer<typeof changesSchema>;

export interface UpdateFileCall extends BriefcaseCall {
  id: string;
  /** Version that the person saw (BriefcaseFile.version). */
  ifVersion: string;
  values: Readonly<Record<string, unknown>>;
}

/** `details` of the `conflict` AppError: what is stored now and what the person wanted. */
export interface FileConflict {
  stored: FileChanges & { version: string };
  submitted: FileChanges;
}

/**
 * Renames a file, moves it to another folder or gives it another type, with its audit entry. The extension stays: it says
 * what the content is. A save that changes nothing succeeds without writing.
 * Errors: `forbidden`, `not-found` (file or folder), `invalid-input` by field, `unsupported-type`, `conflict` (FileConflict).
 */
export async function updateFile(services: BriefcaseServices, call: UpdateFileCall): Promise<void> {
  requireBriefcase(call.actor);
  const path = filePath(call.id);
  const wanted = readChanges(call.values);
  const changed = await services.documents.main.transaction(async (tx) => {
    const [stored, folder, type] = await tx.getMany([
      path,
      `maletin_carpetas/${wanted.carpetaId}`,
      `maletin_tipos_documento/${wanted.tipoDocumentoId}`,
    ]);
    if (!stored || stored.data['isActive'] === false) throw fileMissing(call.id);
    const current = readStored(stored);
    requireFolder(call.actor, current.carpetaId, call.id);
    const extension = fileExtension(current.nombre);
    const after: FileChanges = { ...wanted, nombre: withExtension(wanted.nombre, extension) };
    const names = (Object.keys(after) as (keyof FileChanges)[]).filter((name) => after[name] !== current[name]);
    if (names.length === 0) return false;
    if (String(stored.version) !== call.ifVersion) throw conflict(stored, current, after);
    if (names.includes('carpetaId') && (!isUsable(folder) || !canOpenFolder(call.actor, wanted.carpetaId))) {
      throw invalid('carpetaId', 'La carpeta no existe o usted no tiene acceso a ella.');
    }
    if (names.includes('tipoDocumentoId')) {
      if (!isUsable(type)) throw invalid('tipoDocumentoId', 'El tipo de documento no existe o está inactivo.');
      requireExtension(type, extension);
    }
    const newData: Fields = Object.fromEntries(names.map((name) => [name, after[name]]));
    tx.update(path, newData, { ifVersion: stored.version });
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.briefcaseFileUpdated,
      targetPath: path,
      beforeData: Object.fromEntries(names.map((name) => [name, current[name]])),
      newData,
      at: new Date(),
      requestId: call.requestId,
    });
    return true;
  });
  if (changed) await services.readModel.projectNow('main', [path]);
}

function readChanges(values: Readonly<Record<string, unknown>>): FileChanges {
  const result = changesSchema.safeParse(values);
  if (result.success) return result.data;
  const fields = errorsByField(result.error, ({ code, message }) => (code === 'invalid_type' ? 'El dato no es válido.' : message));
  throw new AppError('invalid-input', 'file changes', { userMessage: 'Revise los datos marcados.', fields });
}

function readStored(stored: StoredDocument): FileChanges {
  const text = (field: string): string => (typeof stored.data[field] === 'string' ? stored.data[field] : '');
  return { nombre: text('nombre'), carpetaId: text('carpetaId'), tipoDocumentoId: text('tipoDocumentoId') };
}

function conflict(stored: StoredDocument, current: FileChanges, submitted: FileChanges): AppError {
  const details: FileConflict = { stored: { ...current, version: String(stored.version) }, submitted };
  return new AppError('conflict', `${stored.path} has version ${stored.version}`, {
    userMessage: 'Otra persona modificó el archivo mientras usted escribía. Compare las dos versiones y guarde de nuevo.',
    details: { ...details },
  });
}

function invalid(field: string, reason: string): AppError {
  return new AppError('invalid-input', reason, { userMessage: reason, fields: { [field]: [reason] } });
}

import { z } from 'zod';
import type { Conflict, FormBase, Merged } from '../../domain/conflict.ts';
import { isActive } from '../../records/content-version.ts';
import { describeFields, withoutUndefined } from '../../records/record-fields.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { invalidFields, readInput } from '../../platform/read-input.ts';
import { canOpenFolder, requireMenu } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';
import { isUsable, requireFolder } from './access.ts';
import { withExtension } from '../../domain/file-name.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';
import { FORM_FIELDS, type FileChanges } from './stored-file.ts';
import { requireExtension } from './document-type-rules.ts';

/** Fields of the form: no data, so no permission is needed. */
export const fileFields = describeFields(FORM_FIELDS);

const [NAME, FOLDER, TYPE] = FORM_FIELDS;
const changesSchema = z.object({ nombre: NAME.schema, carpetaId: FOLDER.schema, tipoDocumentoId: TYPE.schema });

const placeSchema = changesSchema.pick({ carpetaId: true, tipoDocumentoId: true }).partial();

interface UpdateFileCall extends Call, Baseline {
  id: string;
  values: Readonly<Record<string, unknown>>;
}

export type FileConflict = Conflict<FileChanges>;

/**
 * Renames a file, moves it to another folder or gives it another type, with its audit entry. The extension stays: it says
 * what the content is. Errors: `forbidden`, `not-found` (file or folder), `invalid-input` by field, `unsupported-type`,
 * `conflict` (FileConflict).
 */
export async function updateFile(services: Services, call: UpdateFileCall): Promise<Merged | null> {
  requireMenu(call.actor, 'briefcase-files');
  const wanted = readInput(changesSchema, call.values, 'Revise los datos marcados.');
  return save(services, call, ({ nombre }) => ({ ...wanted, nombre: withExtension(wanted.nombre, fileExtension(nombre)) }));
}

/** Changes only the folder or the type of a file that still has `base`. Errors: as updateFile. */
export async function placeFile(
  services: Services,
  call: Call & { id: string; base: FormBase; values: Partial<Pick<FileChanges, 'carpetaId' | 'tipoDocumentoId'>> },
): Promise<void> {
  requireMenu(call.actor, 'briefcase-files');
  const wanted = readInput(placeSchema, call.values, 'problems');
  await save(services, { ...call, ifVersion: '' }, () => withoutUndefined(wanted));
}

function save(
  services: Services,
  call: Omit<UpdateFileCall, 'values'>,
  values: (current: FileChanges) => Partial<FileChanges>,
): Promise<Merged | null> {
  const { actor, id } = call;
  return saveChange(services, FILE_KIND, {
    ...call,
    values,
    admit({ data }) {
      if (!isActive(data)) throw fileMissing(id);
      requireFolder(actor, FILE_KIND.read(data).carpetaId, id);
    },
    async check(tx, { nombre, carpetaId, tipoDocumentoId }, changed) {
      const [folder, type] = await tx.getMany([`maletin_carpetas/${carpetaId}`, `maletin_tipos_documento/${tipoDocumentoId}`]);
      if (changed.includes('carpetaId') && (!isUsable(folder) || !canOpenFolder(actor, carpetaId)))
        throw invalidFields({ carpetaId: ['La carpeta no existe o usted no tiene acceso a ella.'] }, 'problems');
      if (!changed.includes('tipoDocumentoId')) return;
      if (!isUsable(type)) throw invalidFields({ tipoDocumentoId: ['El tipo de documento no existe o está inactivo.'] }, 'problems');
      requireExtension(type, fileExtension(nombre));
    },
  });
}

import { readText } from '../../read-model/field-readers.ts';
import { setActive } from '../../records/set-active.ts';
import { requireBriefcase, requireFolder, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { FILE_KIND } from './file-kind.ts';

/** Soft delete (isActive false) with its audit entry; the bytes stay. Repeating it changes nothing. Errors: `forbidden`, `not-found`. */
export async function deactivateFile(
  services: BriefcaseServices,
  { id, ...call }: BriefcaseCall & { id: string },
): Promise<{ nombre: string }> {
  const [nombre = ''] = await activate(services, { ...call, ids: [id] }, false);
  return { nombre };
}

/** The way back from deactivateFile, with the same errors. */
export async function restoreFile(
  services: BriefcaseServices,
  { id, ...call }: BriefcaseCall & { id: string },
): Promise<{ nombre: string }> {
  const [nombre = ''] = await activate(services, { ...call, ids: [id] }, true);
  return { nombre };
}

export interface BulkFileCall extends BriefcaseCall {
  /** At most 100; none, or more, is `invalid-input`. */
  ids: readonly string[];
}

/** All or none of the files, in one transaction. Errors as for one file. */
export async function deactivateFiles(services: BriefcaseServices, call: BulkFileCall): Promise<void> {
  await activate(services, call, false);
}

/** The way back from deactivateFiles, with the same errors. */
export async function restoreFiles(services: BriefcaseServices, call: BulkFileCall): Promise<void> {
  await activate(services, call, true);
}

/** @returns the names of the files */
async function activate(services: BriefcaseServices, call: BulkFileCall, isActive: boolean): Promise<string[]> {
  requireBriefcase(call.actor);
  const documents = await setActive(services, FILE_KIND, {
    ...call,
    isActive,
    admit: ({ id, data }) => requireFolder(call.actor, readText(data, 'carpetaId'), id),
  });
  return documents.map(({ data }) => readText(data, 'nombre'));
}

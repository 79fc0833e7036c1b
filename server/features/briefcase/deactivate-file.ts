import { requireMenu } from '../../domain/permissions.ts';
import { readText } from '../../read-model/field-readers.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { deleteDrawnPages } from '../../stored-files/original-of.ts';
import { requireFolder } from './access.ts';
import { FILE_KIND } from './file-kind.ts';

type OneCall = Call & { id: string };
/** At most 100; none, or more, is `invalid-input`. */
type BulkCall = Call & { ids: readonly string[] };

/** Soft delete (isActive false) with its audit entry; the bytes stay. Repeating it changes nothing. Errors: `forbidden`, `not-found`. */
export const deactivateFile = (services: Services, call: OneCall) => activateOne(services, call, false);
/** Undoes deactivateFile, with the same errors. */
export const restoreFile = (services: Services, call: OneCall) => activateOne(services, call, true);
/** All or none of the files, in one transaction. Errors as for one file. */
export const deactivateFiles = (services: Services, call: BulkCall) => activate(services, call, false);
export const restoreFiles = (services: Services, call: BulkCall) => activate(services, call, true);

async function activateOne(services: Services, { id, ...call }: OneCall, isActive: boolean): Promise<{ nombre: string }> {
  const [nombre = ''] = await activate(services, { ...call, ids: [id] }, isActive);
  return { nombre };
}

/** @returns the names of the files */
async function activate(services: Services, call: BulkCall, isActive: boolean): Promise<string[]> {
  requireMenu(call.actor, 'briefcase-files');
  const documents = await setActive(services, FILE_KIND, {
    ...call,
    isActive,
    admit: ({ id, data }) => requireFolder(call.actor, FILE_KIND.read(data).carpetaId, id),
  });
  if (!isActive) await deleteDrawnPages(services, documents);
  return documents.map(({ data }) => readText(data, 'nombre'));
}

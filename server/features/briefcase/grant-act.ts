import { AppError } from '../../domain/errors.ts';
import { optionOf } from '../../domain/fields.ts';
import { textsOf } from '../../domain/form-value.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { findHolderCandidates } from '../../digitized/find-holder-candidates.ts';
import type { BulkAct, SetCall, Value } from '../../lists/bulk-act.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { isActive } from '../../records/content-version.ts';
import { reference } from '../../records/fields.ts';
import type { Call, Services } from '../../services.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import { requireFolder } from './access.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';

const PERSON = reference({
  name: 'personId',
  label: 'Persona',
  required: true,
  catalog: 'usuarios',
  help: 'Recibe las carpetas de estos archivos, con todo lo que hay en ellas.',
});

/** Several files of one folder change the same person concurrently. */
const ATTEMPTS = 8;

/** Access depends on the folder: the person is given the folders of the selected files. */
export const GRANT_ACT: BulkAct = {
  id: 'grant-access',
  label: 'Dar acceso',
  of: 'a',
  icon: 'user-plus',
  needs: 'users',
  done: ['Se dio acceso a', 'Se dio acceso a'],
  joins: ' a ',
  asks: [PERSON],
  findOptions: async ({ sql }, { actor }) => {
    requireMenu(actor, 'users');
    return { personId: (await findHolderCandidates({ sql }, { types: [], menus: ['briefcase-files'], act: 'view' })).map(optionOf) };
  },
  // The folder is part of the value: once a file is moved, undoing must touch neither folder of the person.
  async findHeld({ documents, restBackend }, { ids, asked }) {
    const { folders } = (await restBackend.getUser(asked['personId'] ?? '')).briefcase_permissions;
    const files = await documents[FILE_KIND.database].getMany(ids.filter(isDocumentId).map((id) => `${FILE_KIND.collection}/${id}`));
    return new Map(
      files.flatMap((file) => {
        if (!file) return [];
        const { nombre, carpetaId } = FILE_KIND.read(file.data);
        return [[file.id, { name: nombre, value: [folders.includes(carpetaId) ? 'sí' : 'no', carpetaId] }] as const];
      }),
    );
  },
  wanted: (held) => ['sí', readFolder(held).folderId],
  givesRights: true,
  set: grant,
};

function readFolder(value: Value): { opens: boolean; folderId: string } {
  const [opens, folderId = ''] = textsOf(value);
  return { opens: opens === 'sí', folderId };
}

/** Errors: `forbidden`, `not-found` (file or person), `conflict` when the file was moved meanwhile, what the backend refuses. */
async function grant(services: Services, { actor, requestId, id, asked, wanted }: SetCall): Promise<void> {
  requireMenu(actor, 'briefcase-files', 'change');
  requireMenu(actor, 'users', 'change');
  const file = isDocumentId(id) ? await services.documents[FILE_KIND.database].get(`${FILE_KIND.collection}/${id}`) : null;
  if (!file || !isActive(file.data)) throw fileMissing(id);
  const { carpetaId } = FILE_KIND.read(file.data);
  requireFolder(actor, carpetaId, id);
  const { opens, folderId } = readFolder(wanted);
  if (folderId !== carpetaId)
    throw new AppError('conflict', `file ${id} is no longer in folder ${folderId}`, {
      userMessage: 'Alguien movió el archivo a otra carpeta mientras tanto.',
    });
  await setPersonFolder(services, { actor, requestId }, { personId: asked['personId'] ?? '', folderId, opens });
}

/** Puts a folder on a person's own list, or takes it off. Errors: `forbidden`, `not-found`, what the backend refuses. */
export async function setPersonFolder(
  services: Services,
  { actor, requestId }: Call,
  { personId, folderId, opens }: { personId: string; folderId: string; opens: boolean },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const person = await services.restBackend.getUser(personId);
    const others = person.briefcase_permissions.folders.filter((folder) => folder !== folderId);
    if (others.length < person.briefcase_permissions.folders.length === opens) return;
    const briefcase_permissions = { folders: opens ? [...others, folderId] : others };
    requireMayChange(await readRules(services, actor), person, { briefcase_permissions });
    try {
      await services.restBackend.updateUser(
        personId,
        { briefcase_permissions, ifVersion: person.version },
        { userId: actor.id, requestId },
      );
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError) || error.details?.['reason'] !== 'changed') throw error;
    }
  }
}

import { AppError } from '../../domain/errors.ts';
import { optionOf } from '../../domain/fields.ts';
import { textsOf } from '../../domain/form-value.ts';
import type { User } from '../../ports/rest-backend/schemas.ts';
import type { BulkAct, CurrentValue, SetCall, Value } from '../../lists/bulk-act.ts';
import { reference } from '../../records/fields.ts';
import type { Services } from '../../services.ts';
import { findUserChoices } from './find-choices.ts';
import { activateUser, deactivateUser, updateUser } from './update-user.ts';

/** The people with these ids who exist, from the REST backend, which is authoritative for people. */
export async function findPeople({ restBackend }: Services, ids: readonly string[]): Promise<User[]> {
  const found = await Promise.all(
    ids.map(async (id) =>
      restBackend.getUser(id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }),
    ),
  );
  return found.filter((user) => user !== null);
}

async function readCurrentValues(
  services: Services,
  ids: readonly string[],
  valueOf: (user: User) => Value,
): Promise<Map<string, CurrentValue>> {
  const people = await findPeople(services, ids);
  return new Map(people.map((user) => [user.id, { name: user.name || user.email, value: valueOf(user), version: user.version }]));
}

interface FieldChange {
  name: 'agency' | 'briefcase_permissions' | 'digitalization_permission_id' | 'role';
  label: string;
  /** Collection of the options. */
  catalog: string;
  valueOf: (user: User) => Value;
  /** The new value; the chosen one by default. */
  wanted?: (held: Value, chosen: string) => Value;
}

/** Changes one field of a person; refused if somebody else changed the person meanwhile. */
function fieldChangeAct({ name, label, catalog, valueOf, wanted = (_held, chosen) => chosen }: FieldChange) {
  return {
    asks: [reference({ name, label, catalog })],
    findOptions: async (services: Services, call: Parameters<typeof findUserChoices>[1]) => ({
      [name]: (await findUserChoices(services, call))[name].map(optionOf),
    }),
    findHeld: (services: Services, { ids }: { ids: readonly string[] }) => readCurrentValues(services, ids, valueOf),
    wanted: (held, asked) => wanted(held, asked[name] ?? ''),
    set: (services: Services, { actor, requestId, id, held, wanted: value }: SetCall) =>
      updateUser(services, { actor, requestId, id, ifVersion: held.version ?? '', values: { [name]: value } }),
    givesRights: true,
  } satisfies Partial<BulkAct>;
}

function stateAct(id: 'activate' | 'deactivate', label: string, done: BulkAct['done']): BulkAct {
  const isActive = id === 'activate';
  return {
    id,
    label,
    done,
    icon: isActive ? 'circle-check' : 'circle-x',
    findHeld: (services, { ids }) => readCurrentValues(services, ids, ({ state }) => state),
    wanted: () => isActive,
    givesRights: true,
    // The person and their account.
    hasSteps: true,
    set: (services, { actor, requestId, id: person, wanted }) =>
      (wanted === true ? activateUser : deactivateUser)(services, { actor, requestId, id: person }),
  };
}

/** @param wanted the folders of a person with the chosen one, or without it */
function folderAct(
  facts: Pick<BulkAct, 'done' | 'icon' | 'id' | 'label' | 'of'>,
  wanted: (folders: readonly string[], chosen: string) => readonly string[],
): BulkAct {
  const folder = {
    name: 'briefcase_permissions',
    label: 'Carpeta del Maletín',
    catalog: 'maletin_carpetas',
    valueOf: ({ briefcase_permissions: { folders } }: User) => folders,
    wanted: (held: Value, chosen: string) => wanted(textsOf(held), chosen),
  } as const;
  return { ...fieldChangeAct(folder), ...facts };
}

/** Bulk acts on people. */
export const USER_ACTS: readonly BulkAct[] = [
  folderAct(
    { id: 'add-folder', label: 'Dar carpeta', of: 'a', icon: 'folder', done: ['Se dio la carpeta a', 'Se dio la carpeta a'] },
    (folders, chosen) => [...new Set([...folders, chosen])],
  ),
  folderAct(
    { id: 'remove-folder', label: 'Quitar carpeta', of: 'a', icon: 'minus', done: ['Se quitó la carpeta a', 'Se quitó la carpeta a'] },
    (folders, chosen) => folders.filter((folder) => folder !== chosen),
  ),
  {
    ...fieldChangeAct({ name: 'role', label: 'Rol', catalog: 'roles', valueOf: ({ role }) => role }),
    id: 'change-role',
    label: 'Cambiar rol',
    of: 'de',
    icon: 'user-cog',
    done: ['Se cambió el rol de', 'Se cambió el rol de'],
  },
  {
    ...fieldChangeAct({
      name: 'digitalization_permission_id',
      label: 'Permisos de digitalización',
      catalog: 'permisos_documentos',
      valueOf: ({ digitalization_permission_id }) => digitalization_permission_id,
    }),
    id: 'change-permission-set',
    label: 'Cambiar permisos',
    of: 'de',
    icon: 'shield-check',
    done: ['Se cambiaron los permisos de', 'Se cambiaron los permisos de'],
    none: {
      label: 'Sin permisos de digitalización',
      done: ['Se quitaron los permisos de digitalización a', 'Se quitaron los permisos de digitalización a'],
    },
  },
  {
    ...fieldChangeAct({ name: 'agency', label: 'Agencia', catalog: 'agencias', valueOf: ({ agency }) => agency }),
    id: 'change-agency',
    label: 'Cambiar agencia',
    of: 'de',
    icon: 'building-2',
    done: ['Se cambió la agencia de', 'Se cambió la agencia de'],
    none: { label: 'Sin agencia', done: ['Se quitó la agencia a', 'Se quitó la agencia a'] },
  },
  stateAct('activate', 'Activar', ['Se activó', 'Se activaron']),
  stateAct('deactivate', 'Desactivar', ['Se desactivó', 'Se desactivaron']),
];

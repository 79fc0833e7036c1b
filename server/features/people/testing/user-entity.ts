import type { Fields } from '../../../ports/documents/document-store.ts';
import { sampleValues } from '../../../records/testing/sample-values.ts';
import { USER_FIELDS } from '../user.ts';
import { usersProjection } from '../users.projection.ts';
import type { Entity } from '../../../testing/lifecycle/lifecycle.contract.ts';
import type { UserConflict } from '../users.ts';
import type { UsersFixture } from './users-fixture.ts';

const pathOf = (id: string) => `usuarios/${id}`;
const idOf = (path: string) => path.slice('usuarios/'.length);
const CREDITS = { id: 'creditos', name: 'creditos', state: true };

/** People, for the steps that every entity is put through; the fixture exists only once the tests run. */
export function userEntity(fixture: () => UsersFixture): Entity {
  const emails = new Map<string, string>();
  return {
    projection: usersProjection,
    async create(change) {
      const email = `ciclo.${emails.size + 1}@demo.coop`;
      const { id } = await fixture().users.createUser({
        actor: fixture().admin,
        values: { ...toForm({ ...FIRST, ...change }), email },
        formToken: '',
      });
      emails.set(pathOf(id), email);
      return pathOf(id);
    },
    first: FIRST,
    writes: (path) => ({ email: emails.get(path) ?? null, state: true, clicks: 0 }),
    title: 'name',
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo'],
    find: async (params) => (await fixture().users.findUsers({ actor: fixture().admin, params })).rows.map(({ id }) => pathOf(id)),
    editing: {
      second: SECOND,
      version: async (path) => (await fixture().users.getUser({ actor: fixture().admin, id: idOf(path) })).version,
      save: (person, { path, version, values }) =>
        fixture().users.updateUser({
          actor: { ...fixture().admin, sessionId: `sesion-${person}` },
          id: idOf(path),
          ifVersion: version,
          values: toForm(values),
        }),
      conflict: ({ details }) => {
        const {
          stored: { version, ...stored },
          submitted,
          differing,
        } = details as unknown as UserConflict;
        return { stored: toStored(stored), submitted: toStored(submitted), differing, version };
      },
    },
    removing: {
      deactivate: (path) => fixture().users.deactivateUser({ actor: fixture().admin, id: idOf(path) }),
      restore: (path) => fixture().users.activateUser({ actor: fixture().admin, id: idOf(path) }),
      field: 'state',
      active: 'state=true',
      deactivated: 'state=false',
    },
    exported: (params) => fixture().users.exportUsers({ actor: fixture().admin, params }),
    fields: USER_FIELDS,
    cells: (row) => ({
      'Nombre completo': row['name'],
      'Correo electrónico': row['email'],
      Rol: 'Editor',
      Agencia: 'norte',
      Departamento: 'creditos',
      Puesto: row['position'],
      Teléfono: row['phone'],
      Activo: row['state'],
      Clics: row['clicks'],
      'Último clic': null,
      'Fecha de creación': row['createdAt'],
      Código: row['id'],
    }),
  };
}

/** What each field of the form holds at first and after the change; the e-mail identifies the account and does not change. */
const sampleOf = (which: 0 | 1): Fields =>
  Object.fromEntries(USER_FIELDS.filter(({ name }) => name !== 'email').map((field) => [field.name, sampleValues(field, ['', ''])[which]]));

const FIRST = {
  ...sampleOf(0),
  name: 'Título/ Peculiar 1\\2',
  role: 'editor',
  agency: 'norte',
  department: CREDITS,
  position: 'cajero',
  briefcase_permissions: { folders: ['actas', 'contratos'] },
  digitalization_permission_id: 'cajas',
};

const SECOND = {
  ...sampleOf(1),
  name: 'Ñandú «nuevo» / 3',
  role: 'user',
  phone: '',
  department: {},
  briefcase_permissions: { folders: [] },
};

/** Forms hold only the ids of department and folders. */
function toForm({ department, briefcase_permissions, ...values }: Fields) {
  const { id = '' } = department as { id?: string };
  const { folders } = briefcase_permissions as { folders: string[] };
  return { ...values, department: id, briefcase_permissions: folders };
}

/** The backend returns a missing department as null; the document holds an empty map. */
function toStored(fields: object): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, Fields[string]]) => [name, name === 'department' ? (value ?? {}) : value]),
  );
}

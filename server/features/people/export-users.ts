import { streamRows } from '../../read-model/pages/stream-rows.ts';
import { roleTitle } from '../../domain/roles.ts';
import type { RowBatches, SheetColumn } from '../../workbooks/sheet.ts';
import { USER_SOURCE, readUserListQuery, userConditions, userListRequest, type UserListRow } from './list-query.ts';
import { requireUsers, type UsersServices } from './services.ts';
import type { UserExport, UserListQuery, UsersCall } from './users.ts';

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Nombre', kind: 'text', width: 32 },
  { title: 'Correo electrónico', kind: 'text', width: 32 },
  { title: 'Rol', kind: 'text' },
  { title: 'Agencia', kind: 'text' },
  { title: 'Departamento', kind: 'text' },
  { title: 'Puesto', kind: 'text' },
  { title: 'Teléfono', kind: 'text' },
  { title: 'Activo', kind: 'boolean' },
  { title: 'Clics', kind: 'integer', total: true },
  { title: 'Última actividad', kind: 'datetime' },
  { title: 'Fecha de creación', kind: 'datetime' },
  { title: 'Código', kind: 'text' },
];

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`. */
export async function exportUsers(
  services: Pick<UsersServices, 'liveSettings' | 'sql'>,
  call: UsersCall & { params: URLSearchParams },
): Promise<UserExport> {
  requireUsers(call.actor);
  const query = readUserListQuery(call.params, call.actor.pageSize);
  return {
    sheet: {
      title: 'Usuarios',
      name: 'Usuarios',
      parameters: await describeParameters(services, query),
      columns: COLUMNS,
      generatedAt: new Date(),
      generatedBy: call.actor.name,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: (signal) => readCells(services, query, signal),
  };
}

async function* readCells({ sql }: Pick<UsersServices, 'sql'>, query: UserListQuery, signal: AbortSignal): RowBatches {
  for await (const rows of streamRows<UserListRow>(sql, USER_SOURCE, userListRequest(query), userConditions(query))) {
    signal.throwIfAborted();
    yield rows.map((row) => [
      row.name,
      row.email,
      roleTitle(row.role),
      row.agencyName,
      row.departmentName,
      row.position,
      row.phone,
      row.state,
      row.clicks,
      row.lastActivityAt,
      row.createdAt,
      row.id,
    ]);
  }
}

async function describeParameters(
  { sql }: Pick<UsersServices, 'sql'>,
  { q, filters }: UserListQuery,
): Promise<(readonly [string, string])[]> {
  const { role, agency, state } = filters;
  const found = agency === undefined ? null : await sql.query<{ nombre: string }>('SELECT nombre FROM agencias WHERE id = $1', [agency]);
  return [
    ...(q === '' ? [] : [['Búsqueda', q] as const]),
    ...(role === undefined ? [] : [['Rol', roleTitle(role)] as const]),
    ...(agency === undefined ? [] : [['Agencia', found?.rows[0]?.nombre ?? agency] as const]),
    ...(state === undefined ? [] : [['Estado', state === 'true' ? 'Activos' : 'Desactivados'] as const]),
  ];
}

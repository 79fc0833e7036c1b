import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import { formatCount } from '#server/domain/text.ts';
import type { UserRecord } from '#server/features/people/users.ts';
import { requireStaff } from '../../context.ts';
import { backOf } from '../lists/record-links.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { summarizeMenus } from '../roles/menu-summary.ts';
import { formValuesOf, optionsOf } from './user-fields.ts';

export type UserData = Awaited<ReturnType<typeof loadUser>>;

/** Data of `/users/list-users/:id` (view), `/:id/edit` and `/new`. */
export async function loadUser({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { users, roles } = context.portal;
  const { id, screen } = readRecordAddress(params, 'users');
  const [record, choices, known] = await Promise.all([
    screen === 'new' ? null : users.getUser({ actor, id }),
    users.findChoices({ actor }),
    roles.findRoles({ actor }),
  ]);
  return {
    screen,
    back: backOf(new URL(request.url)),
    /** One per form: what is sent twice with it makes one person. */
    formToken: crypto.randomUUID(),
    record: record ? shownRecord(record, actor) : null,
    values: formValuesOf(record),
    options: optionsOf(choices, record),
    /** What each role sees, by its id. */
    roleSummaries: Object.fromEntries(known.map((role) => [role.id, summarizeMenus(role.menus)])),
  };
}

function shownRecord(record: UserRecord, actor: Staff) {
  const isSelf = record.id === actor.id;
  return {
    ...record,
    title: record.name === '' ? record.email : record.name,
    isSelf,
    /** Of others' administrators nothing can be changed, of oneself everything but permissions. */
    canEdit: record.can.editPermissions || isSelf,
    isAdministrator: record.role === ADMIN_ROLE,
    clicks: formatCount(record.clicks),
    lastActivity: formatDateTimeLong(record.lastActivityAt),
    createdAt: formatDateTimeLong(record.createdAt),
    updatedAt: formatDateTimeLong(record.updatedAt),
    whyNotDeactivate: reasonNotToDeactivate(record, actor),
    whyNotPermissions: reasonNotToEditPermissions(record, actor),
  };
}

const ONLY_ADMINISTRATORS = 'Solo un Administrador puede modificar a otro Administrador.';

/** Why the button is missing; '' when it is there or makes no sense. */
function reasonNotToDeactivate({ id, state, can }: UserRecord, actor: Staff): string {
  if (!state || can.deactivate) return '';
  return id === actor.id ? 'No puede desactivarse a sí mismo. Puede hacerlo otro Administrador.' : ONLY_ADMINISTRATORS;
}

function reasonNotToEditPermissions({ id, can }: UserRecord, actor: Staff): string {
  if (can.editPermissions) return '';
  return id === actor.id ? 'Nadie cambia su propio rol ni sus permisos. Puede hacerlo otro Administrador.' : ONLY_ADMINISTRATORS;
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { MENU_IDS, visibleMenu } from '#server/domain/menu.ts';
import { requireAdministrator } from '#server/domain/permissions.ts';
import { isAdministrator, SWITCHES_OFF, switchesOf } from '#server/domain/roles.ts';
import { countOf } from '#server/domain/text.ts';
import type { Role, RoleRecord } from '#server/features/roles/roles.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { splitMenus, summarizeMenus } from './menu-summary.ts';
import { COPY_PARAM } from '../../record-links.ts';
import { roleHref } from './role-links.ts';

export type RoleData = Awaited<ReturnType<typeof loadRole>>;

/** Visible to everybody who administers people. */
export async function loadRoles({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const roles = await context.portal.roles.findRoles({ actor });
  const card = ({ id, title, menus, people }: Role) => ({
    title,
    text: peopleOf(people),
    detail: summarizeMenus(menus),
    href: roleHref(id),
  });
  return {
    active: roles.filter((role) => role.isActive).map(card),
    retired: roles.filter((role) => !role.isActive).map(card),
    canCreate: isAdministrator(actor),
  };
}

const peopleOf = (count: number) => countOf(count, 'persona activa', 'personas activas');

/** Choices of the form: every existing screen, grouped as in the sidebar. */
const MENU_GROUPS = visibleMenu(new Set(MENU_IDS)).map((group) => ({
  ...group,
  options: group.options.filter(({ opensWith }) => !opensWith),
}));

/** Data of `/settings/roles/:role` (view), `/:role/edit` and `/new`, optionally prefilled with the menus of another role (`copyFrom`). */
export async function loadRole({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { roles } = context.portal;
  const { id, screen } = readRecordAddress({ id: params['role'], mode: params['mode'] }, 'roles');
  if (screen !== 'view') requireAdministrator(actor, 'crear y cambiar roles');
  const all = await roles.findRoles({ actor });
  const role = screen === 'new' ? null : await roles.getRole({ actor, role: id });
  const url = new URL(request.url);
  const asked = url.searchParams.get(COPY_PARAM) ?? '';
  const source = screen === 'new' ? all.find((one) => one.id === asked) : undefined;
  return {
    screen,
    mayEdit: role?.can.edit ?? true,
    role: role && shownRole(role),
    story: screen === 'view' ? await roles.findRoleStory({ actor, role: id, ...readStoryQuery(url) }) : null,
    fields: roles.form.fields,
    values: {
      title: role?.title ?? '',
      ...(role ? switchesOf((name) => role[name]) : SWITCHES_OFF),
      menus: role?.menus ?? source?.menus ?? [],
      accionesNegadas: role?.accionesNegadas ?? source?.accionesNegadas ?? [],
      copyFrom: source?.id ?? '',
    },
    groups: MENU_GROUPS,
    /** Roles to copy from. */
    others: all.map(({ id, title, isActive, menus, accionesNegadas }) => ({
      id,
      title: isActive ? title : `${title} (retirado)`,
      ...splitMenus(MENU_GROUPS, menus),
      withheld: accionesNegadas,
    })),
  };
}

function shownRole({ lockedMenus, people, holders, holdersTotal, updatedAt, ...role }: RoleRecord) {
  return {
    ...role,
    locked: [...lockedMenus],
    people: peopleOf(people),
    formNote: people === 0 ? peopleOf(0) : `${peopleOf(people)}. Lo que guarde rige desde su próximo clic.`,
    holders,
    moreHolders: holdersTotal - holders.length,
    updatedAt: formatDateTimeLong(updatedAt),
  };
}

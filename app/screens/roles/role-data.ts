import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { MENU, visibleMenu } from '#server/domain/menu.ts';
import { countOf } from '#server/domain/text.ts';
import type { RoleConflict } from '#server/features/roles/roles.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { summarizeMenus } from './menu-summary.ts';

export const ROLES_URL = '/settings/roles';

export type RoleData = Awaited<ReturnType<typeof loadRole>>;

/** Who administers people sees what their roles see. */
export async function loadRoles({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const roles = await context.portal.roles.findRoles({ actor });
  return roles.map(({ id, title, menus, people }) => ({
    title,
    text: countOf(people, 'persona activa', 'personas activas'),
    detail: summarizeMenus(menus),
    href: `${ROLES_URL}/${encodeURIComponent(id)}`,
  }));
}

/** Choices of the editor: every screen that exists, grouped as in the sidebar. */
const MENU_GROUPS = visibleMenu(new Set(MENU.flatMap((group) => group.options.map((option) => option.id))));
const OFFERED: ReadonlySet<string> = new Set(MENU_GROUPS.flatMap((group) => group.options.map((option) => option.id)));

export async function loadRole({ params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { roles } = context.portal;
  const [role, all] = await Promise.all([roles.getRole({ actor, role: params['role'] ?? '' }), roles.findRoles({ actor })]);
  return {
    role: {
      id: role.id,
      title: role.title,
      version: role.version,
      canEdit: role.canEdit,
      isOwn: role.id === actor.role,
      locked: [...role.lockedMenus],
      menus: role.menus.filter((menu) => OFFERED.has(menu)),
      /** Of screens that do not exist yet: they are kept as they are. */
      kept: role.menus.filter((menu) => !OFFERED.has(menu)),
      people: countOf(role.people, 'persona activa', 'personas activas'),
      updatedAt: formatDateTimeLong(role.updatedAt),
    },
    groups: MENU_GROUPS,
    others: all.map(({ id, title }) => ({ id, title })),
  };
}

/** Why the form came back, with what was ticked. */
export interface RoleFailure extends Refusal<RoleConflict> {
  /** Nothing went wrong: the person asked to see the menu first (without JavaScript). */
  isPreview: boolean;
  menus: string[];
  version: string;
}

/** `intent` save, or preview: the sidebar of what is ticked, stored nowhere. */
export async function actOnRole({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const form = await request.formData();
  const menus = form.getAll('menus').filter((value): value is string => typeof value === 'string');
  const version = form.get('version');
  // No box ticked is a role without menus; a form that never came whole must not be taken for one.
  if (typeof version !== 'string')
    throw new AppError('invalid-input', 'incomplete form', { userMessage: 'El formulario llegó incompleto. Vuelva a abrir el rol.' });
  const given = { menus, version };
  if (form.get('intent') === 'preview') return { ...given, isPreview: true, message: '', errors: {}, conflict: null } satisfies RoleFailure;
  try {
    await context.portal.roles.updateRoleMenus({
      actor,
      role: params['role'] ?? '',
      menus,
      ifVersion: given.version,
      requestId: context.requestId,
    });
  } catch (error) {
    const { refusal, answer } = giveBack<RoleConflict>(error, context, { kept: 'Lo marcado sigue aquí' });
    // After a conflict, saving once more is meant against what is shown now.
    const version = refusal.conflict?.version ?? given.version;
    return data<RoleFailure>({ ...given, ...refusal, isPreview: false, version }, answer);
  }
  return redirectDone(
    context,
    `${ROLES_URL}/${encodeURIComponent(params['role'] ?? '')}`,
    'Se guardó el menú del rol. Rige desde el próximo clic de cada persona.',
  );
}

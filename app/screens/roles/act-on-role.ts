import type { FormBase } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import { chosenText, keptNames, readBase, textsOf } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { RoleConflict } from '#server/features/roles/roles.ts';
import { formAction, NOT_REFUSED, type Act, type Refusal } from '../forms/form-action.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { roleLabel } from './role-labels.ts';
import { roleHref } from './role-links.ts';

/** What the form of a role sends. */
interface RoleForm {
  /** undefined: the form did not ask. */
  title: string | undefined;
  menus: string[];
  copyFrom: string;
  version: string;
  base: FormBase | null;
}

/** Why the form came back, with what was typed and ticked. */
export interface RoleFailure extends Refusal<RoleConflict>, Omit<RoleForm, 'title'> {
  title: string | null;
  /** Nothing went wrong: the person asked to see the menu first (without JavaScript). */
  isPreview: boolean;
}

interface RoleAct extends Act {
  role: string;
  isNew: boolean;
  form: RoleForm;
}

/** `intent` save, deactivate or restore; preview: the sidebar of what is ticked, stored nowhere. */
export const actOnRole = formAction(
  {
    menu: 'users',
    of: 'el rol',
    kept: 'Lo escrito y lo marcado siguen aquí',
    read: ({ params, sent }) => {
      const { id, screen } = readRecordAddress({ id: params['role'], mode: params['mode'] }, 'roles');
      return { role: id, isNew: screen === 'new', form: readRoleForm(sent) };
    },
    refused: ({ form }, refusal: Refusal<RoleConflict>): RoleFailure => ({ ...givenBack(form), ...refusal, isPreview: false }),
  },
  {
    save: (act) => (act.isNew ? create(act) : update(act)),
    preview,
    deactivate: async ({ portal, call, role, done }) => {
      await portal.roles.retireRole({ ...call, role });
      return done(roleHref(role), 'Se retiró el rol. Nadie puede recibirlo hasta que lo restaure.');
    },
    restore: async ({ portal, call, role, done }) => {
      await portal.roles.restoreRole({ ...call, role });
      return done(roleHref(role), 'Se restauró el rol. Ya puede darlo de nuevo.');
    },
  },
);

function readRoleForm(sent: FormData): RoleForm {
  const base = readBase(sent);
  const keepsStored = base !== null && keptNames(sent).includes('menus');
  return {
    title: sent.has('title') ? chosenText(sent, 'title', base) : undefined,
    menus: keepsStored ? textsOf(base['menus'] ?? null) : tickedMenus(sent),
    copyFrom: formText(sent, 'copyFrom'),
    version: formText(sent, 'version'),
    base,
  };
}

/** One value for each box; the conflict screen sends all in one, by lines. */
function tickedMenus(sent: FormData): string[] {
  return sent
    .getAll('menus')
    .flatMap((value) => (typeof value === 'string' ? value.split('\n').map((line) => line.trim()) : []))
    .filter(Boolean);
}

function givenBack({ title = null, ...form }: Omit<RoleForm, 'title'> & { title?: string | null | undefined }) {
  return { ...form, title };
}

/** Nothing ticked stands for the menus of the role to copy, so that copying needs no scripts. */
async function create({ portal, call, done, form: { title = '', menus, copyFrom } }: RoleAct): Promise<Response> {
  const { id } = await portal.roles.createRole({ ...call, title, copyFrom, ...(menus.length > 0 && { menus }) });
  return done(roleHref(id), `Se creó el rol «${title.trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ portal, call, role, sent, done, form: { title, menus, version, base } }: RoleAct): Promise<Response> {
  // No box ticked is a role without menus; a form that never came whole must not be taken for one.
  if (!sent.has('version'))
    throw new AppError('invalid-input', 'incomplete form', { userMessage: 'El formulario llegó incompleto. Vuelva a abrir el rol.' });
  const merged = await portal.roles.updateRole({ ...call, role, title, menus, ifVersion: version, base });
  return done(roleHref(role), `Se guardó el rol. Rige desde el próximo clic de cada persona.${tellMerged(merged, roleLabel)}`);
}

async function preview({ portal, actor, isNew, form }: RoleAct): Promise<RoleFailure> {
  const copied = isNew && form.menus.length === 0 && form.copyFrom !== '';
  const source = copied ? (await portal.roles.findRoles({ actor })).find((role) => role.id === form.copyFrom) : undefined;
  return { ...givenBack(form), ...(source && { menus: [...source.menus] }), ...NOT_REFUSED, isPreview: true };
}

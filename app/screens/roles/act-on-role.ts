import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { FormBase } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import { chosenText, keptNames, readBase, textsOf } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { RoleConflict } from '#server/features/roles/roles.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
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

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  id: string;
  isNew: boolean;
  sent: FormData;
  form: RoleForm;
}

/** `intent` save, deactivate or restore; preview: the sidebar of what is ticked, stored nowhere. */
export async function actOnRole({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { id, screen } = readRecordAddress({ id: params['role'], mode: params['mode'] }, 'roles');
  const sent = await request.formData();
  const act: Act = { actor, id, isNew: screen === 'new', context, sent, form: readRoleForm(sent) };
  try {
    switch (formText(sent, 'intent')) {
      case 'save':
        return act.isNew ? await create(act) : await update(act);
      case 'preview':
        return await preview(act);
      case 'deactivate':
      case 'restore':
        return await setUse(act);
      default:
        throw unknownIntent('el rol');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<RoleConflict>(error, context, { kept: 'Lo escrito y lo marcado siguen aquí' });
    return data<RoleFailure>({ ...givenBack(act.form), ...refusal, isPreview: false }, answer);
  }
}

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
async function create({ actor, context, form: { title = '', menus, copyFrom } }: Act): Promise<Response> {
  const { id } = await context.portal.roles.createRole({
    actor,
    title,
    copyFrom,
    requestId: context.requestId,
    ...(menus.length > 0 && { menus }),
  });
  return redirectDone(context, roleHref(id), `Se creó el rol «${title.trim()}». Ya puede darlo en Usuarios.`);
}

async function update({ actor, id, context, sent, form: { title, menus, version, base } }: Act): Promise<Response> {
  // No box ticked is a role without menus; a form that never came whole must not be taken for one.
  if (!sent.has('version'))
    throw new AppError('invalid-input', 'incomplete form', { userMessage: 'El formulario llegó incompleto. Vuelva a abrir el rol.' });
  const call = { actor, role: id, title, menus, ifVersion: version, base, requestId: context.requestId };
  const merged = await context.portal.roles.updateRole(call);
  const kept = tellMerged(merged, roleLabel);
  return redirectDone(context, roleHref(id), `Se guardó el rol. Rige desde el próximo clic de cada persona.${kept}`);
}

async function preview({ actor, isNew, context, form }: Act) {
  const copied = isNew && form.menus.length === 0 && form.copyFrom !== '';
  const source = copied ? (await context.portal.roles.findRoles({ actor })).find((role) => role.id === form.copyFrom) : undefined;
  const nothing = { isPreview: true, message: '', errors: {}, conflict: null, question: null };
  return { ...givenBack(form), ...(source && { menus: [...source.menus] }), ...nothing } satisfies RoleFailure;
}

async function setUse({ actor, id, context, sent }: Act): Promise<Response> {
  const { roles } = context.portal;
  const call = { actor, role: id, requestId: context.requestId };
  if (formText(sent, 'intent') === 'restore') {
    await roles.restoreRole(call);
    return redirectDone(context, roleHref(id), 'Se restauró el rol. Ya puede darlo de nuevo.');
  }
  await roles.retireRole(call);
  return redirectDone(context, roleHref(id), 'Se retiró el rol. Nadie puede recibirlo hasta que lo restaure.');
}

import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { menuHref } from '#server/domain/menu.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { HOLDS } from '#server/domain/users.ts';
import type { UserConflict } from '#server/features/people/users.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone, redirectWithNotice } from '../../redirect-with-notice.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { handOverHref } from '../hand-over/hand-over-links.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf, recordHref } from '../lists/record-links.ts';
import type { Handed } from './HandedLink.tsx';
import { readUserForm, type UserForm } from './read-user-form.ts';

const LIST_URL = menuHref('users');

/** Why a form came back, with everything that was typed but the password. */
export type UserFailure = Refusal<UserConflict> & Pick<UserForm, 'values' | 'setsPassword' | 'formToken' | 'version'>;

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  id: string;
  back: string;
  form: UserForm;
}

/** Saves a form (`intent` save, save-and-new), or on the record: activate, deactivate, reset-password. */
export async function actOnUser({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { id, screen } = readRecordAddress(params, 'users');
  const act: Act = { actor, id, context, back: backOf(new URL(request.url)), form: readUserForm(await request.formData()) };
  try {
    if (screen === 'view') return await actOnRecord(act);
    return screen === 'new' ? await create(act) : await update(act);
  } catch (error) {
    return giveUserBack(error, act.form, context);
  }
}

async function create({ actor, back, context, form }: Act): Promise<Response | Handed> {
  if (form.setsPassword && form.password === '') {
    throw new AppError('invalid-input', 'no initial password', {
      userMessage: 'Escriba la contraseña inicial.',
      fields: { password: ['Escriba la contraseña inicial, o elija enviar el correo.'] },
    });
  }
  const password = form.setsPassword ? form.password : '';
  const { id, invitation } = await context.portal.users.createUser({
    actor,
    values: form.values,
    password,
    formToken: form.formToken,
    requestId: context.requestId,
  });
  const name = form.values.name ?? '';
  const next = recordHref(LIST_URL, form.intent === 'save-and-new' ? 'new' : id, { back });
  if (invitation === null)
    return redirectDone(context, next, `Se creó a ${name}. Ya puede iniciar sesión con la contraseña que usted le asignó.`);
  if (invitation === 'none') {
    const text = `Se creó a ${name}, pero no se le pudo dar cómo elegir su contraseña. Hágalo con «Restablecer contraseña».`;
    return redirectWithNotice(context, recordHref(LIST_URL, id, { back }), { kind: 'error', text });
  }
  if (!invitation.mailed) return { handed: { id, name, isNew: true, mailFailed: invitation.mailFailed, link: invitation.link } };
  return redirectDone(context, next, `Se creó a ${name}. Le enviamos un correo para que elija su contraseña.`);
}

async function update({ actor, id, back, context, form }: Act): Promise<Response> {
  const { email: _email, ...values } = form.values;
  await context.portal.users.updateUser({ actor, id, values, ifVersion: form.version, requestId: context.requestId });
  return redirectDone(context, recordHref(LIST_URL, id, { back }), 'Se guardó el usuario. Los cambios rigen desde su próximo clic.');
}

async function actOnRecord({ actor, id, back, context, form }: Act): Promise<Response | Handed> {
  const { users } = context.portal;
  const call = { actor, id, requestId: context.requestId };
  const page = recordHref(LIST_URL, id, { back });
  switch (form.intent) {
    case 'deactivate':
      if (!(await deactivated(context, call))) return redirect(handOverHref(id, back));
      return redirectDone(context, page, 'Usuario desactivado. Sus sesiones se cerraron.', { restores: 'user', id });
    case 'activate':
      await users.activateUser(call);
      return redirectDone(context, page, 'Usuario activado. Ya puede iniciar sesión.');
    case 'reset-password': {
      const invitation = await users.resetUserPassword(call);
      if (invitation.mailed) return redirectDone(context, page, 'Le enviamos un correo para que elija una contraseña nueva.');
      const { name, email } = await users.getUser(call);
      return { handed: { id, name: name || email, isNew: false, mailFailed: invitation.mailFailed, link: invitation.link } };
    }
    default:
      throw unknownIntent('el usuario');
  }
}

/** False while work lies with the person: it goes to somebody else first, on a page of its own. */
async function deactivated({ portal }: Act['context'], call: { actor: Staff; id: string; requestId: string }): Promise<boolean> {
  try {
    await portal.users.deactivateUser(call);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.details?.['reason'] === HOLDS) return false;
    throw error;
  }
}

/** What nobody may do to themselves or to the last administrator is said beside what was typed: `forbidden` has no page here. */
function giveUserBack(error: unknown, { values, setsPassword, formToken, version }: UserForm, context: ActionFunctionArgs['context']) {
  const { refusal, answer } = giveBack<UserConflict>(error, context, { ownPage: ['not-found', 'unauthenticated'], tellsOutages: true });
  return data<UserFailure>({ ...refusal, values, setsPassword, formToken, version }, answer);
}

import { data, type ActionFunctionArgs } from '@remix-run/node';
import { conflictOf } from '#server/domain/conflict.ts';
import { answerTo, AppError } from '#server/domain/errors.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';
import { requestCode } from '#server/domain/request-code.ts';
import type { UserConflict } from '#server/features/people/users.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { backOf } from '../lists/record-links.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { readUserForm, type UserForm } from './read-user-form.ts';
import { formFieldOf } from './user-fields.ts';
import { userHref } from './user-links.ts';

/** Why a form came back, with everything that was typed but the password. */
export interface UserFailure {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  values: UserForm['values'];
  setsPassword: boolean;
  formToken: string;
  version: string;
  conflict: UserConflict | null;
}

interface Act extends Pick<ActionFunctionArgs, 'context'> {
  actor: Staff;
  id: string;
  back: string;
  form: UserForm;
}

/** Saves a form (`intent` save, save-and-new), or on the record: activate, deactivate, reset-password. */
export async function actOnUser({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'users');
  const { id, screen } = readRecordAddress(params, 'users');
  const act: Act = { actor, id, context, back: backOf(new URL(request.url)), form: readUserForm(await request.formData()) };
  try {
    if (screen === 'view') return await actOnRecord(act);
    return screen === 'new' ? await create(act) : await update(act);
  } catch (error) {
    return giveBack(error, act.form, context);
  }
}

async function create({ actor, back, context, form }: Act): Promise<Response> {
  if (form.setsPassword && form.password === '') {
    throw new AppError('invalid-input', 'no initial password', {
      userMessage: 'Escriba la contraseña inicial.',
      fields: { password: ['Escriba la contraseña inicial, o elija enviar el correo.'] },
    });
  }
  const password = form.setsPassword ? form.password : '';
  const { id, mailSent } = await context.portal.users.createUser({
    actor,
    values: form.values,
    password,
    formToken: form.formToken,
    requestId: context.requestId,
  });
  const name = form.values.name ?? '';
  const to = form.intent === 'save-and-new' ? userHref('new', { back }) : userHref(id, { back });
  if (form.setsPassword)
    return redirectWithNotice(context, to, {
      kind: 'success',
      text: `Se creó a ${name}. Ya puede iniciar sesión con la contraseña que usted le asignó.`,
    });
  if (mailSent)
    return redirectWithNotice(context, to, {
      kind: 'success',
      text: `Se creó a ${name}. Le enviamos un correo para que elija su contraseña.`,
    });
  return redirectWithNotice(context, userHref(id, { back }), {
    kind: 'error',
    text: `Se creó a ${name}, pero el correo no salió. Envíelo con «Restablecer contraseña».`,
  });
}

async function update({ actor, id, back, context, form }: Act): Promise<Response> {
  const { email: _email, ...values } = form.values;
  await context.portal.users.updateUser({ actor, id, values, ifVersion: form.version, requestId: context.requestId });
  return redirectWithNotice(context, userHref(id, { back }), {
    kind: 'success',
    text: 'Se guardó el usuario. Los cambios rigen desde su próximo clic.',
  });
}

async function actOnRecord({ actor, id, back, context, form }: Act): Promise<Response> {
  const { users } = context.portal;
  const call = { actor, id, requestId: context.requestId };
  const page = userHref(id, { back });
  switch (form.intent) {
    case 'deactivate':
      await users.deactivateUser(call);
      return redirectWithNotice(context, page, {
        kind: 'success',
        text: 'Usuario desactivado. Sus sesiones se cerraron.',
        undo: { restores: 'user', id },
      });
    case 'activate':
      await users.activateUser(call);
      return redirectWithNotice(context, page, { kind: 'success', text: 'Usuario activado. Ya puede iniciar sesión.' });
    case 'reset-password':
      await users.resetUserPassword(call);
      return redirectWithNotice(context, page, { kind: 'success', text: 'Le enviamos un correo para que elija una contraseña nueva.' });
    default:
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir el usuario.' });
  }
}

/**
 * The form again, for everything that a person can mend, outlast or be told: what nobody may do to themselves or to the
 * last administrator is said beside what they typed. Who may not administer users at all was refused before.
 */
function giveBack(error: unknown, form: UserForm, { log, requestId }: ActionFunctionArgs['context']) {
  const known = error instanceof AppError ? error : null;
  if (known && (known.code === 'not-found' || known.code === 'unauthenticated')) throw known;
  if (!known) log.error({ err: error }, 'user could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'user could not be saved');
  const failure: UserFailure = {
    message: known?.userMessage ?? `No pudimos guardar. Su texto sigue aquí: intente de nuevo. Código ${requestCode(requestId)}.`,
    errors: Object.fromEntries(Object.entries(known?.fields ?? {}).map(([name, texts]) => [formFieldOf(name) ?? name, texts])),
    values: form.values,
    setsPassword: form.setsPassword,
    formToken: form.formToken,
    version: form.version,
    conflict: conflictOf<UserConflict>(error),
  };
  return data(failure, answerTo(known));
}

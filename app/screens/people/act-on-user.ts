import { redirect } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { menuHref } from '#server/domain/menu.ts';
import { HOLDS } from '#server/domain/users.ts';
import type { UserConflict } from '#server/features/people/users.ts';
import type { UserValues } from '#server/features/people/user.ts';
import type { RecordForm } from '#server/domain/form-base.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { formAction, givenBack, type Act, type GivenBack, type Refusal, type Verbs } from '../forms/form-action.ts';
import { actionOfScreen } from '../forms/record-screen.ts';
import { handOverHref } from './hand-over-links.ts';
import { recordHref } from '../../record-links.ts';
import type { Handed } from './HandedLink.tsx';

const LIST_URL = menuHref('users');

/** Why a form came back, with everything that was typed. */
export interface UserFailure extends Omit<Refusal<UserConflict>, 'conflict'>, GivenBack {
  /** Both versions in the form's format. */
  conflict: { stored: UserValues; differing: readonly string[]; version: string } | null;
}

interface UserAct extends Act {
  person: Act['call'] & { id: string };
  page: string;
  form: RecordForm;
}

const onUser = (verbs: Verbs<UserAct> | ((act: UserAct) => Promise<object>)) =>
  formAction(
    {
      menu: 'users',
      of: 'el usuario',
      // Acts forbidden on oneself or the last administrator are reported beside what was typed: `forbidden` has no page of its own here.
      ownPage: ['not-found', 'unauthenticated'],
      tellsOutages: true,
      read: ({ portal, call, params, back, sent }) => {
        const person = { ...call, id: params['id'] ?? '' };
        return { person, page: recordHref(LIST_URL, person.id, { back }), form: portal.users.form.read(sent) };
      },
      refused: ({ portal, form }, { conflict, ...refusal }: Refusal<UserConflict>): UserFailure => {
        const stored = conflict?.stored;
        const versions = stored && { stored: portal.users.form.valuesOf(stored), differing: conflict.differing, version: stored.version };
        return { ...refusal, conflict: versions ?? null, ...givenBack(form) };
      },
    },
    verbs,
  );

/** Saves a form (`intent` save, save-and-new), or on the record: activate, deactivate, close-sessions, reset-password, reset-factors (with `reason`). */
export const actOnUser = actionOfScreen('users', {
  new: onUser(create),
  edit: onUser(async ({ portal, person, page, form, done }) => {
    await portal.users.updateUser({ ...person, values: form.values, ifVersion: form.version });
    return done(page, 'Se guardó el usuario. Los cambios rigen desde su próximo clic; con otro rol entra de nuevo.');
  }),
  view: onUser({
    deactivate: async (act) => {
      const { person, page, back, done } = act;
      if (!(await deactivated(act))) return redirect(handOverHref(person.id, back));
      return done(page, 'Usuario desactivado. Sus sesiones se cerraron.', { restores: 'user', id: person.id });
    },
    activate: async ({ portal, person, page, done }) => {
      await portal.users.activateUser(person);
      return done(page, 'Usuario activado. Ya puede iniciar sesión.');
    },
    'close-sessions': async ({ portal, person, page, done }) => {
      await portal.users.closeUserSessions(person);
      return done(page, 'Se cerraron sus sesiones.');
    },
    'reset-factors': async ({ portal, person, page, text, context }) => {
      const { mailed } = await portal.factors.resetFactors({ ...person, reason: text('reason') });
      const done = 'Se quitó su segundo factor y se cerraron sus sesiones.';
      if (mailed) return redirectWithNotice(context, page, { kind: 'success', text: `${done} Se le avisó por correo.` });
      return redirectWithNotice(context, page, { kind: 'error', text: `${done} No salió ningún correo: avísele usted.` });
    },
    'reset-password': async ({ portal, person, page, done }): Promise<Response | Handed> => {
      const invitation = await portal.users.resetUserPassword(person);
      if (invitation.mailed) return done(page, 'Le enviamos un correo para que elija una contraseña nueva.');
      const { name, email } = await portal.users.getUser(person);
      const { mailFailed, link } = invitation;
      return { handed: { id: person.id, name: name || email, isNew: false, mailFailed, link } };
    },
  }),
});

async function create({ portal, context, call, text, intent, back, form, done }: UserAct): Promise<Response | Handed> {
  const { id, invitation } = await portal.users.createUser({ ...call, values: form.values, formToken: form.formToken });
  const name = text('name');
  const next = recordHref(LIST_URL, intent === 'save-and-new' ? 'new' : id, { back });
  if (invitation === 'none') {
    const text = `Se creó a ${name}, pero no se le pudo dar cómo elegir su contraseña. Hágalo con «Restablecer contraseña».`;
    return redirectWithNotice(context, recordHref(LIST_URL, id, { back }), { kind: 'error', text });
  }
  if (invitation === 'before') {
    const text = `${name} ya se había creado con este formulario. Si no sabe cómo elegirá su contraseña, use «Restablecer contraseña».`;
    return redirectWithNotice(context, recordHref(LIST_URL, id, { back }), { kind: 'success', text });
  }
  if (!invitation.mailed) return { handed: { id, name, isNew: true, mailFailed: invitation.mailFailed, link: invitation.link } };
  return done(next, `Se creó a ${name}. Le enviamos un correo para que elija su contraseña.`);
}

/** False while the person holds work, which must first be handed over on a page of its own. */
async function deactivated({ portal, person }: UserAct): Promise<boolean> {
  try {
    await portal.users.deactivateUser(person);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.details?.['reason'] === HOLDS) return false;
    throw error;
  }
}

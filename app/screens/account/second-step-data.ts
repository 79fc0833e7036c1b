import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import { newFactorIn } from './factor-acts.ts';
import type { ShownFactor } from './NewFactorForm.tsx';
import { toRefusal, type Refusal } from './refusal.ts';

interface SecondStepAnswer {
  refusal: Refusal | null;
  redirectTo: string;
  /** For a form that came back: keeps the same secret. */
  made: ShownFactor | null;
  /** Recovery codes to save before going on; the person is already signed in. */
  codes: string[] | null;
}

/** The step after the password: the second factor, or adding one where the role requires it. */
export async function loadSecondStep({ context, request }: LoaderFunctionArgs) {
  const { pending, portal } = context;
  const redirectTo = new URL(request.url).searchParams.get('redirectTo') ?? '';
  if (!pending) throw redirect(context.staff ? portal.signIn.safePath(redirectTo) : '/login');
  const actor = pending.staff;
  return {
    cooperativeName: portal.liveSettings.current().cooperativeName,
    logo: portal.liveSettings.logoHref(),
    redirectTo,
    roleTitle: actor.roleTitle,
    asked: pending.needs === 'factor' ? await portal.factors.findProofOptions({ actor }) : null,
    made: pending.needs === 'setup' ? await portal.factors.beginFactor({ actor, sealed: '' }) : null,
  };
}

export async function verifySecondStep({ context, request }: ActionFunctionArgs) {
  const { client, trusted, pending, portal, requestId, session } = context;
  if (!pending) throw redirect('/login');
  const answer: SecondStepAnswer = { refusal: null, redirectTo: '', made: null, codes: null };
  try {
    await portal.signIn.admitForm(client);
    const form = await request.formData();
    const text = (name: string) => formText(form, name);
    answer.redirectTo = text('redirectTo');
    const entering = { ...client, redirectTo: answer.redirectTo, sessionToken: session.token ?? '', requestId };
    if (pending.needs === 'setup') {
      answer.made = await portal.factors.beginFactor({ actor: pending.staff, sealed: text('sealed') });
      const codes = await portal.factors.addFactor({ actor: pending.staff, ...newFactorIn(text), origin: client.origin, requestId });
      const entered = await portal.factors.completeSignIn(entering, pending.staff.id);
      const headers = session.enter(entered);
      headers.set('Cache-Control', 'no-store');
      return data<SecondStepAnswer>({ ...answer, made: null, redirectTo: entered.redirectTo, codes: codes ?? [] }, { headers });
    }
    const given = { word: text('word'), passkey: text('passkey'), trusts: form.has('trust'), trusted: trusted.token };
    const entered = await portal.factors.confirmFactor({ ...entering, ...given, pending });
    const headers = session.enter(entered);
    if (entered.trusted !== null) headers.append('Set-Cookie', trusted.trust(entered.trusted));
    return redirect(entered.redirectTo, { headers });
  } catch (error) {
    const { refusal, status, headers } = toRefusal(error);
    return data<SecondStepAnswer>({ ...answer, refusal }, { status, headers });
  }
}

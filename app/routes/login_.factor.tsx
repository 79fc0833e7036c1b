import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formText } from '#server/domain/form-text.ts';
import { FactorForm } from '../screens/account/FactorForm.tsx';
import { newFactorIn } from '../screens/account/factor-acts.ts';
import { NewFactorForm, type ShownFactor } from '../screens/account/NewFactorForm.tsx';
import { RecoveryCodes } from '../screens/account/RecoveryCodes.tsx';
import { toRefusal, type Refusal } from '../screens/account/refusal.ts';
import { SignInFrame } from '../screens/account/SignInFrame.tsx';

interface Answer {
  refusal: Refusal | null;
  redirectTo: string;
  /** Of a form that came back: the same secret. */
  made: ShownFactor | null;
  /** The person is in: what they must keep, before they go on. */
  codes: string[] | null;
}

/** Behind the password: the second factor, or the first one of somebody whose role asks for it. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pending, portal } = context;
  const redirectTo = new URL(request.url).searchParams.get('redirectTo') ?? '';
  if (!pending) throw redirect(context.staff ? portal.signIn.safePath(redirectTo) : '/login');
  const actor = pending.staff;
  return {
    cooperativeName: portal.liveSettings.current().cooperativeName,
    logo: portal.liveSettings.logoHref(),
    redirectTo,
    roleTitle: actor.roleTitle,
    asked: pending.needs === 'factor' ? await portal.factors.askProof({ actor }) : null,
    made: pending.needs === 'setup' ? await portal.factors.beginFactor({ actor, sealed: '' }) : null,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { client, trusted, pending, portal, requestId, session } = context;
  if (!pending) throw redirect('/login');
  const answer: Answer = { refusal: null, redirectTo: '', made: null, codes: null };
  try {
    await portal.signIn.admitForm(client);
    const form = await request.formData();
    const text = (name: string) => formText(form, name);
    answer.redirectTo = text('redirectTo');
    const entering = { ...client, redirectTo: answer.redirectTo, sessionToken: session.token ?? '', requestId };
    if (pending.needs === 'setup') {
      answer.made = await portal.factors.beginFactor({ actor: pending.staff, sealed: text('sealed') });
      const codes = await portal.factors.addFactor({ actor: pending.staff, ...newFactorIn(text), origin: client.origin, requestId });
      const entered = await portal.factors.enter(entering, pending.staff.id);
      const headers = { 'Set-Cookie': session.start(entered), 'Cache-Control': 'no-store' };
      return data<Answer>({ ...answer, made: null, redirectTo: entered.redirectTo, codes: codes ?? [] }, { headers });
    }
    const given = { word: text('word'), passkey: text('passkey'), trusts: form.has('trust'), trusted: trusted.token };
    const entered = await portal.factors.confirmFactor({ ...entering, ...given, pending });
    const headers = new Headers({ 'Set-Cookie': session.start(entered) });
    if (entered.trusted !== null) headers.append('Set-Cookie', trusted.trust(entered.trusted));
    return redirect(entered.redirectTo, { headers });
  } catch (error) {
    const { refusal, status, headers } = toRefusal(error);
    return data<Answer>({ ...answer, refusal }, { status, headers });
  }
}

export default function FactorRoute() {
  const { cooperativeName, logo, asked, made, roleTitle, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const redirectTo = answer?.redirectTo ?? data.redirectTo;
  const refusal = answer?.refusal ?? null;
  if (answer?.codes)
    return (
      <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Ya tiene un segundo factor">
        <RecoveryCodes codes={answer.codes} />
        <a className="btn btn-primary btn-block" href={redirectTo}>
          Ya los guardé: continuar
        </a>
      </SignInFrame>
    );
  const shown = answer?.made ?? made;
  if (shown)
    return (
      <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Configure su segundo factor">
        <p className="mb-3">El rol «{roleTitle}» lo exige para entrar. Toma un minuto, y después se le pide un código al iniciar sesión.</p>
        <NewFactorForm made={shown} errors={refusal?.fields} reloadDocument>
          <input type="hidden" name="redirectTo" value={redirectTo} />
        </NewFactorForm>
      </SignInFrame>
    );
  return (
    <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Confirme que es usted">
      <FactorForm challenge={asked?.challenge ?? null} redirectTo={redirectTo} refusal={refusal} />
    </SignInFrame>
  );
}

import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formText } from '#server/domain/form-text.ts';
import { fieldValue, toRefusal } from '../screens/account/refusal.ts';
import { SignInForm } from '../screens/account/SignInForm.tsx';
import { SignInFrame } from '../screens/account/SignInFrame.tsx';
import { SignInSpinner } from '../ui/SignInSpinner.tsx';

const NOTICES: Readonly<Record<string, string>> = {
  contrasena: 'Su contraseña se cambió. Inicie sesión con la nueva.',
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pending, portal, session, staff } = context;
  if (staff) throw redirect('/');
  const params = new URL(request.url).searchParams;
  return {
    cooperativeName: portal.liveSettings.current().cooperativeName,
    logo: portal.liveSettings.logoHref(),
    redirectTo: params.get('redirectTo') ?? '',
    notice: NOTICES[params.get('aviso') ?? ''] ?? null,
    passkey: portal.factors.createSignInChallenge(),
    // Only if there was a session: why it is over.
    ended: session.token === null || pending ? null : (await portal.signIn.describeSessionEnd(session.token)).notice,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  let email: unknown = '';
  let redirectTo: unknown = '';
  try {
    await context.portal.signIn.admitForm(context.client);
    const form = await request.formData();
    email = fieldValue(form, 'email');
    redirectTo = fieldValue(form, 'redirectTo');
    const { client, portal, requestId, session, trusted } = context;
    const passkey = formText(form, 'passkey');
    const ownsDevice = form.has('ownsDevice');
    if (passkey !== '') {
      const entered = await portal.factors.signInByPasskey({ passkey, redirectTo, ownsDevice, ...client, requestId });
      return redirect(entered.redirectTo, { headers: session.enter(entered) });
    }
    const password = fieldValue(form, 'password');
    const signedIn = await portal.signIn.signIn({ email, password, redirectTo, ownsDevice, trusted: trusted.token, ...client, requestId });
    return redirect(signedIn.redirectTo, { headers: session.enter(signedIn) });
  } catch (error) {
    const { refusal, status, headers } = toRefusal(error);
    // The answer's address is just /login: the redirect target travels with the form.
    return data({ refusal, email: textOf(email), redirectTo: textOf(redirectTo) }, { status, headers });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export default function SignInRoute() {
  const { cooperativeName, logo, redirectTo, notice, passkey, ended } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SignInFrame cooperativeName={cooperativeName} logo={logo} title="Iniciar sesión">
      <SignInSpinner />
      <SignInForm
        redirectTo={answer?.redirectTo ?? redirectTo}
        email={answer?.email ?? ''}
        refusal={answer?.refusal ?? null}
        passkey={passkey}
        notice={answer ? null : notice}
        ended={answer ? null : ended}
      />
    </SignInFrame>
  );
}

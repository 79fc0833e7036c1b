import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { fieldValue, toRefusal, type Refusal } from '../screens/account/refusal.ts';
import { NewPasswordForm, RequestResetForm } from '../screens/account/ResetForms.tsx';
import { SignInFrame } from '../screens/account/SignInFrame.tsx';

interface Answer {
  sent: string | null;
  email: string;
  refusal: Refusal | null;
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { client, portal } = context;
  const params = new URL(request.url).searchParams;
  // The portal's links carry `token`, those in Firebase's e-mails `oobCode`.
  const token = params.get('token') ?? params.get('oobCode') ?? '';
  const check = token === '' ? null : portal.signIn.checkResetLink({ token, ...client });
  return {
    cooperativeName: portal.liveSettings.current().cooperativeName,
    logo: portal.liveSettings.logoHref(),
    mailsResets: portal.signIn.mailsResets(),
    token,
    refusal:
      (await check?.then(
        () => null,
        (error: unknown) => toRefusal(error).refusal,
      )) ?? null,
  };
}

/** With `token`: sets the new password. Without: sends the e-mail, with the same answer for known and unknown addresses. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { signIn } = context.portal;
  let email: unknown = '';
  try {
    await signIn.admitForm(context.client);
    const form = await request.formData();
    email = fieldValue(form, 'email');
    if (!form.has('token')) {
      const sent = await signIn.requestPasswordReset({ email, ...context.client });
      return data<Answer>({ sent, email: '', refusal: null });
    }
    const device = await signIn.resetPassword({
      token: fieldValue(form, 'token'),
      password: fieldValue(form, 'password'),
      ...context.client,
      requestId: context.requestId,
    });
    return redirect('/login?aviso=contrasena', { headers: { 'Set-Cookie': context.session.keepDevice(device) } });
  } catch (error) {
    const { refusal, status, headers } = toRefusal(error);
    return data<Answer>({ sent: null, email: typeof email === 'string' ? email : '', refusal }, { status, headers });
  }
}

export default function ResetPasswordRoute() {
  const { cooperativeName, logo, mailsResets, token, refusal } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SignInFrame cooperativeName={cooperativeName} logo={logo} title={token ? 'Elegir una nueva contraseña' : 'Recuperar la contraseña'}>
      {token ? (
        <NewPasswordForm token={token} mails={mailsResets} refusal={answer?.refusal ?? refusal} />
      ) : (
        <RequestResetForm mails={mailsResets} sent={answer?.sent ?? null} email={answer?.email ?? ''} refusal={answer?.refusal ?? null} />
      )}
    </SignInFrame>
  );
}

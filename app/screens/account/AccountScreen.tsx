import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import { formText } from '#server/domain/form-text.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { ACCOUNT_URL } from './account-url.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { PreferenceChoices } from './PreferenceChoices.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { createToken, revokeToken, shownTokens, typedToken, type IssuedToken, type TypedToken } from './token-acts.ts';
import { TokensCard } from './TokensCard.tsx';

/** Mi cuenta: who I am here, my password, my sessions, how I like the screens. */
export function AccountScreen() {
  const data = useLoaderData<typeof loadAccount>();
  const { lost, issued, answerTo } = useAnswer();
  return (
    <>
      <PageHead title="Mi cuenta" subtitle={data.profile.email} />
      {lost ? (
        <Notice kind="error" live className="mb-4 max-w-160">
          No se guardó: se perdió la conexión o terminó su sesión. Intente de nuevo.
        </Notice>
      ) : null}
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <ProfileCard profile={data.profile} formKey={data.formKey} answer={answerTo('phone')} />
          <PasswordForm email={data.profile.email} formKey={data.formKey} answer={answerTo('password')} />
          <SessionsCard sessions={data.sessions} answer={answerTo('sessions')} />
          <TokensCard data={data} issued={issued} answer={answerTo('tokens')} />
        </div>
        <Card title="Apariencia">
          <div className="-mx-2.5 grid gap-1">
            <PreferenceChoices theme={data.theme} pageSize={data.pageSize} />
          </div>
          <p className="field-help mt-1">Se guarda al elegir y rige en todos sus dispositivos.</p>
        </Card>
      </div>
    </>
  );
}

/** The last answer, given to the form that it belongs to; a lost connection belongs to the page. */
function useAnswer() {
  const answer = useActionData<AccountFailure | IssuedToken | LostConnection>();
  const failure = answer && 'form' in answer ? answer : null;
  return {
    lost: answer !== undefined && 'lost' in answer,
    issued: answer && 'token' in answer ? answer : null,
    answerTo: (form: AccountForm) => (failure?.form === form ? failure : null),
  };
}

export type AccountData = Awaited<ReturnType<typeof loadAccount>>;

/** Everybody's own; there is no id in the address to guess. */
export async function loadAccount({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { account, tokens } = context.portal;
  const [profile, sessions, own] = await Promise.all([
    account.getProfile({ actor }),
    account.findSessions({ actor }),
    tokens.findOwnTokens({ actor }),
  ]);
  return {
    profile,
    theme: actor.theme,
    pageSize: actor.pageSize,
    sessions:
      sessions?.map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        since: formatDateTime(createdAt),
        lastSeen: formatDateTime(lastSeenAt),
      })) ?? null,
    tokens: shownTokens(own),
    portalUrl: context.config.web.publicUrl.origin,
    /** A report to show how programs read it; null for who may open none. */
    exampleReport: context.portal.reports.all.find(({ menu }) => canOpen(actor, menu))?.id ?? null,
    /** A form that was sent is a new, empty one afterwards. */
    formKey: crypto.randomUUID(),
  };
}

type AccountForm = 'phone' | 'password' | 'sessions' | 'tokens';
/** By `intent`. */
const FORMS: Readonly<Record<string, AccountForm>> = {
  phone: 'phone',
  password: 'password',
  sessions: 'sessions',
  'create-token': 'tokens',
  'revoke-token': 'tokens',
};

/** Why a form of the page came back. Passwords never do. */
export interface AccountFailure extends Pick<Refusal<never>, 'message' | 'errors'> {
  form: AccountForm;
  phone?: string;
  typed?: TypedToken;
}

/** `intent` phone, password, sessions, create-token or revoke-token. */
export async function actOnAccount({ request, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  const form = await request.formData();
  const intent = formText(form, 'intent');
  try {
    if (intent === 'phone') return await savePhone(context, actor, formText(form, 'phone'));
    if (intent === 'password') return await savePassword(context, actor, form);
    if (intent === 'sessions') return await closeOthers(context, actor);
    if (intent === 'create-token') return await createToken(context, actor, form);
    if (intent === 'revoke-token') return await revokeToken(context, actor, form);
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context, { kept: '', ownPage: ['unauthenticated'], tellsOutages: true });
    return data<AccountFailure>({ ...refusal, ...typedIn(form, intent), form: FORMS[intent] ?? 'phone' }, answer);
  }
  throw unknownIntent('su cuenta');
}

function typedIn(form: FormData, intent: string): Pick<AccountFailure, 'phone' | 'typed'> {
  if (intent === 'phone') return { phone: formText(form, 'phone') };
  return intent === 'create-token' ? { typed: typedToken(form) } : {};
}

type Context = ActionFunctionArgs['context'];
type Actor = ReturnType<typeof requireStaff>;

async function savePhone(context: Context, actor: Actor, phone: string): Promise<Response> {
  await context.portal.account.updatePhone({ actor, phone, requestId: context.requestId });
  return redirectDone(context, ACCOUNT_URL, 'Se guardó su teléfono.');
}

async function savePassword(context: Context, actor: Actor, form: FormData): Promise<Response> {
  const { portal, session, client } = context;
  const opened = await portal.account.changePassword({
    actor,
    currentPassword: formText(form, 'currentPassword'),
    newPassword: formText(form, 'newPassword'),
    repeated: formText(form, 'repeated'),
    userAgent: client.userAgent,
  });
  if (!opened) return redirect('/login', { headers: { 'Set-Cookie': session.end() } });
  const response = redirectDone(context, ACCOUNT_URL, 'Se cambió su contraseña y se cerraron sus otras sesiones.');
  response.headers.append('Set-Cookie', session.start(opened));
  return response;
}

async function closeOthers(context: Context, actor: Actor): Promise<Response> {
  const { portal, session } = context;
  const { endedOwn } = await portal.account.closeOtherSessions({ actor, sessionToken: session.token ?? '' });
  if (endedOwn) return redirect('/login', { headers: { 'Set-Cookie': session.end() } });
  return redirectDone(context, ACCOUNT_URL, 'Se cerraron sus otras sesiones.');
}

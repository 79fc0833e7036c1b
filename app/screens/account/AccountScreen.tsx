import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { formAction, type Refusal } from '../forms/form-action.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
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

/** Why a form of the page came back. Passwords never do. */
export interface AccountFailure extends Pick<Refusal<never>, 'message' | 'errors'> {
  form: AccountForm;
  phone?: string;
  typed?: TypedToken;
}

/** By `intent`. */
const FORMS: Readonly<Record<string, AccountForm>> = {
  phone: 'phone',
  password: 'password',
  sessions: 'sessions',
  'create-token': 'tokens',
  'revoke-token': 'tokens',
};

/** `intent` phone, password, sessions, create-token or revoke-token. */
export const actOnAccount = /* @__PURE__ */ formAction(
  {
    of: 'su cuenta',
    kept: '',
    ownPage: ['unauthenticated'],
    tellsOutages: true,
    refused: ({ intent, text }, refusal): AccountFailure => ({
      ...refusal,
      form: FORMS[intent] ?? 'phone',
      ...(intent === 'phone' && { phone: text('phone') }),
      ...(intent === 'create-token' && { typed: typedToken(text) }),
    }),
  },
  {
    phone: async ({ portal, call, text, done }) => {
      await portal.account.updatePhone({ ...call, phone: text('phone') });
      return done(ACCOUNT_URL, 'Se guardó su teléfono.');
    },
    password: async ({ portal, actor, text, context: { session, client }, done }) => {
      const opened = await portal.account.changePassword({
        actor,
        currentPassword: text('currentPassword'),
        newPassword: text('newPassword'),
        repeated: text('repeated'),
        userAgent: client.userAgent,
      });
      if (!opened) return redirect('/login', { headers: { 'Set-Cookie': session.end() } });
      const response = done(ACCOUNT_URL, 'Se cambió su contraseña y se cerraron sus otras sesiones.');
      response.headers.append('Set-Cookie', session.start(opened));
      return response;
    },
    sessions: async ({ portal, actor, context: { session }, done }) => {
      const { endedOwn } = await portal.account.closeOtherSessions({ actor, sessionToken: session.token ?? '' });
      if (endedOwn) return redirect('/login', { headers: { 'Set-Cookie': session.end() } });
      return done(ACCOUNT_URL, 'Se cerraron sus otras sesiones.');
    },
    'create-token': createToken,
    'revoke-token': revokeToken,
  },
);

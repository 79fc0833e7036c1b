import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { ALERT_KINDS } from '#server/domain/alerts.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import type { NewFactor } from '#server/features/account/second-factor.ts';
import { ACCOUNT_URL } from './account-url.ts';
import { ADD_FACTOR, FACTOR_ACTS, shownFactors } from './factor-acts.ts';
import { createToken, revokeToken, shownTokens, typedToken, type TypedToken } from './token-acts.ts';

export type AccountData = Awaited<ReturnType<typeof loadAccount>>;

/** The person's own account; there is no id in the address to guess. */
export async function loadAccount({ context, request }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { account, alerts, factors, tokens } = context.portal;
  const asked = new URL(request.url).searchParams;
  const [profile, sessions, own, alertMails, ownFactors, newFactor] = await Promise.all([
    account.getProfile({ actor }),
    account.findSessions({ actor }),
    tokens.findOwnTokens({ actor }),
    alerts.getAlertMails({ actor }),
    factors.findOwnFactors({ actor }),
    asked.has(ADD_FACTOR) ? factors.beginFactor({ actor, sealed: '' }) : null,
  ]);
  return {
    /** Set while a weak password should be changed first. */
    better: account.readPasswordAdvice(asked),
    profile,
    alertMails,
    theme: actor.theme,
    pageSize: actor.pageSize,
    keys: actor.keysOff ? 'off' : 'on',
    sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      since: formatDateTime(createdAt),
      lastSeen: formatDateTime(lastSeenAt),
    })),
    factors: shownFactors(ownFactors),
    roleAsksFactor: actor.roleAsksFactor === true,
    /** Set while the person is adding a factor. */
    newFactor,
    tokens: shownTokens(own),
    tokenFields: tokens.form.fields,
    portalUrl: context.config.web.publicUrl.origin,
    /** A report for the usage example; null for people who may open none. */
    exampleReport: context.portal.reports.all.find(({ menu }) => canOpen(actor, menu))?.id ?? null,
    /** Changes on every load, so that a sent form starts empty again. */
    formKey: crypto.randomUUID(),
  };
}

export type AccountForm = 'alerts' | 'factors' | 'phone' | 'password' | 'sessions' | 'tokens';
/** Forms by `intent`. */
const FORMS: Readonly<Record<string, AccountForm>> = {
  alerts: 'alerts',
  phone: 'phone',
  password: 'password',
  session: 'sessions',
  sessions: 'sessions',
  'create-token': 'tokens',
  'revoke-token': 'tokens',
  'add-factor': 'factors',
  'remove-factor': 'factors',
  'renew-codes': 'factors',
};

/** Why a form of the page came back. Passwords are never included. */
export interface AccountFailure extends Pick<Refusal<never>, 'message' | 'errors'> {
  form: AccountForm;
  phone?: string;
  typed?: TypedToken;
  newFactor?: NewFactor;
}

/** `intent`: alerts, phone, password, session (`session:id`), sessions, create-token, revoke-token, or one of the factors'. */
export const actOnAccount = formAction(
  {
    of: 'su cuenta',
    kept: '',
    ownPage: ['unauthenticated'],
    tellsOutages: true,
    refused: async ({ portal, actor, intent, text }, refusal): Promise<AccountFailure> => ({
      ...refusal,
      form: FORMS[intent] ?? 'phone',
      ...(intent === 'phone' && { phone: text('phone') }),
      ...(intent === 'add-factor' && { newFactor: await portal.factors.beginFactor({ actor, sealed: text('sealed') }) }),
      ...(intent === 'create-token' && { typed: typedToken(text) }),
    }),
  },
  {
    alerts: async ({ portal, actor, text, done }) => {
      await portal.alerts.setAlertMails({ actor, choices: Object.fromEntries(ALERT_KINDS.map((kind) => [kind, text(kind)])) });
      return done(`${ACCOUNT_URL}#avisos`, 'Se guardó cuáles avisos le llegan por correo.');
    },
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
        ip: client.ip,
        device: client.device,
      });
      if (!opened) return redirect('/login', { headers: { 'Set-Cookie': session.end() } });
      const better = portal.account.readPasswordAdvice(new URLSearchParams({ clave: text('clave'), despues: text('despues') }));
      const response = done(better?.later ?? ACCOUNT_URL, 'Se cambió su contraseña y se cerraron sus otras sesiones.');
      response.headers.append('Set-Cookie', session.start(opened));
      return response;
    },
    session: async ({ portal, call, detail, done }) => {
      await portal.account.closeSession({ ...call, sessionId: detail });
      return done(ACCOUNT_URL, 'Se cerró la sesión.');
    },
    sessions: async ({ portal, actor, context: { session }, done }) => {
      await portal.account.closeOtherSessions({ actor, sessionToken: session.token ?? '' });
      return done(ACCOUNT_URL, 'Se cerraron sus otras sesiones.');
    },
    'create-token': createToken,
    'revoke-token': revokeToken,
    ...FACTOR_ACTS,
  },
);

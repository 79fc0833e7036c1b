import { bind } from '../../platform/bind.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { SessionEnd } from '../../ports/identity/identity-provider.ts';
import type { Services } from '../../services.ts';
import { readPasswordAdvice } from './better-password.ts';
import { changePassword } from './change-password.ts';
import { getProfile, updatePhone } from './get-profile.ts';
import { closeOtherSessions, closeSession, findSessions } from './sessions.ts';
import { feature, job } from '../feature.ts';
import { admitForm } from './sign-in-limits.ts';
import { checkResetLink, mailsResets } from './password-reset.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import { requestResetCounted, resetPasswordAudited, signInAudited, auditedAfter } from './audited-acts.ts';
import { auditRefusals, auditRefusalsJob } from './refusals.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';
import {
  addFactor,
  findProofOptions,
  createSignInChallenge,
  beginFactor,
  confirmFactor,
  completeSignIn,
  findOwnFactors,
  prove,
  removeOwnFactor,
  renewCodes,
  signInByPasskey,
} from './second-factor.ts';
import { countFactors, RESET_FORM, resetFactors } from './reset-factors.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { admitToken } from './admit-token.ts';
import { findOwnTokens } from './find-own-tokens.ts';
import { issueToken } from './issue-token.ts';
import { revokeOwnToken, revokeToken } from './revoke-tokens.ts';
import { TOKENS } from './token-list.ts';
import { STORED_FIELDS, TOKEN_FORM } from './tokens.ts';
import { tokensProjection } from './tokens.projection.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageAt } from '../../records/declared-record.ts';

/** Verbs on one's own account: `portal.account`. */
function createOwnAccount(services: Services) {
  return bind(services, {
    getProfile,
    updatePhone,
    changePassword: auditedAfter('passwordChanged', changePassword),
    findSessions,
    closeSession: auditedAfter('otherSessionsClosed', closeSession),
    closeOtherSessions: auditedAfter('otherSessionsClosed', closeOtherSessions),
    readPasswordAdvice,
  });
}

/** Signing in and out and choosing a new password. */
export function createSignIn(services: Services) {
  return bind(services, {
    admitForm,
    signIn: signInAudited,
    signOut,
    describeSessionEnd,
    checkResetLink,
    mailsResets,
    requestPasswordReset: requestResetCounted,
    resetPassword: resetPasswordAudited,
    safePath,
  });
}

/** Where a form may lead: a path of this portal; otherwise Inicio. */
function safePath({ config }: Services, path: string): string {
  return safeRedirectPath(path, config.web.publicUrl.origin);
}

/** Ends the session behind the cookie; an unknown one is no error. @param actor the session's person, if it was still open */
async function signOut(services: Services, sessionToken: string, actor: Staff | null = null): Promise<void> {
  await services.identity.signOut(sessionToken);
  if (actor) await recordAuditTrail(services, { act: 'signedOut', actor });
}

const ENDS: Readonly<Record<SessionEnd, string>> = {
  expired: 'Su sesión venció: cada una dura un tiempo limitado.',
  rest: 'Su sesión se cerró porque pasó un rato sin uso.',
  closed: 'Su sesión la cerró un Administrador, o usted desde otro de sus equipos.',
  disabled: 'Un Administrador desactivó su cuenta, y con eso se cerró su sesión. Si cree que es un error, hable con un Administrador.',
  password: 'Cambió la contraseña de su cuenta, y con eso se cerró su sesión. Si no la cambió usted, avise a un Administrador.',
  role: 'Su rol cambió, y con eso se cerró su sesión.',
  revoked: 'Su sesión se cerró desde otro equipo, o porque cambió la contraseña o el estado de su cuenta.',
};

/**
 * Why the session behind a cookie ended, in words, alone and with what to do next. Only somebody with the cookie of a real session learns
 * it, so it reveals nothing to strangers. Never rejects. @param sessionToken null: the reason does not matter
 */
async function describeSessionEnd({ identity, log }: Services, sessionToken: string | null): Promise<{ why: string; notice: string }> {
  const found = sessionToken === null ? null : identity.whyEnded(sessionToken);
  const end = await found?.catch((error: unknown) => {
    log.warn({ err: error }, 'why a session ended is not known');
    return null;
  });
  const why = end ? ENDS[end] : 'Su sesión terminó.';
  // A disabled account cannot sign in.
  return { why, notice: end === 'disabled' ? why : `${why} Inicie sesión de nuevo.` };
}

/** Second factors, passkeys and proofs of identity: `portal.factors`. */
export function createFactors(services: Services) {
  return {
    resetFields: RESET_FORM.fields,
    ...bind(services, {
      findOwnFactors,
      beginFactor,
      addFactor,
      removeOwnFactor,
      renewCodes,
      createSignInChallenge,
      findProofOptions,
      prove,
      confirmFactor,
      completeSignIn,
      signInByPasskey,
      countFactors,
      resetFactors,
    }),
  };
}

/** Tokens that people give to their programs, to read reports: `portal.tokens`. Each verb checks the permission itself. */
export function createTokens(services: Services) {
  return {
    form: TOKEN_FORM,
    ...bind(services, {
      findTokens: listVerbs(TOKENS).findPage,
      admitToken,
      findOwnTokens,
      issueToken,
      revokeOwnToken,
      revokeToken,
    }),
  };
}

export const account = feature({
  verbs: { account: createOwnAccount, signIn: createSignIn, tokens: createTokens, factors: createFactors },
  records: {
    accesos_programas: {
      noun: TOKENS.noun,
      page: pageAt(TOKENS),
      names: { table: 'accesos_programas', name: 'nombre' },
      fields: STORED_FIELDS,
    },
  },
  projections: [tokensProjection],
  lists: [declareList(TOKENS, { isSearched: false })],
  jobs: [job(auditRefusalsJob, () => Promise.resolve(({ services }) => auditRefusals(services)))],
});

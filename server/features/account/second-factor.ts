import { Secret, TOTP } from 'otpauth';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { PasskeyChallenge, NewPasskey } from '../../domain/passkeys.ts';
import type { PendingStaff } from '../../domain/permissions.ts';
import { OWN_DEVICE_REST_MINUTES, requireFresh, type ProofRequest } from '../../domain/proof.ts';
import { truncate } from '../../domain/text.ts';
import { qrPathOf, type QrPath } from '../../platform/qr-code.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { SignedIn } from '../../ports/identity/identity-provider.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import { storeAudit } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { loadVisit, type Visit } from '../../staff/load-staff.ts';
import { seal, unseal } from './factor-key.ts';
import { requestNewPasskey, requestPasskey, readNewPasskey, verifyPasskey } from './passkeys.ts';
import { createRefusalCounter, SIGN_IN_REFUSALS } from './refusals.ts';
import { rememberDevice } from './remember-device.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';
import { countFactorAttempt, countSignInAttempt, limitsOf } from './sign-in-limits.ts';
import { requestOrigin } from './request-origin.ts';
import {
  countRecoveryCodes,
  isTrusted,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
  storeFactor,
  storeProof,
  consumeRecoveryCode,
  consumeCounter,
  trustDevice,
  type FactorKind,
} from './stored-factors.ts';

const NAME_MAX = 40;
const PERIOD_S = 30;
const CODE = /^\d{6}$/;
const SECRET_BYTES = 20;

/** A factor as its owner sees it; JSON for the browser. */
interface OwnFactor {
  id: string;
  kind: FactorKind;
  name: string;
  /** ISO text. */
  createdAt: string;
  lastUsedAt: string | null;
}

export interface OwnFactors {
  factors: OwnFactor[];
  codesLeft: number;
}

export async function findOwnFactors(services: Services, { actor }: Call): Promise<OwnFactors> {
  const [factors, codesLeft] = await Promise.all([readFactors(services, { uid: actor.id }), countRecoveryCodes(services, actor.id)]);
  return {
    codesLeft,
    factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/** What somebody needs to add a factor: JSON for the browser. */
export interface NewFactor {
  /** The secret of a code, to be scanned or typed, and sealed, as the form sends it back: it is stored only once a code of it was right. */
  qr: QrPath;
  secret: string;
  sealed: string;
  passkey: NewPasskey;
}

/** @param sealed from a form that came back: the same secret again. Errors: `forbidden` (requireFresh) */
export async function beginFactor(services: Services, { actor, sealed }: Call & { sealed: string }): Promise<NewFactor> {
  requireFresh(actor);
  const { config, liveSettings } = services;
  const known = await readFactors(services, { uid: actor.id });
  const secret = readSealed(services, actor.id, sealed) ?? new Secret({ size: SECRET_BYTES }).base32;
  const issuer = liveSettings.current().cooperativeName;
  const uri = new TOTP({ issuer, label: actor.email, secret: Secret.fromBase32(secret) }).toString();
  return {
    qr: qrPathOf(uri),
    secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
    sealed: seal(config, secret, `new code ${actor.id}`).toString('base64url'),
    passkey: requestNewPasskey(services, { id: actor.id, email: actor.email, name: actor.name, known }),
  };
}

function readSealed({ config }: Pick<Services, 'config'>, uid: string, sealed: string): string | null {
  return sealed === '' ? null : unseal(config, Buffer.from(sealed, 'base64url'), `new code ${uid}`);
}

interface AddCall extends Call {
  name: string;
  /** For a code: its sealed secret as it was given out, and the code that the application shows. */
  sealed: string;
  code: string;
  /** For a passkey instead: what the browser answered; '' for none. */
  passkey: string;
  origin: string;
}

/**
 * Adds a factor that was shown to work. From then on the person is asked for a factor in every session except this one.
 * The form of a code that is sent again, as by a double click, adds nothing and has the same answer.
 * Errors: `invalid-input` at `code` or `name`, `forbidden` (requireFresh), `conflict`, `too-many-requests`.
 * @returns recovery codes if the person had no factor before; they are never shown again
 */
export async function addFactor(services: Services, call: AddCall): Promise<string[] | null> {
  const { actor, name, sealed, passkey } = call;
  requireFresh(actor);
  const factorName = truncate(name.trim(), NAME_MAX) || (passkey === '' ? 'Aplicación de códigos' : 'Llave de acceso');
  const { proofBySession } = limitsOf(services);
  await proofBySession.consume(actor.sessionId);
  const known = await readFactors(services, { uid: actor.id });
  const shown = passkey === '' ? readShownCode(services, call) : await readShownPasskey(services, call);
  const { id, isNew } = await storeFactor(services, { uid: actor.id, name: factorName, ...shown });
  await proofBySession.reset(actor.sessionId);
  await storeProof(services, { uid: actor.id, sessionId: actor.sessionId, withFactor: true });
  if (isNew) await auditFactorAct(services, call, AUDIT_ACTIONS.factorAdded, { nombre: factorName });
  const isFirst = known.every((factor) => factor.id === id);
  return isFirst ? renewRecoveryCodes(services, actor.id, passkey === '' ? sealed : undefined) : null;
}

type ShownFactor = Omit<Parameters<typeof storeFactor>[1], 'name' | 'uid'>;

function readShownCode(services: Services, { actor, sealed, code }: AddCall): ShownFactor {
  const secret = readSealed(services, actor.id, sealed);
  const step = secret === null ? null : stepOf(secret, digitsOf(code));
  if (secret === null || step === null)
    throw invalidFields({ code: ['El código no es correcto. Escriba el que la aplicación muestra ahora.'] }, 'problems');
  return { kind: 'code', secret, credentialId: null, counter: step };
}

async function readShownPasskey(services: Services, { actor, passkey, origin }: AddCall): Promise<ShownFactor> {
  const made = await readNewPasskey(services, { answer: passkey, origin, purpose: `new ${actor.id}` });
  if (!made) throw invalidFields({ passkey: ['La llave de acceso no se pudo registrar. Intente de nuevo.'] }, 'problems');
  return { kind: 'passkey', ...made };
}

/** Errors: `not-found`, `conflict` for the last factor of somebody whose role requires one, `forbidden` (requireFresh). */
export async function removeOwnFactor(services: Services, call: Call & { id: string }): Promise<void> {
  const { actor, id } = call;
  requireFresh(actor);
  const own = await readFactors(services, { uid: actor.id });
  const factor = own.find((one) => one.id === id);
  if (!factor) throw new AppError('not-found', 'no such factor', { userMessage: 'Ya no está entre sus formas de confirmar.' });
  if (own.length === 1 && actor.roleAsksFactor)
    throw new AppError('conflict', 'the last factor of a role that asks for one', {
      userMessage: `El rol «${actor.roleTitle}» exige un segundo factor. Agregue otro antes de quitar este.`,
    });
  // Audited first, like a reset (reset-factors.ts).
  await auditFactorAct(services, call, AUDIT_ACTIONS.factorRemoved, { nombre: factor.name });
  await removeFactor(services, { uid: actor.id, id });
}

/**
 * Errors: `conflict` without a factor that they could replace, `forbidden` (requireFresh). @returns the codes, which are never shown again
 */
export async function renewCodes(services: Services, call: Call): Promise<string[]> {
  requireFresh(call.actor);
  if ((await readFactors(services, { uid: call.actor.id })).length === 0)
    throw new AppError('conflict', 'no factor', { userMessage: 'Agregue primero una aplicación de códigos o una llave de acceso.' });
  const codes = await renewRecoveryCodes(services, call.actor.id);
  await auditFactorAct(services, call, AUDIT_ACTIONS.recoveryCodesMade, {});
  return codes;
}

/** The challenge for a passkey before anybody has signed in. */
export function createSignInChallenge(services: Services): PasskeyChallenge {
  return requestPasskey(services, 'sign-in');
}

/** What the person can prove themselves with, beside their password. */
export async function findProofOptions(services: Services, { actor }: Call): Promise<Pick<ProofRequest, 'challenge' | 'hasCode'>> {
  const kinds = (await readFactors(services, { uid: actor.id })).map(({ kind }) => kind);
  return {
    hasCode: kinds.includes('code'),
    challenge: kinds.includes('passkey') ? requestPasskey(services, `proof ${actor.id}`).challenge : null,
  };
}

interface ProvidedFactor {
  /** A code of an application or a recovery code; when proving identity anew, also the password. */
  word: string;
  /** The passkey's answer as JSON; '' for none. */
  passkey: string;
  origin: string;
}

type Proof = 'code' | 'passkey' | 'password' | 'recovery';

const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  code: 'Código de la aplicación',
  passkey: 'Llave de acceso',
  password: 'Contraseña',
  recovery: 'Código de recuperación',
};

const REFUSED_PROOFS = { 'invalid-input': 'proofRefused', 'too-many-requests': 'proofRefused' } as const;

/**
 * Proves the actor's identity anew, in the session in which they act: valid for FRESH_MINUTES. Tries of every kind count by session:
 * somebody at a session left open can neither guess passwords nor keep its owner from proving themselves in another.
 * Errors: `invalid-input`, `too-many-requests`, `unavailable`.
 * @returns the session under its new token; null when another request already has it
 */
export async function prove(
  services: Services,
  call: Call & ProvidedFactor & { ip: string; sessionToken: string },
): Promise<SignedIn | null> {
  const { actor, word } = call;
  const { proofBySession } = limitsOf(services);
  const refused = createRefusalCounter(services, REFUSED_PROOFS, { uid: actor.id, ip: call.ip });
  await proofBySession.consume(actor.sessionId).catch(refused);
  const proof =
    (await verifyFactor(services, call)) ??
    (word !== '' && (await services.identity.checkPassword({ email: actor.email, password: word })) === actor.id ? 'password' : null);
  if (proof === null)
    return refused(
      new AppError('invalid-input', 'no proof', { userMessage: 'Eso no es correcto. Escriba su contraseña o un código vigente.' }),
    );
  await proofBySession.reset(actor.sessionId);
  await storeProof(services, { uid: actor.id, sessionId: actor.sessionId, withFactor: proof !== 'password' });
  await auditFactorAct(services, call, AUDIT_ACTIONS.identityProved, { con: PROOF_WORDS[proof] });
  return services.identity.rotateSession(call.sessionToken);
}

/** Finds which of the person's factors it was, and uses the code or challenge up; null for none. */
async function verifyFactor(
  services: Services,
  { actor, requestId, word, passkey, origin }: Call & ProvidedFactor,
): Promise<Exclude<Proof, 'password'> | null> {
  const { id: uid } = actor;
  if (passkey !== '') return (await verifyPasskey(services, { answer: passkey, origin, purpose: `proof ${uid}`, uid })) ? 'passkey' : null;
  const digits = digitsOf(word);
  if (CODE.test(digits)) {
    for (const factor of await readFactors(services, { uid })) {
      const step = factor.kind === 'code' && factor.secret !== '' ? stepOf(factor.secret, digits) : null;
      if (step !== null && (await consumeCounter(services, factor, step))) return 'code';
    }
    return null;
  }
  if (word === '' || !(await consumeRecoveryCode(services, uid, word))) return null;
  await auditFactorAct(services, { actor, requestId }, AUDIT_ACTIONS.recoveryCodeUsed, { quedan: await countRecoveryCodes(services, uid) });
  return 'recovery';
}

const digitsOf = (typed: string) => typed.replaceAll(/\s/g, '');

/** The time step of a code that is current or one step off, as clocks are; null for any other. */
function stepOf(secret: string, token: string): number | null {
  if (!CODE.test(token)) return null;
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S }).validate({ token, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / PERIOD_S) + delta;
}

interface SignInContext {
  ip: string;
  userAgent: string;
  redirectTo?: unknown;
  requestId?: string;
  ownsDevice?: boolean;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
}

export interface CompletedSignIn extends SignedIn {
  /** A path of this portal. */
  redirectTo: string;
  /** Name of this device from now on, if it is trusted. */
  trusted: string | null;
  /** The cookie by which this device is known from now on. */
  device: string;
}

const REFUSED_CODES = { 'invalid-input': 'factorRefused', 'too-many-requests': 'signInBlocked' } as const;

/**
 * The second step of somebody whose password was right: opens a new session and ends that of the first step, which gave access to nothing.
 * Errors: `invalid-input`, `unauthenticated`, `too-many-requests`, `unavailable`.
 */
export async function confirmFactor(
  services: Services,
  call: SignInContext & ProvidedFactor & { pending: PendingStaff; sessionToken: string; trusts: boolean; trusted: string | null },
): Promise<CompletedSignIn> {
  const { staff: actor } = call.pending;
  const refused = createRefusalCounter(services, REFUSED_CODES, { uid: actor.id, ip: call.ip });
  const succeed = await countFactorAttempt(services, { uid: actor.id, device: call.device }).catch(refused);
  if (!(await verifyFactor(services, { ...call, actor })))
    return refused(
      new AppError('invalid-input', 'no factor', { userMessage: 'El código no es correcto o ya se usó. Escriba el que se muestra ahora.' }),
    );
  await succeed();
  const trusted = call.trusts ? await trustDevice(services, actor.id, call.trusted) : null;
  if (trusted !== null) await recordAuditTrail(services, { act: 'deviceTrusted', actor, ...requestOrigin(call) });
  return { ...(await completeSignIn(services, call, actor.id)), trusted };
}

/** The same for somebody who had to set up a factor, and has one now. Errors: `unauthenticated`, `unavailable`. */
export async function completeSignIn(
  services: Services,
  call: SignInContext & { sessionToken: string },
  uid: string,
): Promise<CompletedSignIn> {
  const first = await services.identity.verifySession(call.sessionToken);
  // The person said with the password whether the device is theirs.
  const opened = await openProved(services, { ...call, ownsDevice: typeof first?.restMinutes === 'number' }, uid);
  await services.identity.signOut(call.sessionToken);
  return opened;
}

/**
 * A passkey needs nothing else: its device asked for the screen lock.
 * Errors: `unauthenticated` (one sentence for every reason), `too-many-requests`, `unavailable`.
 */
export async function signInByPasskey(
  services: Services,
  call: SignInContext & Pick<ProvidedFactor, 'origin' | 'passkey'>,
): Promise<CompletedSignIn> {
  const refused = createRefusalCounter(services, SIGN_IN_REFUSALS, { ip: call.ip });
  const succeed = await countSignInAttempt(services, { ...call, email: null }).catch(refused);
  const uid = await verifyPasskey(services, { answer: call.passkey, origin: call.origin, purpose: 'sign-in' });
  if (uid === null) return refused(signInRefusal('no passkey of anybody'));
  const entered = await openProved(services, call, uid);
  await succeed();
  services.log.info({ uid, ip: call.ip }, 'signed in by passkey');
  return entered;
}

async function openProved(services: Services, call: SignInContext, uid: string): Promise<CompletedSignIn> {
  const { config, identity } = services;
  const { userAgent, ip, redirectTo } = call;
  const refused = createRefusalCounter(services, SIGN_IN_REFUSALS, { uid, ip });
  // Asked before a session opens: an account of somebody who is not in the portal opens none.
  const visit = await loadVisit(services, { uid, sessionId: '' });
  if (!visit) return refused(signInRefusal('no active person'));
  const opened = await identity.openSession({ uid, userAgent, ip, restMinutes: restMinutesOf(visit, call) });
  const session = opened && (await identity.verifySession(opened.sessionToken));
  if (!opened || !session) return refused(signInRefusal('no session'));
  await storeProof(services, { uid, sessionId: session.sessionId, withFactor: true });
  const { name, email } = visit.staff;
  const device = await rememberDevice(services, { ...call, uid, name, email, withFactor: true });
  await recordAuditTrail(services, { act: 'signedIn', actor: visit.staff, ...requestOrigin(call) });
  return { ...opened, redirectTo: safeRedirectPath(redirectTo, config.web.publicUrl.origin), trusted: null, device };
}

/** Minutes without use after which the session ends; null for the portal's default. */
export function restMinutesOf({ staff }: Pick<Visit, 'staff'>, { ownsDevice }: { ownsDevice?: boolean | undefined }): number | null {
  return ownsDevice && staff.mayOwnDevice ? OWN_DEVICE_REST_MINUTES : null;
}

function signInRefusal(reason: string): AppError {
  return new AppError('unauthenticated', reason, { userMessage: 'No se pudo iniciar sesión así. Intente de nuevo o use su contraseña.' });
}

/** Whether somebody whose password was right must take the second step: not if they have no factor, nor on a device that they trust. */
export async function needsSecondStep(
  services: Services,
  { sessionToken, needs, uid }: Pick<SignedIn, 'sessionToken' | 'uid'> & Pick<Visit, 'needs'>,
  trusted: string | null,
): Promise<boolean> {
  if (needs === null) return false;
  if (needs === 'setup' || !(await isTrusted(services, uid, trusted))) return true;
  const session = await services.identity.verifySession(sessionToken);
  if (session) await storeProof(services, { uid, sessionId: session.sessionId, withFactor: true });
  return false;
}

/** @param target where they wanted to go */
export const secondStepPath = (target: string): string => `/login/factor?${new URLSearchParams({ redirectTo: target })}`;

async function auditFactorAct(
  { documents }: Pick<Services, 'documents'>,
  { actor, requestId }: Call,
  action: (typeof AUDIT_ACTIONS)['factorAdded' | 'factorRemoved' | 'identityProved' | 'recoveryCodesMade' | 'recoveryCodeUsed'],
  newData: Readonly<Record<string, number | string>>,
): Promise<void> {
  await storeAudit(documents.main, { actor, requestId, action, targetPath: `usuarios/${actor.id}`, beforeData: null, newData });
}

import { z } from 'zod';
import type { PasskeyChallenge, NewPasskey } from '../../domain/passkeys.ts';
import type { Services } from '../../services.ts';
import { createChallenge, readChallenge } from './factor-key.ts';
import { readFactors, consumeChallenge, consumeCounter, type StoredFactor } from './stored-factors.ts';

const CHALLENGE_MINUTES = 10;
/** Answers of authenticators are some kilobytes. */
const ANSWER_MAX = 16_000;

/** What a challenge is for: an answer to one purpose is not accepted for another. */
type Purpose = 'sign-in' | `proof ${string}` | `new ${string}`;

const keyOf = z.object({ publicKey: z.string(), transports: z.array(z.string()) });
const answerOf = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

export function requestPasskey({ config }: Pick<Services, 'config'>, purpose: Purpose): PasskeyChallenge {
  return { challenge: createChallenge(config, purpose, CHALLENGE_MINUTES) };
}

/** Asks for a passkey that the device stores itself and protects with its screen lock, so that it suffices without a password. */
export function requestNewPasskey(
  { config, liveSettings }: Pick<Services, 'config' | 'liveSettings'>,
  { id, email, name, known }: { id: string; email: string; name: string; known: readonly StoredFactor[] },
): NewPasskey {
  return {
    ...requestPasskey({ config }, `new ${id}`),
    rp: { name: liveSettings.current().cooperativeName },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.flatMap(({ credentialId }) => (credentialId === null ? [] : [{ type: 'public-key', id: credentialId }])),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

interface PasskeyAnswer {
  /** JSON, as the browser sent it. */
  answer: string;
  /** Origin of the page that asked. */
  origin: string;
  purpose: Purpose;
}

/** A new passkey as it is stored; null for an answer that does not fit a challenge created here. */
export async function readNewPasskey(
  services: Pick<Services, 'config' | 'log' | 'sql'>,
  { answer, origin, purpose }: PasskeyAnswer,
): Promise<Pick<StoredFactor, 'counter' | 'credentialId' | 'secret'> | null> {
  const response = parseAnswer(answer);
  if (!response) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const registrationChallenge = createChallengeCheck(services, purpose);
  const verified = await verifyRegistrationResponse({
    response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: registrationChallenge.isOurs,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }).catch((error: unknown) => logRefusal(services, error));
  if (!verified?.verified || !(await registrationChallenge.consume())) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, counter, secret: JSON.stringify({ publicKey: Buffer.from(publicKey).toString('base64url'), transports }) };
}

/**
 * Whose passkey answered; each challenge is accepted once. null for any reason why the answer does not count.
 * @param uid who must have answered; without it, anybody
 */
export async function verifyPasskey(
  services: Pick<Services, 'config' | 'log' | 'sql'>,
  { answer, origin, purpose, uid }: PasskeyAnswer & { uid?: string },
): Promise<string | null> {
  const response = parseAnswer(answer);
  const factor = response && (await readFactors(services, { credentialId: response.id }))[0];
  if (!factor || factor.secret === '' || (uid !== undefined && factor.uid !== uid)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const signInChallenge = createChallengeCheck(services, purpose);
  const { publicKey } = keyOf.parse(JSON.parse(factor.secret));
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: signInChallenge.isOurs,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: { id: response.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: factor.counter },
    requireUserVerification: true,
  }).catch((error: unknown) => logRefusal(services, error));
  if (!verified?.verified || !(await signInChallenge.consume())) return null;
  return (await consumeCounter(services, factor, verified.authenticationInfo.newCounter)) ? factor.uid : null;
}

/**
 * The challenge is checked while the answer is verified, and used up only once it was right: a wrong answer must not use up somebody else's
 * challenge.
 */
function createChallengeCheck({ config, sql }: Pick<Services, 'config' | 'sql'>, purpose: Purpose) {
  let checkedChallenge: { challenge: string; end: Date } | null = null;
  return {
    isOurs: (challenge: string): boolean => {
      const end = readChallenge(config, challenge, purpose);
      checkedChallenge = end && { challenge, end };
      return end !== null;
    },
    consume: async (): Promise<boolean> =>
      checkedChallenge !== null && consumeChallenge({ sql }, checkedChallenge.challenge, checkedChallenge.end),
  };
}

function parseAnswer(answer: string): z.output<typeof answerOf> | null {
  if (answer === '' || answer.length > ANSWER_MAX) return null;
  try {
    return answerOf.parse(JSON.parse(answer));
  } catch {
    return null;
  }
}

/** The library throws for any answer that does not fit. */
function logRefusal({ log }: Pick<Services, 'log'>, error: unknown): null {
  log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey refused');
  return null;
}

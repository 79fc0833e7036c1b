import { AppError } from './errors.ts';
import type { Staff } from './permissions.ts';

/** So long after a sign-in, or after somebody proved anew who they are, nobody asks them again. */
export const FRESH_MINUTES = 10;

/** So long a device that somebody trusts is not asked for their second factor. */
export const TRUST_DAYS = 30;

/** So long a session may rest on a device that its person called their own. */
export const OWN_DEVICE_REST_MINUTES = 8 * 60;

/** Controls of the form that asks for a proof: the word that was typed, what a passkey answered, and the button of who would rather not. */
export const PROOF_CONTROLS = { word: 'proofWord', passkey: 'proofPasskey', cancel: 'proofCancel' } as const;

/** What the page that asks for a proof needs; JSON for the browser. */
export interface AskedProof {
  /** What was typed, to be sent again with the proof. */
  fields: readonly (readonly [name: string, value: string])[];
  /** The form can come back instead, as it was typed. */
  givesBack: boolean;
  hasCode: boolean;
  /** For a passkey; null for who has none. */
  challenge: string | null;
  /** Why the last proof was none; '' before there was one. */
  refusal: string;
}

const REASON = 'proof';

/** Before rights are given, or doors are opened that stay open. Errors: `forbidden`, as which formAction asks for the proof (`isProofNeeded`). */
export function requireFresh(
  actor: Pick<Staff, 'id' | 'signedInLongAgo'>,
  userMessage = `Confirme que es usted: inició sesión hace más de ${FRESH_MINUTES} minutos.`,
): void {
  if (!actor.signedInLongAgo) return;
  throw new AppError('forbidden', `staff ${actor.id} must prove anew who they are`, {
    userMessage,
    details: { reason: REASON },
  });
}

export function isProofNeeded(error: unknown): error is AppError {
  return error instanceof AppError && error.details?.['reason'] === REASON;
}

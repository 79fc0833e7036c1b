import { AppError } from './errors.ts';
import type { Staff } from './permissions.ts';

/** For this long after a sign-in or a proof of identity, no new proof is required. */
export const FRESH_MINUTES = 10;

/** For this long, a trusted device does not require the second factor. */
export const TRUST_DAYS = 30;

/** How long a session may stay idle on a device that its person declared as their own. */
export const OWN_DEVICE_REST_MINUTES = 8 * 60;

/** Controls of the form that asks for a proof: the typed password or code, a passkey's answer, and the cancel button. */
export const PROOF_CONTROLS = { word: 'proofWord', passkey: 'proofPasskey', cancel: 'proofCancel' } as const;

/** Data of the page that asks for a proof; JSON for the browser. */
export interface ProofRequest {
  /** The submitted fields, to be sent again with the proof. */
  fields: readonly (readonly [name: string, value: string])[];
  /** On cancel, the original form is shown again as it was filled in. */
  givesBack: boolean;
  hasCode: boolean;
  /** Challenge for a passkey; null for people without one. */
  challenge: string | null;
  /** Why a proof is needed, for the act that was refused; '' where it is not known. */
  reason: string;
  /** Why the last proof failed; '' before the first attempt. */
  refusal: string;
}

/** Where a proof is sent that no form waits for, with the field for the page or file that was asked for. */
export const PAGE_PROOF = { url: '/account/proof', field: 'redirectTo' } as const;

export function proofBefore(page: string, options: Pick<ProofRequest, 'challenge' | 'hasCode'>, reason = ''): ProofRequest {
  return { ...options, fields: [[PAGE_PROOF.field, page]], givesBack: false, reason, refusal: '' };
}

const REASON = 'proof';

/**
 * Required before rights are given or lasting access is created. Errors: `forbidden`, for which formAction asks for the proof
 * (`isProofNeeded`).
 */
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

import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { PROOF_CONTROLS, type ProofRequest } from '#server/domain/proof.ts';

const CONTROLS: ReadonlySet<string> = new Set(Object.values(PROOF_CONTROLS));
/** Fields that no page sends back (docs/decisions/132-fresh-sign-in.md): they have to be typed again. */
const SECRET = /password/i;

interface SentForm extends Pick<ProofRequest, 'givesBack'> {
  sent: FormData;
}

/**
 * The actor, with the proof of identity that the form carried, if any. Errors: the page that asks again; `too-many-requests`,
 * `unavailable`.
 */
export async function applyProof(context: AppLoadContext, actor: Staff, form: SentForm): Promise<Staff> {
  const [word, passkey] = [formText(form.sent, PROOF_CONTROLS.word), formText(form.sent, PROOF_CONTROLS.passkey)];
  const cancels = form.sent.has(PROOF_CONTROLS.cancel);
  // Forms must see only their own fields.
  for (const name of CONTROLS) form.sent.delete(name);
  if (cancels || (word === '' && passkey === '')) return actor;
  const { requestId, client, portal, session } = context;
  try {
    const sessionToken = session.token ?? '';
    const renewed = await portal.factors.prove({ actor, requestId, word, passkey, ...client, sessionToken });
    if (renewed) session.renew(renewed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw await requestProof(context, actor, { ...form, refusal: error.userMessage });
  }
  const { signedInLongAgo: _, ...fresh } = actor;
  return fresh;
}

/** The page that asks for a proof of identity and resends the form with it; for programs a refusal that repeats none of their values. */
export async function requestProof(
  { portal, readsProblems }: AppLoadContext,
  actor: Staff,
  { sent, givesBack, reason = '', refusal = '' }: SentForm & Partial<Pick<ProofRequest, 'reason' | 'refusal'>>,
): Promise<AppError> {
  const fields = [...sent].flatMap(([name, value]) =>
    typeof value === 'string' && !CONTROLS.has(name) && !SECRET.test(name) ? [[name, value] as const] : [],
  );
  const asked: ProofRequest = { ...(await portal.factors.findProofOptions({ actor })), fields, givesBack, reason, refusal };
  return new AppError('forbidden', 'a proof is asked for', {
    userMessage: refusal || 'Confirme que es usted para continuar.',
    details: readsProblems ? { reason: 'proof' } : { proof: asked },
  });
}

/** For someone who declines to prove their identity: the form comes back. */
export function notProved(): AppError {
  return new AppError('invalid-input', 'not proved', { userMessage: 'No se hizo nada: falta confirmar que es usted.' });
}

import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { PROOF_CONTROLS, type AskedProof } from '#server/domain/proof.ts';

const CONTROLS: ReadonlySet<string> = new Set(Object.values(PROOF_CONTROLS));
/** What no page gives back (docs/decisions/132-fresh-sign-in.md): it is typed again. */
const SECRET = /password/i;

interface Sent extends Pick<AskedProof, 'givesBack'> {
  sent: FormData;
}

/** Who acts, with the proof that came with the form, if one did. Errors: the page that asks again; `too-many-requests`, `unavailable`. */
export async function proveFirst(context: AppLoadContext, actor: Staff, form: Sent): Promise<Staff> {
  const [word, passkey] = [formText(form.sent, PROOF_CONTROLS.word), formText(form.sent, PROOF_CONTROLS.passkey)];
  const cancels = form.sent.has(PROOF_CONTROLS.cancel);
  // Forms take what their own fields send, and nothing else.
  for (const name of CONTROLS) form.sent.delete(name);
  if (cancels || (word === '' && passkey === '')) return actor;
  const { requestId, client, portal, session } = context;
  try {
    const sessionToken = session.token ?? '';
    const renewed = await portal.factors.prove({ actor, requestId, word, passkey, ...client, sessionToken });
    if (renewed) session.renew(renewed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw await askForProof(context, actor, { ...form, refusal: error.userMessage });
  }
  const { signedInLongAgo: _, ...fresh } = actor;
  return fresh;
}

/** The page that asks for a proof and sends the form again with it; for programs a refusal, which repeats nothing of theirs. */
export async function askForProof(
  { portal, readsProblems }: AppLoadContext,
  actor: Staff,
  { sent, givesBack, refusal }: Sent & Pick<AskedProof, 'refusal'>,
): Promise<AppError> {
  const fields = [...sent].flatMap(([name, value]) =>
    typeof value === 'string' && !CONTROLS.has(name) && !SECRET.test(name) ? [[name, value] as const] : [],
  );
  const asked: AskedProof = { ...(await portal.factors.askProof({ actor })), fields, givesBack, refusal };
  return new AppError('forbidden', 'a proof is asked for', {
    userMessage: refusal || 'Confirme que es usted para continuar.',
    details: readsProblems ? { reason: 'proof' } : { proof: asked },
  });
}

/** Whoever would rather not gets the form back. */
export function notProved(): AppError {
  return new AppError('invalid-input', 'not proved', { userMessage: 'No se hizo nada: falta confirmar que es usted.' });
}

import type { DocumentTransaction } from '../../ports/documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { requireFresh } from '../../domain/proof.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import { createOnce } from '../../records/create-once.ts';
import { findOwn } from '../../records/find-own.ts';
import type { Call, Services } from '../../services.ts';
import { isInForce, TOKEN_KIND } from './token-kind.ts';
import { createToken, endOfToken, hashToken } from './token-text.ts';
import { checkIssued } from './tokens.ts';

/** Enough for every workbook of a person, few enough to tell apart by name. */
const IN_FORCE_MAX = 10;
const DAY_MS = 86_400_000;

export interface IssueTokenCall extends Call {
  values: SubmittedValues;
  formToken: string;
}

/**
 * Gives the person a token for their programs and stores only its hash: this answer is the only place where the token itself appears.
 * Errors: `invalid-input` by field; `conflict` for more than ten in force, and for a form that was sent before, whose token can no longer
 * be shown.
 */
export async function issueToken(services: Services, call: IssueTokenCall): Promise<{ nombre: string; token: string }> {
  const { actor, requestId, formToken } = call;
  requireFresh(actor);
  const { nombre, days } = checkIssued(call.values);
  const token = createToken();
  const huella = hashToken(token);
  const { id } = await createOnce(services, TOKEN_KIND, {
    actor,
    requestId,
    formToken,
    values: { nombre },
    added: { userId: actor.id, expiresAt: new Date(Date.now() + days * DAY_MS), terminacion: endOfToken(token) },
    secrets: { huella },
    check: (tx) => requireFew(tx, actor.id),
  });
  const stored = await services.documents.main.get(`${TOKEN_KIND.collection}/${id}`);
  if (!stored || readText(stored.data, 'huella') !== huella) throw shownBefore(id);
  return { nombre, token };
}

async function requireFew(tx: DocumentTransaction, userId: string): Promise<void> {
  const own = await findOwn(tx, TOKEN_KIND.collection, { userId });
  const now = new Date();
  if (own.filter((document) => isInForce(document, now)).length < IN_FORCE_MAX) return;
  throw new AppError('conflict', `${IN_FORCE_MAX} tokens in force`, {
    userMessage: `Puede tener hasta ${IN_FORCE_MAX} accesos vigentes. Revoque uno que ya no use y vuelva a intentarlo.`,
  });
}

function shownBefore(id: string): AppError {
  return new AppError('conflict', `token ${id} was shown before`, {
    userMessage: 'Este acceso ya se creó y su clave se mostró una sola vez. Si no la copió, revóquelo y cree otro.',
  });
}

import { documentIdOf, newDocumentId } from '../platform/document-id.ts';
import type { Staff } from '../domain/permissions.ts';

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

/** Whether one of our forms can have made this token. Each form makes one, so that a repeated submission is recognized. */
export function isFormToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Derives a document id from a form's token: the same form sent twice gives the same document. The person is part of it, so nobody can hit
 * another person's record by choosing a token. null for a token that none of our forms made.
 */
export function idFromFormToken({ actor, collection }: { actor: Pick<Staff, 'id'>; collection: string }, formToken: string): string | null {
  return isFormToken(formToken) ? documentIdOf(`${collection}\n${actor.id}\n${formToken}`) : null;
}

/**
 * Id of the audit entry of an act on a record: an existing entry with that id means that the same form was stored before. What was typed is
 * part of it, since a text edited after a lost answer is a new act. Random without a token.
 */
export function auditIdOf(
  { actor, id, formToken }: { actor: Pick<Staff, 'id'>; id: string; formToken: string },
  submittedTexts: readonly string[],
): string {
  return isFormToken(formToken) ? documentIdOf(JSON.stringify([actor.id, id, formToken, ...submittedTexts])) : newDocumentId();
}

import { documentIdOf, newDocumentId } from '../platform/document-id.ts';
import type { Staff } from '../domain/permissions.ts';

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

/** Whether a form of ours can have made it: once per form, so that the same form sent twice is known again. */
export function isFormToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * The id that a form's token stands for: the same form sent twice names the same document. The person is part of it,
 * so nobody can aim at another person's record by choosing a token. A token that none of our forms made gives null.
 */
export function idFromFormToken({ actor, collection }: { actor: Pick<Staff, 'id'>; collection: string }, formToken: string): string | null {
  return isFormToken(formToken) ? documentIdOf(`${collection}\n${actor.id}\n${formToken}`) : null;
}

/**
 * Id of the audit entry of an act on a record: an entry of that id says that the same form was stored before. What was typed is
 * part of it, since a text that was changed after a lost answer is a new act. A random one without a token.
 */
export function auditIdOf(
  { actor, id, formToken }: { actor: Pick<Staff, 'id'>; id: string; formToken: string },
  words: readonly string[],
): string {
  return isFormToken(formToken) ? documentIdOf(JSON.stringify([actor.id, id, formToken, ...words])) : newDocumentId();
}

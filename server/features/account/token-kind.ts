import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { readText, readTimestamp } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { readToken, type TokenValues } from './tokens.ts';

export const TOKEN_NOUN: Noun = { singular: 'acceso para programas', plural: 'accesos para programas', gender: 'm' };

/** Tokens are issued and revoked, never changed and never restored. */
export const TOKEN_KIND: RecordKind<TokenValues> = {
  database: 'main',
  menu: null,
  collection: 'accesos_programas',
  noun: TOKEN_NOUN,
  read: readToken,
  show: ({ data }) => readToken(data),
  notFound: tokenNotFound,
  actions: {
    created: AUDIT_ACTIONS.tokenCreated,
    activated: { deactivated: AUDIT_ACTIONS.tokenRevoked },
  },
};

export function tokenNotFound(id: string): AppError {
  return new AppError('not-found', `no token ${id.slice(0, 60)}`, { userMessage: 'El acceso para programas no existe.' });
}

export function ownerOf({ data }: StoredDocument): string {
  return readText(data, 'userId');
}

/** Not revoked and not expired. A token without an end date was not issued by the portal, and is never in force. */
export function isInForce({ data }: StoredDocument, now: Date): boolean {
  const end = readTimestamp(data, 'expiresAt');
  return isActive(data) && end !== null && new Date(end) > now;
}

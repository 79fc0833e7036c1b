import type { Staff } from '../domain/permissions.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';

type Viewer = Pick<Staff, 'agencyId' | 'ownAgencyOnly'>;

/** Which rows `t` with a column `agencia` there are for somebody; none for who has no agency and a role of their own alone. */
export function ownAgency({ agencyId, ownAgencyOnly }: Viewer): SqlFragment[] {
  if (!ownAgencyOnly) return [];
  return [agencyId === '' ? trusted('FALSE') : fragment`t.agencia = ${agencyId}`];
}

/** The same of one record. */
export function isOfOwnAgency({ agencyId, ownAgencyOnly }: Viewer, agencia: unknown): boolean {
  return !ownAgencyOnly || (agencyId !== '' && agencia === agencyId);
}

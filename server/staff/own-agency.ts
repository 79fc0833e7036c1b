import type { Staff } from '../domain/permissions.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';

type Viewer = Pick<Staff, 'agencyId' | 'ownAgencyOnly'>;

/**
 * Condition over rows `t` with a column `agencia` that exist for somebody; no rows for a person with a role limited
 * to the own agency but without an agency.
 */
export function ownAgency({ agencyId, ownAgencyOnly }: Viewer): SqlFragment[] {
  if (!ownAgencyOnly) return [];
  return [agencyId === '' ? trusted('FALSE') : fragment`t.agencia = ${agencyId}`];
}

/** As ownAgency, for one record. */
export function isOfOwnAgency({ agencyId, ownAgencyOnly }: Viewer, agencia: unknown): boolean {
  return !ownAgencyOnly || (agencyId !== '' && agencia === agencyId);
}

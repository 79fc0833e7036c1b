import type { Staff } from '../domain/permissions.ts';
import type { FieldValue } from '../ports/documents/document-store.ts';
import { readId } from '../read-model/field-readers.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { AGENCIES, choiceNameOf } from '../read-model/pages/choices.ts';
import type { Read } from '../read-model/pages/screen-query.ts';

type Viewer = Pick<Staff, 'agencyId' | 'ownAgencyOnly'>;

/**
 * Condition over rows `t` with a column `agencia` that exist for somebody; no rows for a person with a role limited
 * to the own agency but without an agency.
 */
export function ownAgency({ agencyId, ownAgencyOnly }: Viewer): SqlFragment[] {
  if (!ownAgencyOnly) return [];
  return [agencyId === '' ? trusted('FALSE') : fragment`t.agencia = ${agencyId}`];
}

/** As ownAgency, for one record. @param agencia as stored: read as the rows are, so that what is listed opens */
export function isOfOwnAgency({ agencyId, ownAgencyOnly }: Viewer, agencia: FieldValue | undefined): boolean {
  return !ownAgencyOnly || (agencyId !== '' && readId({ agencia: agencia ?? '' }, 'agencia', 'agencias') === agencyId);
}

/** What `ownAgency` leaves, in words; '' for everything. */
export async function ownAgencyScope(read: Read, { agencyId, ownAgencyOnly }: Viewer): Promise<string> {
  if (!ownAgencyOnly) return '';
  return agencyId === '' ? NO_AGENCY : `Solo ${await agencyWords(read, agencyId)}`;
}

/** The scope of somebody who sees only their agency and has none. */
export const NO_AGENCY = 'Nada: sin agencia asignada';

/** `la agencia «Norte»` */
export async function agencyWords(read: Read, agencyId: string): Promise<string> {
  const [row] = await read<{ name: string | null }>(choiceNameOf(AGENCIES, agencyId));
  return `la agencia «${row?.name ?? agencyId}»`;
}

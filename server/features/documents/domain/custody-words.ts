import type { CustodyState } from './custody.ts';
import { formatDateLong } from '../../../domain/dates.ts';
import { ARRIVED, VERDICT_LABELS, type Verdict } from '../../../domain/package-states.ts';
import { normalizeForSearch } from '../../../domain/normalize.ts';

/** Names of what holds a document. */
export interface CustodyNames {
  person(id: string): string;
  state(status: string): string;
  agency(id: string): string;
  /** `destination`: name of the agency to which it goes, '' when that is not known. */
  package(id: string): { code: string; destination: string };
}

/** Where a document is, in names. */
export type CustodyPlace =
  | { kind: 'package'; packageId: string; code: string; destination: string; agency: string }
  | { kind: 'shelf'; state: string; shelf: string; agency: string }
  | { kind: 'person'; person: string; agency: string }
  /** Nobody has it. */
  | { kind: 'waiting'; state: string; agency: string };

export function placeOf({ userId, agencyId, inPackage, shelf, status }: CustodyState, names: CustodyNames): CustodyPlace {
  const agency = names.agency(agencyId);
  if (inPackage !== '') return { kind: 'package', packageId: inPackage, ...names.package(inPackage), agency };
  if (status === 'ARCHIVED') return { kind: 'shelf', state: names.state(status), shelf, agency };
  if (userId !== '') return { kind: 'person', person: names.person(userId), agency };
  return { kind: 'waiting', state: names.state(status), agency };
}

/** What people type as the place of a document without paper. */
const DIGITAL_ONLY = normalizeForSearch('Solo digital');

/** «Archivado en Estante 4»: the place without its agency. */
export function placeTitle(place: CustodyPlace): string {
  switch (place.kind) {
    case 'package':
      return place.destination === ''
        ? `En camino en el paquete ${place.code}`
        : `En camino a ${place.destination} en el paquete ${place.code}`;
    case 'shelf':
      return `${place.state}${shelfText(place)}`;
    case 'person':
      return place.person;
    case 'waiting':
      return `${place.state}, sin encargado`;
  }
}

/** What follows «Archivado»: where in the archive the document is, as in ` en Estante 4`. */
export function shelfText({ shelf }: { shelf: string }): string {
  if (shelf === '') return '';
  return normalizeForSearch(shelf) === DIGITAL_ONLY ? ', solo digital' : ` en ${shelf}`;
}

/** The package from which a document was freed, and what its receiver noted of it. */
export interface Finding {
  code: string;
  verdict: Exclude<Verdict, ''>;
  note: string;
}

export function hasArrived({ verdict }: Pick<Finding, 'verdict'>): boolean {
  return ARRIVED.includes(verdict);
}

/** «Faltante»: the verdict as it is quoted, with the receiver's note. */
export function findingText({ verdict, note }: Pick<Finding, 'note' | 'verdict'>): string {
  return `«${VERDICT_LABELS[verdict]}»${note && `, ${note}`}`;
}

/**
 * «Lo tiene Ana Pérez en Agencia Centro desde el 3 de mayo de 2026.»
 * @param since ISO text; @param missed the package in which it did not arrive, if that is the last known of it
 */
export function whereaboutsText(place: CustodyPlace, since: string, missed: Finding | null = null): string {
  const text = knownPlaceText(place, since, missed === null ? 'Lo tiene' : 'Sigue a cargo de');
  return missed === null ? text : `No llegó en el paquete ${missed.code}: ${findingText(missed).replace(/\.$/, '')}. ${text}`;
}

function knownPlaceText(place: CustodyPlace, since: string, held: string): string {
  const day = formatDateLong(since);
  const from = day === '' ? '' : ` desde el ${day}`;
  const title = placeTitle(place);
  switch (place.kind) {
    case 'package':
      return `${title}${from}.`;
    case 'shelf':
      return `${title}${place.agency && `, ${place.agency}`}${from}.`;
    case 'person':
      return `${held} ${title}${place.agency && ` en ${place.agency}`}${from}.`;
    case 'waiting':
      return `${title}${place.agency && `, en ${place.agency}`}${from}.`;
  }
}

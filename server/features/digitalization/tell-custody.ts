import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { custodyOf, type CustodyEntry, type CustodyInterval, type Holding } from '../../domain/custody.ts';
import { placeOf, type CustodyPlace, type HeldNames } from '../../domain/custody-words.ts';
import type { StateName } from '../../domain/state-names.ts';
import { packageCode } from '../../domain/package-code.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { DOCUMENT_COLUMNS } from '../../digitized/documents.projection.ts';
import { genericColumns, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { sideOf } from './document-audit.ts';
import { readCustodyNames } from './custody-names.ts';
import type { Services } from '../../services.ts';

/** The record shows so many; whoever needs more exports the audit. */
const SHOWN_MAX = 100;

/** Where a document was for a time; JSON for the browser. */
export interface CustodyStop extends Pick<CustodyInterval, 'by' | 'from' | 'to' | 'untold'> {
  place: CustodyPlace;
  /** Code of the package that brought it there, '' for none. */
  broughtBy: string;
}

/** Where a document has been, newest first. @param entries its audit, oldest first */
export async function tellCustody(
  services: Services,
  stored: StoredDocument,
  entries: readonly StoredDocument[],
  states: readonly StateName[],
): Promise<CustodyStop[]> {
  const newest = readCustody(stored, entries).reverse().slice(0, SHOWN_MAX);
  const names = await readCustodyNames(services, newest, states);
  return newest.map((interval) => toStop(interval, names));
}

/** Oldest first. */
export function readCustody(stored: StoredDocument, entries: readonly StoredDocument[]): CustodyInterval[] {
  const { createdAt, updatedAt } = genericColumns(stored);
  return custodyOf({ now: holdingOf(stored.data), createdAt, updatedAt }, entries.flatMap(readEntry));
}

function holdingOf(data: Fields): Holding {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = readDocument(data);
  return { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
}

/** None of what has no time: what it changed shows as untold. */
function readEntry({ data }: StoredDocument): CustodyEntry[] {
  const at = readTimestamp(data, 'at');
  if (at === null) return [];
  const by = readText(data, 'userName') || readText(data, 'user');
  return [
    {
      at,
      by,
      before: data['beforeData'] === null ? null : heldFields(sideOf(data, 'beforeData')),
      after: heldFields(sideOf(data, 'newData')),
    },
  ];
}

/** The fields that a side names; who holds the document has two names (D1). */
function heldFields(side: Fields): Partial<Holding> {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = DOCUMENT_COLUMNS;
  const columns = { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { read }]) => (namesField(side, name) ? [[name, read(side, name)] as const] : [])),
  );
}

function namesField(side: Fields, name: string): boolean {
  return Object.hasOwn(side, name) || (name === 'userId' && Object.hasOwn(side, 'userAssign'));
}

function toStop({ from, to, by, untold, held }: CustodyInterval, names: HeldNames): CustodyStop {
  return { from, to, by, untold, place: placeOf(held, names), broughtBy: held.fromPackaging && packageCode(held.fromPackaging) };
}

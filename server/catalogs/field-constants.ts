import type { RecordValues } from '../domain/conflict.ts';
import type { Field } from '../records/fields.ts';
import type { DocumentTransaction } from '../ports/documents/document-store.ts';
import { constantList, readConstantItems, type ConstantItem } from '../domain/constants.ts';
import type { CatalogDefinition } from './definition.ts';
import { invalidRecord } from '../records/record-fields.ts';

type Reader = Pick<DocumentTransaction, 'get'>;

/** The maintenance constants a field chooses from; like the record, they lie in the digitalization database. */
export async function readConstantsOf(store: Reader, { constants }: Pick<Field, 'constants'>): Promise<ConstantItem[]> {
  const list = constants && constantList(constants);
  return list ? readConstantItems(list, (await store.get(`constantes/${list.id}`))?.data['items']) : [];
}

/** Inside the transaction of a save: words of a non-empty list must be among them, or already stored. Throws `invalid-input`. */
export async function requireConstants(
  tx: Reader,
  definition: CatalogDefinition,
  { wanted, current }: { wanted: Partial<RecordValues>; current: RecordValues | null },
): Promise<void> {
  for (const field of definition.fields.filter(({ kind, constants }) => kind === 'words' && constants)) {
    const [chosen, before] = [wordsIn(wanted[field.name]), wordsIn(current?.[field.name])];
    if (chosen.length === 0) continue;
    const known = (await readConstantsOf(tx, field)).map(({ id }) => id);
    const unknown = known.length === 0 ? [] : chosen.filter((word) => !known.includes(word) && !before.includes(word));
    if (unknown.length === 0) continue;
    const text = `«${unknown.join(', ')}» no está en Configuración › Constantes de mantenimiento, que tiene ${known.join(', ')}.`;
    throw invalidRecord({ [field.name]: [text] });
  }
}

function wordsIn(value: RecordValues[string] | undefined): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

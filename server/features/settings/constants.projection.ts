import { constantList, constantLookup, readConstantItem, readConstantItems } from '../../domain/constants.ts';
import { searchText } from '../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

interface ConstantsRow extends GenericColumns {
  items: { id: string; value: string; search_text: string }[];
}

/**
 * `constantes/{list}` as the views `doc_states` and `package_states` read it: complete, each id once, an item without a name under its id.
 * The defaults, while nothing is stored, are in the views (migration consulta).
 */
export const constantsProjection: Projection<ConstantsRow> = {
  database: 'digitalization',
  collection: 'constantes',
  table: 'constantes',
  columns: { items: 'jsonb', ...GENERIC_COLUMNS },
  expects: { items: { reads: (entry) => readConstantItem(entry) !== null } },
  project: (document) => {
    const list = constantList(document.id);
    const names = constantLookup(list ? readConstantItems(list, document.data['items']) : []);
    const items = [...names].map(([id, value]) => ({ id, value: value || id, search_text: searchText([value || id]) }));
    return { items, ...genericColumns(document) };
  },
};

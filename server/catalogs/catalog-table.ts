import type { FormValue, RecordValues } from '../domain/conflict.ts';
import { decimalsOf, fieldText } from '../domain/field-text.ts';
import { baseText } from '../domain/form-value.ts';
import { searchedDay } from '../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, storableText } from '../read-model/field-readers.ts';
import type { AnyProjection } from '../read-model/projection.ts';
import { searchTextOf } from '../read-model/table.ts';
import { LIST_MAX } from '../records/ordered-list.ts';
import { maintainsOrder, type CatalogDefinition } from './definition.ts';
import { type Field, integer } from '../records/fields.ts';
import { KINDS } from '../records/field-kinds.ts';
import { expectedOf, readValue } from '../records/record-fields.ts';

const INDEXED_CHARACTERS = 600;

/**
 * Projects a catalog's documents to rows: one column per field with its stored name, and the search text.
 * Record and row read a document through the same readValue, so that list and form never differ.
 */
export function catalogProjection(definition: CatalogDefinition): AnyProjection {
  const { id, database, parent, computed = {} } = definition;
  const fields = rowFields(definition);
  const types = Object.fromEntries(fields.map(({ name, kind }) => [name, KINDS[kind].column]));
  const computedTypes = Object.fromEntries(Object.entries(computed).map(([name, { column }]) => [name, column]));
  return {
    database,
    table: id,
    ...(parent ? subCollection(parent) : { collection: id }),
    expects: Object.fromEntries(fields.map((field) => [field.name, expectedOf(field) ?? {}])),
    title: definition.titleField,
    columns: { ...(parent && { parentId: 'text' }), ...types, ...computedTypes, ...GENERIC_COLUMNS, search_text: 'text' },
    project(document) {
      const values: Record<string, FormValue> = {};
      for (const field of fields) values[field.name] = indexable(field, readValue(field, document.data, document.id));
      const above = parent ? { parentId: idsOf(document.path).parentId } : {};
      const generic = genericColumns(document);
      const computedValues = Object.fromEntries(Object.entries(computed).map(([name, { of }]) => [name, of(values)]));
      const texts = fields.flatMap((field) => searchedTexts(field, values[field.name] ?? null));
      const search_text = searchTextOf({ keys: keysOf(definition, values, document.id), texts }, generic);
      return { ...above, ...values, ...computedValues, ...generic, search_text };
    },
  };
}

/** The texts by which search finds a value; a picture is found by its address. */
function searchedTexts(field: Field, value: FormValue): string[] {
  if (field.kind === 'date') return [searchedDay(typeof value === 'string' ? value : '')];
  const decimals = decimalsOf(field);
  return typeof value === 'number' && decimals !== null ? [String(value), value.toFixed(decimals)] : [fieldText(field, value)];
}

/** Search keys: the title, or the id when it is empty, and telephones. */
function keysOf({ titleField, fields }: CatalogDefinition, values: RecordValues, id: string): string[] {
  const phones = fields.filter(({ kind }) => kind === 'phone').map(({ name }) => baseText(values[name] ?? null));
  return [baseText(values[titleField] ?? null) || id, ...phones];
}

/** The form's fields, plus the position in a maintained order, which no form shows. */
export function rowFields(definition: CatalogDefinition): readonly Field[] {
  const { fields, orderField } = definition;
  if (orderField === undefined || !maintainsOrder(definition)) return fields;
  return [integer({ name: orderField, label: 'Orden', required: true, min: 1, max: LIST_MAX, list: 'never' }), ...fields];
}

/** Row ids are `parent/document`, so that equal ids under two parents do not collide. */
function subCollection({ definition, collection }: NonNullable<CatalogDefinition['parent']>) {
  return {
    collection,
    group: true,
    rowId(path: string): string {
      const { parentId, id } = idsOf(path);
      return `${parentId}/${id}`;
    },
    pathOf(rowId: string): string {
      const [parentId = '', id = ''] = rowId.split('/');
      return `${definition.id}/${parentId}/${collection}/${id || '-'}`;
    },
  };
}

function idsOf(path: string): { parentId: string; id: string } {
  const [, parentId = '', , id = ''] = path.split('/');
  return { parentId, id };
}

/** One-line texts have a sort index with entries of at most 2,700 bytes; other programs may have written longer ones. */
function indexable({ kind }: Field, value: FormValue): FormValue {
  return typeof value === 'string' && !KINDS[kind].whole ? storableText(value.slice(0, INDEXED_CHARACTERS)) : value;
}

import type { Field } from '../../records/fields.ts';
import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { column, CONTENTS, literal, shownRows } from './shown-contents.ts';

/** A field of a content that holds addresses. */
export interface AddressField {
  definition: CatalogDefinition;
  field: Field;
  kind: 'picture' | 'link';
}

export const ADDRESS_FIELDS: readonly AddressField[] = CONTENTS.flatMap((definition) =>
  definition.fields.flatMap((field): AddressField[] => {
    if (field.kind === 'image' || field.kind === 'links') return [{ definition, field, kind: 'picture' }];
    return field.kind === 'link' ? [{ definition, field, kind: 'link' }] : [];
  }),
);

/** As many bytes as an index entry holds; no form takes a longer address. */
const ADDRESS_MAX_BYTES = 2_000;

/** Records `t` with the address that members see in this field; a list gives a row for each address. */
export function addressRows({ definition, field }: AddressField): { from: string; where: string; address: string } {
  const { from, where } = shownRows(definition);
  const isCheckable = (address: string) => `${address} <> '' AND octet_length(${address}) <= ${ADDRESS_MAX_BYTES}`;
  if (field.kind !== 'links') {
    const address = column(field.name);
    return { from, where: `${where} AND ${isCheckable(address)}`, address };
  }
  // In the select list: in FROM, unnest costs ten times as much.
  const rows = `(SELECT t.*, unnest(${column(field.name)}) AS address FROM ${from} WHERE ${where}) t`;
  return { from: rows, where: isCheckable('t.address'), address: 't.address' };
}

/** SELECT of every address with its expected kind, once each. */
export const SHOWN_ADDRESSES = ADDRESS_FIELDS.map((one) => {
  const { from, where, address } = addressRows(one);
  return `SELECT ${address} COLLATE "C" AS address, ${literal(one.kind)} AS kind FROM ${from} WHERE ${where}`;
}).join(' UNION ');

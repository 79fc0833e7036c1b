import type { Field } from '../../records/fields.ts';
import type { ChoiceSource } from '../../read-model/pages/choices.ts';
import { COMMON_FIELDS } from '../../records/common-fields.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';

/** Labels of stored fields of records that declare none; the same name means the same wherever it stands. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Nombre',
  userId: 'Persona',
  userAssign: 'Asignado a',
  createdBy: 'Creado por',
  agencyId: 'Agencia',
  status: 'Estado',
  note: 'Nota',
};

/** Fields that hold ids of other records, whose names people know. */
const REFERENCES: Readonly<Record<string, ChoiceSource>> = {
  ...byName({ table: 'agencias', name: 'nombre' }, 'agencyId'),
  ...byName({ table: 'usuarios', name: 'name' }, 'userId', 'userAssign', 'createdBy'),
};

function byName(source: ChoiceSource, ...fields: readonly string[]): Record<string, ChoiceSource> {
  return Object.fromEntries(fields.map((field) => [field, source]));
}

/** What is known of a stored field of a record. */
export interface FieldWords {
  label: string;
  /** What its record declares of it. */
  field: Field | null;
  /** Where the names of its ids are. */
  reference: ChoiceSource | null;
  /** Where it stands among the changes. */
  place: number;
}

export type WordsOf = (name: string) => FieldWords;

/** @param declared fields of a kind of record; none of one that declares none */
export function wordsOf(records: DeclaredRecords, declared: readonly Field[]): WordsOf {
  const known = new Map([...COMMON_FIELDS, ...declared].map((field) => [field.name, field]));
  const places = new Map(declared.map(({ name }, place) => [name, place]));
  return (name) => {
    const field = known.get(name) ?? null;
    const reference = field ? (field.names ?? records[field.catalog ?? '']?.names) : Object.hasOwn(REFERENCES, name) && REFERENCES[name];
    return {
      label: field?.label ?? (Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : name),
      field,
      reference: reference || null,
      place: places.get(name) ?? Infinity,
    };
  };
}

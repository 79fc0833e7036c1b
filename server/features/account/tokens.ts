import type { Fields } from '../../ports/documents/document-store.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { moment, oneOf, reference, text } from '../../records/fields.ts';
import { checkValues, readValues, tableColumns, type SubmittedValues, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';

/** What the owner enters about a token. */
const VALUE_FIELDS = [
  text({ name: 'nombre', label: 'Nombre', required: true, help: 'Para qué es: «Power BI de Gerencia».', maxLength: 60 }),
] as const;
export type TokenValues = ValuesOf<typeof VALUE_FIELDS>;

const ISSUED_FIELDS = [
  ...VALUE_FIELDS,
  {
    ...oneOf({
      name: 'days',
      label: 'Vale por',
      required: true,
      words: { '30': '30 días', '90': '90 días', '180': '180 días', '365': '365 días' },
    }),
    initial: '90' as const,
  },
] as const;

export const TOKEN_FORM = recordForm(ISSUED_FIELDS);

/** `accesos_programas/{id}` without its hash, which nobody is shown. */
export const STORED_FIELDS = [
  ...VALUE_FIELDS,
  reference({ name: 'userId', label: 'Persona', catalog: PEOPLE.table }),
  text({ name: 'terminacion', label: 'Termina en' }),
  moment({ name: 'expiresAt', label: 'Vence el' }),
] as const;

export const TOKEN_COLUMNS = tableColumns(STORED_FIELDS);

export function readToken(data: Fields): TokenValues {
  return readValues(VALUE_FIELDS, data);
}

/** Errors: `invalid-input` by field. */
export function checkIssued(given: SubmittedValues): { nombre: string; days: number } {
  const { nombre, days } = checkValues(ISSUED_FIELDS, { nombre: '', days: '', ...given });
  return { nombre, days: Number(days) };
}

/** A token as its owner sees it. */
export interface OwnToken {
  id: string;
  nombre: string;
  /** Its last characters. */
  terminacion: string;
  /** ISO text; null when another program wrote none: such a token was never in force. */
  expiresAt: string | null;
  createdAt: string;
  /** ISO text, to the hour; null when never used. */
  lastUsedAt: string | null;
  isInForce: boolean;
}

import { parseDay } from '../../domain/dates.ts';
import { activeLabel } from '../../domain/text.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { readDay, readTimestamp } from '../../read-model/field-readers.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { date, flag, recordId, text } from '../../records/fields.ts';

/** A member: `clientes/{id}` (docs/data-model.md). The core system writes them, the portal only reads. */
export const CUSTOMER_FIELDS = [
  text({ name: 'codigo', label: 'Código' }),
  text({ name: 'nombre', label: 'Nombre' }),
  text({ name: 'dpi', label: 'DPI' }),
  text({ name: 'telefono', label: 'Teléfono' }),
  text({ name: 'correo', label: 'Correo electrónico' }),
  recordId({ name: 'agencia', label: 'Agencia', names: AGENCIES }),
  { ...date({ name: 'fechaAsociacion', label: 'Fecha de asociación' }), read: readAssociationDay },
  flag({ name: 'estado', label: 'Estado', words: [activeLabel(true), activeLabel(false)] }),
] as const;

/** Lists, and the record until a click, show only the last digits (docs/decisions/143-less-is-shown.md). */
export const MASKED_FIELDS = ['dpi', 'telefono'] as const;

/**
 * A moment of exactly midnight UTC is a day that somebody wrote without a time: in Guatemala it would fall on the day
 * before, so its written day counts.
 */
function readAssociationDay(data: Fields): string {
  const moment = readTimestamp(data, 'fechaAsociacion');
  const written = moment?.endsWith('T00:00:00.000000Z') ? parseDay(moment.slice(0, 10)) : null;
  return written ?? readDay(data, 'fechaAsociacion');
}

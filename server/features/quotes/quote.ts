import { z } from 'zod';
import type { Fields } from '../../ports/documents/document-store.ts';
import { tidyWithin } from '../../domain/bounded-text.ts';
import { formatQuetzales } from '../../domain/money.ts';
import { COMMENT_MAX, FOLLOW_UP_STAGES, loanTypeLabel, quoteKindLabel, type FollowUpStage } from './domain/quotes.ts';
import { readInteger, readNumber, readText } from '../../read-model/field-readers.ts';
import { decimal, field, flag, integer, phone, reference, text } from '../../records/fields.ts';

const AMOUNT_MAX = 1e12;

/** In quetzales; also written `Q12,500.00` or `12500`, null when the document holds none. */
function amount<const Name extends string>(name: Name, label: string) {
  return {
    ...decimal({ name, label, min: 0, max: AMOUNT_MAX, step: 0.01 }),
    say: formatQuetzales,
    read: (data: Fields) => {
      const number = readNumber(data, name);
      if (number !== null) return number;
      const written = readText(data, name).trim();
      return /^Q?\s*-?\d{1,3}(,\d{3})*(\.\d+)?$/i.test(written) ? Number(written.replace(/[Q,\s]/gi, '')) : null;
    },
  };
}

/** A quote from the mobile app: `cotizaciones/{id}` (docs/data-model.md). Its log lies beside these. */
export const QUOTE_FIELDS = [
  flag({ name: 'estado', label: 'Estado', words: ['Pendiente', 'Cerrada'] }),
  { ...text({ name: 'tipo', label: 'Tipo' }), say: quoteKindLabel },
  { ...text({ name: 'tipoPrestamo', label: 'Tipo de préstamo' }), say: loanTypeLabel },
  amount('monto', 'Monto'),
  {
    ...integer({ name: 'plazoMeses', label: 'Plazo en meses', min: 0, max: 1_000 }),
    read: (data: Fields) => {
      const months = readInteger(data, 'plazoMeses', -1);
      return months < 0 ? null : months;
    },
  },
  amount('cuota', 'Cuota mensual'),
  text({ name: 'nombre', label: 'Nombre' }),
  phone({ name: 'telefono', label: 'Teléfono' }),
  text({ name: 'correo', label: 'Correo electrónico' }),
  reference({ name: 'agencia', label: 'Agencia', catalog: 'agencias' }),
] as const;

const stageSchema = z.enum(FOLLOW_UP_STAGES, 'Elija la etapa.');
const STAGE = field<'etapa', FollowUpStage | ''>(
  'choice',
  { name: 'etapa', label: 'Etapa', required: true, options: FOLLOW_UP_STAGES.map((stage) => ({ value: stage, label: stage })) },
  '',
  stageSchema,
);

const COMMENT = field(
  'long-text',
  { name: 'comentario', label: 'Comentario', required: true, maxLength: COMMENT_MAX },
  '',
  z
    .string('Escriba el comentario.')
    // What no store keeps as text.
    .transform((typed) =>
      tidyWithin(typed, COMMENT_MAX, (whole) =>
        whole
          .replace(/\r\n?/g, '\n')
          .replace(/[\0\p{Cs}]/gu, '')
          .trim(),
      ),
    )
    .pipe(z.string().min(1, 'Escriba el comentario.').max(COMMENT_MAX, `El comentario puede tener hasta ${COMMENT_MAX} caracteres.`)),
);

/** What the entry does to the quote besides: '' leaves it as it is. */
const CHANGE = field<'cambio', '' | 'cerrar' | 'reabrir'>(
  'choice',
  {
    name: 'cambio',
    label: 'Estado',
    options: [
      { value: 'cerrar', label: 'Cerrar la prospección' },
      { value: 'reabrir', label: 'Reabrir la prospección' },
    ],
  },
  '',
  z.enum(['', 'cerrar', 'reabrir'], 'La acción pedida no existe. Vuelva a abrir la prospección.'),
);

/** What the form of a follow-up asks. */
export const FOLLOW_UP_FIELDS = [STAGE, COMMENT, CHANGE] as const;

export const followUpSchema = z.object({ etapa: stageSchema, comentario: COMMENT.schema, cambio: CHANGE.schema });

/** The log of a quote, as the audit tells it: entries with who wrote them when. */
export const LOG_FIELDS = [
  text({ name: 'bitacora', label: 'Bitácora' }),
  text({ name: 'fecha', label: 'Fecha' }),
  text({ name: 'usuario', label: 'Persona' }),
  STAGE,
  COMMENT,
] as const;

import { z } from 'zod';
import type { Fields } from '../../ports/documents/document-store.ts';
import { tidyWithin } from '../../domain/tidy-text.ts';
import type { Noun } from '../../domain/grammar.ts';
import { formatQuetzales, roundToCents } from '../../domain/money.ts';
import { email } from '../../ports/rest-backend/schemas.ts';
import {
  COMMENT_MAX,
  FOLLOW_UP_STAGES,
  LOAN_TYPES,
  loanTypeLabel,
  LOST_REASONS,
  OUTCOMES,
  QUOTE_KINDS,
  quoteKindLabel,
  type FollowUpStage,
} from './domain/quotes.ts';
import { readDay, readInteger } from '../../read-model/field-readers.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { choice, date, decimal, field, flag, integer, phone, recordId, reference, text } from '../../records/fields.ts';
import { NOT_AN_EMAIL } from '../../domain/users.ts';

export const AMOUNT_MAX = 1e12;

const PERSON = 'Persona';
const WANTED = 'Lo que busca';
const CARE = 'Atención';

/** In quetzales. Fractions of a centavo are refused: screens would show another amount than the one that reports add up. */
function amount<const Name extends string>(name: Name, label: string, example: string) {
  const described = decimal({ name, label, example, section: WANTED, min: 0, max: AMOUNT_MAX, step: 0.01 });
  const schema = described.schema.refine(
    (value) => value === null || value === Number(roundToCents(value)),
    `Escriba «${label}» con dos decimales cuando mucho, por ejemplo ${example}.`,
  );
  return { ...described, schema, say: formatQuetzales };
}

export const QUOTE_NOUN: Noun = { singular: 'prospección', plural: 'prospecciones', gender: 'f' };

const STATE = flag({ name: 'estado', label: 'Estado', words: ['Pendiente', 'Cerrada'] });
const asOptions = (texts: readonly string[]) => texts.map((value) => ({ value, label: value }));
const kinds = (all: readonly { id: string; label: string }[]) => all.map(({ id, label }) => ({ value: id, label }));

/** Fields that the mobile app stores, and staff who write a quote down. */
export const REQUEST_FIELDS = [
  { ...choice({ name: 'tipo', label: 'Tipo', section: WANTED, required: true, options: kinds(QUOTE_KINDS) }), say: quoteKindLabel },
  {
    ...choice({
      name: 'tipoPrestamo',
      label: 'Tipo de préstamo',
      section: WANTED,
      help: 'Solo si pide un préstamo.',
      options: kinds(LOAN_TYPES),
    }),
    say: loanTypeLabel,
  },
  amount('monto', 'Monto', '92,000.00'),
  {
    ...integer({ name: 'plazoMeses', label: 'Plazo en meses', example: '24', section: WANTED, min: 0, max: 1_000, unit: 'meses' }),
    read: (data: Fields) => {
      const months = readInteger(data, 'plazoMeses', -1);
      return months < 0 ? null : months;
    },
  },
  amount('cuota', 'Cuota mensual', '1,250.50'),
  text({ name: 'nombre', label: 'Nombre', section: PERSON, required: true }),
  phone({ name: 'telefono', label: 'Teléfono', section: PERSON }),
  field('email', { name: 'correo', label: 'Correo electrónico', section: PERSON }, '', z.union([z.literal(''), email], NOT_AN_EMAIL)),
  reference({ name: 'agencia', label: 'Agencia', section: CARE, catalog: 'agencias' }),
] as const;

/** Who is in charge of a quote, and when they are to get in touch next. The portal's own fields: quotes from the mobile app lack them. */
export const CARE_FIELDS = [
  recordId({ name: 'responsable', label: 'A cargo de', section: CARE, names: PEOPLE }),
  {
    ...date({ name: 'proximoContacto', label: 'Próximo contacto', section: CARE }),
    // null, so that quotes without a day come last in a list sorted by it.
    store: (day: string) => day || null,
    column: { type: 'text', read: (data: Fields) => readDay(data, 'proximoContacto') || null },
  },
] as const;

const [, NEXT_CONTACT] = CARE_FIELDS;

/** The outcome; also the portal's own fields. */
const OUTCOME_FIELDS = [
  {
    ...choice({ name: 'resultado', label: 'Resultado', options: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })) }),
    help: 'Con un resultado queda cerrada.',
  },
  choice({ name: 'motivoPerdida', label: 'Motivo de la pérdida', options: asOptions(LOST_REASONS) }),
  recordId({ name: 'asociadoId', label: 'Asociado', names: { table: 'clientes', name: 'nombre' } }),
] as const;

/** Fields of a new quote's form. */
export const NEW_QUOTE_FIELDS = [
  ...REQUEST_FIELDS.filter(({ section }) => section === PERSON),
  ...REQUEST_FIELDS.filter(({ section }) => section !== PERSON),
  ...CARE_FIELDS,
];

/** A quote: `cotizaciones/{id}` (docs/data-model.md). Its log is stored beside these. */
export const QUOTE_FIELDS = [
  STATE,
  ...REQUEST_FIELDS,
  ...CARE_FIELDS,
  ...OUTCOME_FIELDS,
  recordId({ name: 'registradaPor', label: 'Registrada por', names: PEOPLE }),
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
  { name: 'comentario', label: 'Comentario', required: true },
  '',
  z
    .string('Escriba el comentario.')
    // Removes what no store keeps as text.
    .transform((typed) => tidyWithin(typed, COMMENT_MAX).replace(/[\0\p{Cs}]/gu, ''))
    .pipe(z.string().min(1, 'Escriba el comentario.').max(COMMENT_MAX, `El comentario puede tener hasta ${COMMENT_MAX} caracteres.`)),
);

/** What the entry does to the state of the quote; '' leaves it as it is. */
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

const [OUTCOME, LOST_REASON, MEMBER] = OUTCOME_FIELDS;

/** People type a member's code, DPI or name; the quote holds the id. */
const MEMBER_INPUT = text({ name: MEMBER.name, label: MEMBER.label, help: 'Código, nombre o DPI del asociado.', example: 'A-011828' });

/** Fields of a follow-up's form. */
export const FOLLOW_UP_FIELDS = [STAGE, COMMENT, NEXT_CONTACT, OUTCOME, LOST_REASON, MEMBER_INPUT, CHANGE] as const;

/** Fields of the log's entries, as the audit shows them. */
export const LOG_FIELDS = [
  text({ name: 'bitacora', label: 'Bitácora' }),
  text({ name: 'fecha', label: 'Fecha' }),
  text({ name: 'usuario', label: 'Persona' }),
  STAGE,
  COMMENT,
] as const;

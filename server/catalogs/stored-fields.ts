import type { FieldValue, StoredDocument } from '../documents/document-store.ts';

/**
 * Lenient reading for projections: a document written by an older version or by another program still gives a row.
 * Nothing here throws.
 */
type Value = FieldValue | undefined;

const MICROSECONDS_PER_MS = 1000n;
const MAX_INTEGER = 2_147_483_647;

/** '' for what is no text; NUL is left out, because a Postgres text cannot hold it. */
export function textOf(value: Value): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return text.replaceAll('\0', '');
}

export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** A whole number that a Postgres integer holds; `otherwise` for the rest. */
export function integerOf(value: Value, otherwise: number): number {
  const number = numberOf(value);
  return number === null || Math.abs(number) > MAX_INTEGER ? otherwise : Math.trunc(number);
}

/** False only when it says so: an `estado` that is missing means true, as on creation. */
export function flagOf(value: Value): boolean {
  return value !== false && value !== 'false';
}

export function textListOf(value: Value): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').map(textOf) : [];
}

function timeOf(value: Value): Date | null {
  const time = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : null;
  return time && !Number.isNaN(time.getTime()) ? time : null;
}

export type GenericColumns = {
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date | null;
};

/** The generic fields of specification section 3; a document without createdAt counts from when the store got it. */
export function genericColumnsOf(document: StoredDocument): GenericColumns {
  return {
    isActive: flagOf(document.data['isActive']),
    createdAt: timeOf(document.data['createdAt']) ?? new Date(Number(document.createdVersion / MICROSECONDS_PER_MS)),
    updatedAt: timeOf(document.data['updatedAt']),
  };
}

/** Column types of GenericColumns and of the search text, for every projection. */
export const GENERIC_COLUMN_TYPES = {
  isActive: 'boolean',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  search_text: 'text',
} as const;

import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, FieldValue } from '../documents/document-store.ts';
import { checkSize, checkValue } from '../documents/document-values.ts';
import { unreadableField } from './errors.ts';
import { userFields } from './schemas.ts';

/** A person in the answer of a foreign backend: those fields of docs/specification.md section 3 that it has. */
export interface PlainUser {
  id: string;
  /** As stored in documents; a field missing in the answer is unknown. */
  fields: Fields;
  /** Names of the fields with a value that cannot be read, or that no document can store: unknown too. */
  unread: readonly string[];
}

const LIST_NAMES = ['users', 'data', 'items', 'results'] as const;
const PERSON_NAMES = ['user', 'data', 'item', 'result'] as const;

const asText = z.number().transform(String);
/** null is an empty value; a missing value is unknown. */
const text = z.union([z.string(), asText, z.null().transform(() => '')]).optional();
const flag = z.union([
  z.boolean(),
  z.enum(['true', '1']).transform(() => true),
  z.enum(['false', '0']).transform(() => false),
  z.literal([0, 1]).transform((value) => value === 1),
  z.null().transform(() => undefined),
  // Other words are stored as they are, and read like those of any document: `activo`, or one that gives no access.
  z.string(),
  z.number(),
]);
const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  z.null().transform(() => undefined),
]);

/** Fields that are neither text nor flag. */
const OWN_SHAPES = {
  id: z.union([z.string(), asText]).refine(isDocumentId),
  briefcase_permissions: z
    .union([z.looseObject({ folders: z.array(z.union([z.string(), asText])).default([]) }), z.null().transform(() => ({ folders: [] }))])
    .optional(),
  clicks: count.optional(),
  // Some programs store only the name.
  department: z
    .union([z.looseObject({ id: text, name: text, state: flag.optional() }), z.string(), z.null().transform(() => ({}))])
    .optional(),
};

const plainUser = z.object({
  ...Object.fromEntries(
    Object.entries(userFields.shape).map(([name, kind]) => [name, kind instanceof z.ZodBoolean ? flag.optional() : text]),
  ),
  ...OWN_SHAPES,
});

/**
 * An array, bare or under one of the usual names, without those whose id cannot be read: one person must not hide the others.
 * Errors: `backend-failed` with `details.field` when nobody can be read.
 */
export function readPlainUsers(answer: unknown): PlainUser[] {
  const list = peopleIn(answer);
  if (!list) throw unreadableField('users');
  const people = list.flatMap((person) => readFields(person) ?? []);
  if (people.length === 0 && list.length > 0) throw unreadableField('id');
  return people;
}

/** Unvalidated; null if the answer contains no list. */
export function peopleIn(answer: unknown): unknown[] | null {
  if (Array.isArray(answer)) return answer as unknown[];
  return (LIST_NAMES.map((name) => memberOf(answer, name)).find(Array.isArray) as unknown[] | undefined) ?? null;
}

/** Bare or under one of the usual names. Errors: `backend-failed` with `details.field`. */
export function readPlainUser(answer: unknown): PlainUser {
  const wrapped = PERSON_NAMES.map((name) => memberOf(answer, name)).find((value) => typeof value === 'object' && value !== null);
  const person = readFields(memberOf(answer, 'id') === undefined && wrapped ? wrapped : answer);
  if (!person) throw unreadableField('id');
  return person;
}

/** null without an id that can be read. */
function readFields(value: unknown): PlainUser | null {
  const unread = new Set(plainUser.safeParse(value).error?.issues.map(({ path: [field = 'id'] }) => String(field)));
  if (unread.has('id')) return null;
  const { id, ...parsed } = plainUser.parse(Object.fromEntries(Object.entries(value as object).filter(([name]) => !unread.has(name))));
  const fields = Object.entries(JSON.parse(JSON.stringify(parsed)) as Fields);
  for (const [name, field] of fields) if (!isStorable(field)) unread.add(name);
  return { id, fields: Object.fromEntries(fields.filter(([name]) => !unread.has(name))), unread: [...unread] };
}

/** No document takes a zero byte, half a surrogate pair, a list in a list, or 1 MiB: JSON does. */
function isStorable(field: FieldValue): boolean {
  try {
    checkValue(field, '');
    checkSize(JSON.stringify(field));
    return true;
  } catch {
    return false;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

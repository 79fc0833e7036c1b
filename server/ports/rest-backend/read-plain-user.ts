import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields } from '../documents/document-store.ts';
import { unreadableField } from './errors.ts';
import { userFields } from './schemas.ts';

/** A person in the answer of a foreign backend: those fields of docs/specification.md section 3 that it has. */
export interface PlainUser {
  id: string;
  /** As stored in documents; a field missing in the answer is unknown. */
  fields: Fields;
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

/** An array, bare or under one of the usual names. Errors: `backend-failed` with `details.field`. */
export function readPlainUsers(answer: unknown): PlainUser[] {
  const list = peopleIn(answer);
  if (!list) throw unreadableField('users');
  return list.map(readFields);
}

/** Unvalidated; null if the answer contains no list. */
export function peopleIn(answer: unknown): unknown[] | null {
  if (Array.isArray(answer)) return answer as unknown[];
  return (LIST_NAMES.map((name) => memberOf(answer, name)).find(Array.isArray) as unknown[] | undefined) ?? null;
}

/** Bare or under one of the usual names. Errors: as readPlainUsers. */
export function readPlainUser(answer: unknown): PlainUser {
  const wrapped = PERSON_NAMES.map((name) => memberOf(answer, name)).find((value) => typeof value === 'object' && value !== null);
  return readFields(memberOf(answer, 'id') === undefined && wrapped ? wrapped : answer);
}

function readFields(value: unknown): PlainUser {
  const read = plainUser.safeParse(value);
  if (!read.success) throw unreadableField(read.error.issues[0]?.path.join('.') || 'id');
  const { id, ...fields } = read.data;
  return { id, fields: JSON.parse(JSON.stringify(fields)) as Fields };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

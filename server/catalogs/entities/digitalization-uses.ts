import type { Noun } from '../../domain/grammar.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';

/** Nouns of the records that use categories and document types, for the confirmation of a change. */
export const DOCUMENT: Noun = { singular: 'documento', plural: 'documentos', gender: 'm' };
export const PERMISSION_SET: Noun = { singular: 'conjunto de permisos', plural: 'conjuntos de permisos', gender: 'm' };

/** Sets of permissions that allow something in one of these categories: `permissions` is {category: {type: [action]}}. */
export function setsOfCategories(ids: readonly string[]): SqlFragment {
  return fragment`EXISTS (SELECT 1 FROM ${GRANTED_TYPES} WHERE category.key = ANY(${ids}))`;
}

/** The same for types, in whatever category. */
export function setsOfTypes(ids: readonly string[]): SqlFragment {
  return fragment`EXISTS (SELECT 1 FROM ${GRANTED_TYPES} WHERE type.key = ANY(${ids}))`;
}

/** Pairs of category and type for which a set in `t` allows at least one action; skips whatever else other programs wrote. */
const GRANTED_TYPES = fragment`jsonb_each(t.permissions) category
  CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(category.value) WHEN 'object' THEN category.value ELSE '{}'::jsonb END) given_type
  CROSS JOIN LATERAL (SELECT given_type.key WHERE jsonb_typeof(given_type.value) = 'array' AND given_type.value <> '[]'::jsonb) type`;

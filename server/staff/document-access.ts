import { JUST_INDEXED_HOURS, splitTypeKey, typesFor, typesJustIndexed, type DocumentAction } from '../domain/document-permissions.ts';
import type { Staff } from '../domain/permissions.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';

export type DocumentViewer = Pick<Staff, 'id' | 'role' | 'agencyId' | 'permissionSetId' | 'permissionSet'>;

/**
 * Which digitized documents exist for somebody, as conditions over rows `t` of `documentos`: the same as `sees` says of each for
 * `view`, and as `can` and `isInScope` say for any other action (docs/decisions/033-permission-sets.md). None for who sees everything.
 */
export function documentAccess(viewer: DocumentViewer, action: DocumentAction = 'view'): SqlFragment[] {
  const allowed = allowedDocuments(viewer, action);
  const own = action === 'view' ? justIndexed(viewer) : null;
  if (own === null) return allowed;
  return [fragment`((${allOf(allowed)}) OR (${allOf(own)}))`];
}

/** Those whose types the set names for an action: over `t` of what has the columns of type, agencies and holder, totals too. */
export function allowedDocuments(viewer: DocumentViewer, action: DocumentAction = 'view'): SqlFragment[] {
  const keys = typesFor(viewer, action);
  if (keys === null) return [];
  if (keys.length === 0) return [trusted('FALSE')];
  return [permittedTypes(keys), ...agencyScope(viewer)];
}

/** Those that somebody sees with `create` alone, none of them among the others; null for who may create nothing so. */
export function justIndexed(viewer: DocumentViewer): SqlFragment[] | null {
  const keys = typesJustIndexed(viewer);
  if (keys.length === 0) return null;
  return [
    fragment`t."createdBy" = ${viewer.id} AND t."createdAt" > now() - make_interval(hours => ${JUST_INDEXED_HOURS}::int)`,
    permittedTypes(keys),
    ...agencyScope(viewer),
  ];
}

/**
 * The type alone tells the planner how much there is to find (an index, or the order of the list); the pair decides, because
 * documents keep the category that they had when their type moved. PostgreSQL looks a pair up in a hash of the list; inside
 * CASE its guess about an expression without statistics does not spoil that of the types.
 */
function permittedTypes(keys: readonly string[]): SqlFragment {
  const types = [...new Set(keys.map((key) => splitTypeKey(key).typeId))];
  return fragment`t."documentId" = ANY(${types}::text[])
    AND CASE WHEN t."categoryId" || '/' || t."documentId" = ANY(${keys}::text[]) THEN TRUE ELSE FALSE END`;
}

function agencyScope({ id, agencyId, permissionSet }: DocumentViewer): SqlFragment[] {
  if (permissionSet?.agencyScope !== 'own') return [];
  if (agencyId === '') return [fragment`t."userId" = ${id}`];
  return [fragment`(t."agencyId" = ${agencyId} OR t."agencyFromDoc" = ${agencyId} OR t."userId" = ${id})`];
}

import { JUST_INDEXED_HOURS, splitTypeKey, typesFor, typesJustIndexed, type DocumentAction } from '../domain/document-permissions.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { agencyWords } from './own-agency.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';

export type DocumentViewer = Pick<Staff, 'id' | 'role' | 'agencyId' | 'permissionSetId' | 'permissionSet'>;

/**
 * Conditions over rows `t` of `documentos` for the digitized documents that exist for somebody: equivalent to `sees` for `view`, and to
 * `can` and `isInScope` for any other action (docs/decisions/033-permission-sets.md). None for people who see everything.
 */
export function documentAccess(viewer: DocumentViewer, action: DocumentAction = 'view'): SqlFragment[] {
  const allowed = allowedDocuments(viewer, action);
  const justIndexedConditions = action === 'view' ? justIndexed(viewer) : null;
  if (justIndexedConditions === null) return allowed;
  return [fragment`((${allOf(allowed)}) OR (${allOf(justIndexedConditions)}))`];
}

/** What `documentAccess` leaves, in words; '' for everything. */
export async function documentScope(read: Read, viewer: DocumentViewer & Pick<Staff, 'name'>): Promise<string> {
  if (typesFor(viewer, 'view') === null) return '';
  const { agencyId, name, permissionSet } = viewer;
  if (!permissionSet) return 'Ningún documento: sin conjunto de permisos';
  const documents = `Documentos que permite el conjunto «${permissionSet.title}»`;
  if (permissionSet.agencyScope !== 'own') return documents;
  const held = `a cargo de ${name}`;
  return `${documents}, solo ${agencyId === '' ? held : `de ${await agencyWords(read, agencyId)} o ${held}`}`;
}

/**
 * Conditions for documents whose types the permission set allows for an action: over any `t` with the columns of type,
 * agencies and holder, also tables of totals.
 */
export function allowedDocuments(viewer: DocumentViewer, action: DocumentAction = 'view'): SqlFragment[] {
  const keys = typesFor(viewer, action);
  if (keys === null) return [];
  if (keys.length === 0) return [trusted('FALSE')];
  return [permittedTypes(keys), ...agencyScope(viewer)];
}

/**
 * Conditions that leave, of the documents that exist for somebody and have no file, those to whose types they may add one: equivalent to
 * `mayChangeFile`. None for people who may do everything.
 */
export function documentsToAttach(viewer: DocumentViewer): SqlFragment[] {
  const [create, edit] = [typesFor(viewer, 'create'), typesFor(viewer, 'edit')];
  if (create === null || edit === null) return [];
  const keys = [...new Set([...create, ...edit])];
  return [keys.length === 0 ? trusted('FALSE') : permittedTypes(keys)];
}

/**
 * Conditions for documents that somebody sees only because they just created them, disjoint from the allowed ones; null if they have no
 * type with `create` alone.
 */
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
 * The type condition tells the planner how many rows to expect (an index, or the order of the list); the pair decides, because documents
 * keep their category when their type moves. PostgreSQL looks a pair up in a hash of the list; inside CASE its estimate for an expression
 * without statistics does not spoil that for the types.
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

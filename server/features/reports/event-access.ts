import { FILE_AREAS, FILE_EVENT_KINDS } from '../../domain/file-events.ts';
import { typesFor, typesJustIndexed } from '../../domain/document-permissions.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import { documentAccess } from '../../staff/document-access.ts';

/**
 * The ledger is the portal's own: it shows no row of another area or kind. Indexes begin with both, and find the
 * lines of one person, file, agency or folder only where they are named.
 */
const OURS: readonly SqlFragment[] = [
  fragment`t.area = ANY(${[...FILE_AREAS]}::text[])`,
  fragment`t.kind = ANY(${[...FILE_EVENT_KINDS]}::text[])`,
];

/** Lines `t` of the ledger for somebody: those of the Maletín for whoever has its reports, and of the documents that they may view now. */
export function eventAccess(actor: Staff): SqlFragment[] {
  if (!canOpen(actor, 'digitalization-documents')) return [...OURS, fragment`t.area = 'briefcase'`];
  const viewed = typesFor(actor, 'view');
  if (viewed === null) return [...OURS];
  const partly = typesJustIndexed(actor);
  const keys = [...viewed, ...partly];
  // The type stands beside the line, for an index: '-' for files of the Maletín, '' where it is not known.
  const typed = fragment`t.document_type_key = ANY(${[...keys, '-', '']}::text[])`;
  const limits = allOf([trusted('NOT t.source_deleted'), ...documentAccess(actor)]);
  const told =
    actor.permissionSet?.agencyScope === 'own' || partly.length > 0
      ? fragment`t.area = 'briefcase' OR ${ofDocument(limits)}`
      : ofUnknownType(limits);
  return [...OURS, typed, told];
}

/** The line's document holds `limits`; a look into the key for each line, never all documents at once. */
function ofDocument(limits: SqlFragment): SqlFragment {
  return fragment`EXISTS (SELECT 1 FROM (SELECT t."fileId" AS id) AS event JOIN documentos t ON t.id = event.id WHERE ${limits})`;
}

/** The line knows its type, or is one of the few whose document had to be asked: found once, not for each line. */
function ofUnknownType(limits: SqlFragment): SqlFragment {
  return fragment`t.document_type_key <> '' OR t.id = ANY(ARRAY(SELECT event.id FROM eventos_archivos event JOIN documentos t ON t.id = event."fileId"
    WHERE event.area = 'digitalization' AND NOT event.source_deleted AND event.document_type_key = '' AND ${limits}))`;
}

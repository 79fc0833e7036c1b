import { auditActionText } from '../../domain/audit-actions.ts';
import { DATABASE_TITLES } from './domain/databases.ts';
import type { DatabaseName, Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { GENERIC_COLUMNS, genericColumns, readText, readTimestamp, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { idIn, readRow, searchTextOf, TEXT, typesOf, type RowOf } from '../../read-model/table.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { summarizeChanges } from '../../records/describe-changes.ts';
import { readSides } from '../../records/entry-sides.ts';
import { targetWord } from '../../records/targets.ts';
import { plainText, withIds } from '../../records/record-references.ts';
import { describeTrace } from '../../records/trail.ts';

const COLUMNS = { user: idIn('usuarios'), userName: TEXT, action: TEXT, targetPath: TEXT, requestId: TEXT };

export interface AuditColumns extends RowOf<typeof COLUMNS> {
  /** The last id of the path. */
  target_id: string;
  /** Name of the record at that time, if the entry stores it. */
  target_name: string;
  /** What changed, in a line that names other records by their ids (record-references.ts). */
  changes: string;
}

/** Fields that hold the names of records of all kinds, the likeliest first. */
const NAME_FIELDS = ['nombre', 'titulo', 'title', 'documentName', 'name'];

/** One table for both databases, because readers see one audit. `createdAt` is the time that the entry states. */
const projectionOf = (
  records: DeclaredRecords,
  database: DatabaseName,
): Projection<AuditColumns & GenericColumns & { search_text: string }> => ({
  database,
  collection: 'auditoria',
  table: 'auditoria',
  shared: true,
  columns: { ...typesOf(COLUMNS), target_id: 'text', target_name: 'text', changes: 'text', ...GENERIC_COLUMNS, search_text: 'text' },
  project(document) {
    const row = readRow(COLUMNS, document.data);
    const generic = genericOf(document);
    const target_name = nameIn(document.data, 'newData') || nameIn(document.data, 'beforeData');
    const target_id = row.targetPath.slice(row.targetPath.lastIndexOf('/') + 1);
    const { words, before, after } = readSides(records, document);
    const by = readText(document.data, 'channel') === 'API' ? 'Por el API' : '';
    const changes = [summarizeChanges(words, before, after) || plainText(describeTrace(row.action, after)), by].filter(Boolean).join(' · ');
    const texts = [
      row.userName,
      auditActionText(row.action),
      targetWord(records, row.targetPath),
      target_name,
      withIds(changes),
      DATABASE_TITLES[database],
    ];
    return {
      ...row,
      target_id,
      target_name,
      changes,
      ...generic,
      search_text: searchTextOf({ keys: [target_id, row.targetPath], texts }, generic),
    };
  },
});

/** Entries are never deactivated: whatever an entry holds, it is in the list. */
function genericOf(document: StoredDocument): GenericColumns {
  const generic = genericColumns(document);
  return { ...generic, isActive: true, createdAt: readTimestamp(document.data, 'at') ?? generic.createdAt };
}

function nameIn(data: Fields, part: string): string {
  const values = data[part];
  if (values === undefined || !isPlainMap(values)) return '';
  return NAME_FIELDS.map((field) => readText(values, field)).find((name) => name !== '') ?? '';
}

export const auditTrailProjections = (records: DeclaredRecords) => [projectionOf(records, 'main'), projectionOf(records, 'digitalization')];

import { SCOPE_LABELS } from '../../domain/document-permission-words.ts';
import { defineTable } from '../../read-model/table.ts';
import { SET_COLUMNS } from './set.ts';

/** What people may do with digitized documents, by category and type (docs/decisions/033-permission-sets.md). */
export const permissionSetsProjection = defineTable(
  'permisos_documentos',
  SET_COLUMNS,
  ({ title, agencyScope }, { id }) => ({ keys: [title || id], texts: [SCOPE_LABELS[agencyScope]] }),
  { database: 'digitalization', title: 'title' },
);

import { SCOPE_LABELS } from '../../domain/document-permission-words.ts';
import { readAgencyScope } from '../../domain/document-permissions.ts';
import { defineTable, MAP, TEXT } from '../../read-model/table.ts';

/** What people may do with digitized documents, by category and type (docs/decisions/033-permission-sets.md). */
export const permissionSetsProjection = defineTable(
  'permisos_documentos',
  {
    title: TEXT,
    permissions: MAP,
    // A set that says nothing allows all agencies.
    agencyScope: { type: 'text', read: (data, field) => readAgencyScope(data[field]) },
  },
  ({ title, agencyScope }, { id }) => ({ keys: [title || id], texts: [SCOPE_LABELS[agencyScope]] }),
  'digitalization',
);

import { AGENCY_SCOPES, type AgencyScope } from '../../domain/document-permissions.ts';
import { peopleText, SCOPE_LABELS } from '../../domain/document-permission-words.ts';
import { menuHref } from '../../domain/menu.ts';
import { declareColumns } from '../../lists/columns.ts';
import { deletedFilter, optionFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN, UPDATED_COLUMN } from '../../lists/record-columns.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { SET_NOUN } from './set-kind.ts';

export interface PermissionSetRow {
  id: string;
  title: string;
  agencyScope: AgencyScope;
  /** Active people who have it. */
  people: number;
  createdAt: Date;
  updatedAt: Date | null;
}

const URL = menuHref('document-permissions');

const PEOPLE = `(SELECT count(*)::integer FROM usuarios u
  WHERE u.digitalization_permission_id = t.id AND u.state AND u."isActive" AND NOT u.source_deleted)`;

/** The permission sets, with the number of people who have each. */
export const PERMISSION_SETS: List<PermissionSetRow> = {
  menu: 'document-permissions',
  url: URL,
  noun: SET_NOUN,
  source: {
    table: 'permisos_documentos',
    select: `t.id, t.title, t."agencyScope", ${PEOPLE} AS people, t."createdAt", t."updatedAt"`,
    computed: [byPeople],
  },
  columns: declareColumns([
    { name: 'title', label: 'Nombre', look: 'cut', width: 40, sort: { type: 'text' }, text: (row) => row.title || row.id },
    { name: 'agencyScope', label: 'Documentos de', look: 'cut', from: 'sm', width: 36, value: (row) => SCOPE_LABELS[row.agencyScope] },
    { name: 'people', label: 'Personas', kind: 'integer', look: 'num', phone: 'labelled' },
    { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
    { ...UPDATED_COLUMN, from: 'md' },
    ID_COLUMN,
  ]),
  sortable: { createdAt: { type: 'timestamptz' } },
  filters: [
    optionFilter({
      name: 'agencyScope',
      label: 'Documentos de',
      all: 'Documentos de: todos',
      options: AGENCY_SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope] })),
    }),
    deletedFilter(SET_NOUN),
  ],
  hit: {
    title: (row) => row.title || row.id,
    facts: (row) => [SCOPE_LABELS[row.agencyScope], peopleText(row.people)],
  },
};

/** Finds sets by the number of people who have them, which is read from the people. */
function byPeople(q: string): SqlFragment | null {
  return /^\d{1,6}$/.test(q) ? fragment`${trusted(PEOPLE)} = ${Number(q)}` : null;
}

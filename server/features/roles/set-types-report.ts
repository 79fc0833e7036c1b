import { actionLabel } from '../../domain/document-permission-words.ts';
import {
  DOCUMENT_ACTIONS,
  effectivePermissions,
  readPermissions,
  splitTypeKey,
  type DocumentAction,
} from '../../domain/document-permissions.ts';
import { trusted } from '../../platform/sql/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { fewRows } from '../../reporting/few-rows.ts';
import { countFigure } from '../../reporting/figure.ts';
import type { Report, ReportColumn } from '../../reporting/report.ts';
import { PERMISSION_SETS } from './set-list.ts';

/** What one set allows of one type. */
interface AllowedRow {
  setId: string;
  set: string;
  /** `typeKey`. */
  key: string;
  category: string;
  type: string;
  actions: ReadonlySet<DocumentAction>;
  /** Active people who have the set. */
  people: number;
}

interface AllowedTotals {
  allowed: number;
  sets: number;
}

/** Who may do what with documents: a line for each type of each set in use. */
export const setTypesReport: Report<AllowedRow, AllowedTotals> = {
  id: 'permission-set-types',
  menu: PERMISSION_SETS.menu,
  title: 'Quién puede hacer qué con documentos',
  question: '¿Qué permite cada conjunto de permisos con cada tipo de documento?',
  url: '/reports/permission-set-types',
  place: { label: 'Permisos de documentos', href: PERMISSION_SETS.url },
  filePrefix: 'permisos-por-conjunto',
  tab: 'Permisos por conjunto',
  days: 'none',
  parameters: [],
  words: { event: 'persona', events: 'personas', row: 'permiso', rows: 'permisos' },
  columns: [
    { name: 'set', title: 'Conjunto', kind: 'text', width: 30, value: (row) => row.set },
    { name: 'category', title: 'Categoría', kind: 'text', width: 24, value: (row) => row.category, from: 'lg' },
    { name: 'type', title: 'Tipo', kind: 'text', width: 30, value: (row) => row.type },
    ...DOCUMENT_ACTIONS.map((action): ReportColumn<AllowedRow, AllowedTotals> => ({
      name: action,
      title: actionLabel(action),
      kind: 'text',
      width: 12,
      from: 'md',
      value: ({ actions }) => (actions.has(action) ? 'Sí' : ''),
    })),
    { name: 'people', title: 'Personas', kind: 'integer', value: (row) => row.people },
    { name: 'id', title: 'Código', kind: 'text', isId: true, value: (row) => `${row.setId}/${row.key}`, only: 'file' },
  ],
  rowKey: (row) => `${row.setId}/${row.key}`,
  bar: (row) => ({ name: `${row.set}: ${row.type}`, value: row.people }),
  figures: ({ totals }) => [
    countFigure('Permisos', totals.allowed, 'tipos de conjuntos en uso'),
    countFigure('Conjuntos', totals.sets, 'que permiten algo'),
  ],
  drillDown: ({ setId }) => `${PERMISSION_SETS.url}/${encodeURIComponent(setId)}`,
  ...fewRows({
    read: readGrants,
    totals: (rows) => ({ allowed: rows.length, sets: new Set(rows.map(({ setId }) => setId)).size }),
    weight: ({ people }) => people,
  }),
};

const SETS = `SELECT t.id, coalesce(nullif(t.title, ''), t.id) AS title, t.permissions,
    (SELECT count(*)::int FROM usuarios u WHERE u.digitalization_permission_id = t.id AND u.state AND u."isActive" AND NOT u.source_deleted) AS people
  FROM permisos_documentos t WHERE t."isActive" AND NOT t.source_deleted ORDER BY t.title COLLATE "es-x-icu", t.id`;
const NAMES = `SELECT 'type' AS kind, id, nombre AS name FROM tipos_documento UNION ALL SELECT 'category', id, nombre FROM categorias`;

async function readGrants(read: Read): Promise<AllowedRow[]> {
  const sets = await read<{ id: string; title: string; permissions: unknown; people: number }>(trusted(SETS));
  const found = await read<{ kind: string; id: string; name: string }>(trusted(NAMES));
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const nameOf = (kind: string, id: string) => names.get(`${kind} ${id}`) || id;
  return sets.flatMap(({ id, title, permissions, people }) =>
    [...effectivePermissions(readPermissions(permissions))].map(([key, actions]) => {
      const { categoryId, typeId } = splitTypeKey(key);
      return { setId: id, set: title, key, category: nameOf('category', categoryId), type: nameOf('type', typeId), actions, people };
    }),
  );
}

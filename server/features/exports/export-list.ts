import { EXPORT_FORMAT_LABELS, EXPORT_STATE_LABELS, EXPORT_STATES, EXPORTS_URL, type ExportState } from '../../domain/large-exports.ts';
import { declareColumns } from '../../lists/columns.ts';
import { optionFilter } from '../../lists/filters.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { AnyList, ListCall } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Services } from '../../services.ts';
import type { ExportFormat } from '../../workbooks/sheet.ts';
import { rightsOf } from '../../staff/rights.ts';

export interface ExportRow {
  id: string;
  title: string;
  fileName: string;
  format: ExportFormat;
  state: ExportState;
  error: string;
  /** null until it is ready. */
  rows: number | null;
  bytes: bigint | null;
  rights: string;
  createdAt: Date;
  /** null until there is a file, and once it is gone. */
  expiresAt: Date | null;
}

/** Same as in `getExport`: an export past its time is expired, whether or not its file has been deleted. */
const STATE = `CASE WHEN e.state = 'ready' AND (e.expires_at IS NULL OR e.expires_at <= now()) THEN 'expired' ELSE e.state END`;
const OF_FILE = `CASE WHEN e.state IN ('ready', 'expired') THEN`;

/** One's own large exports; nobody sees those of others, not even administrators. */
export const EXPORTS: AnyList<ExportRow> = {
  menu: null,
  url: EXPORTS_URL,
  noun: { singular: 'exportación', plural: 'exportaciones', gender: 'f' },
  source: {
    table: 'exports',
    relation: `SELECT e.id, e.user_id AS "userId", e.title, e.file_name AS "fileName", e.format, ${STATE} AS state, e.error, e.rights,
      ${OF_FILE} e.rows_written END AS rows, ${OF_FILE} e.bytes END AS bytes, CASE WHEN e.state = 'ready' THEN e.expires_at END AS "expiresAt",
      e.created_at AS "createdAt", TRUE AS "isActive", FALSE AS source_deleted, e.search_text FROM exports e`,
    select: `t.id, t.title, t."fileName", t.format, t.state, t.error, t.rights, t.rows, t.bytes, t."expiresAt", t."createdAt"`,
  },
  columns: declareColumns([
    { name: 'title', label: 'Exportación', look: 'cut', width: 40, sort: { type: 'text' } },
    { name: 'state', label: 'Estado', look: 'nowrap', value: ({ state }) => EXPORT_STATE_LABELS[state] },
    { title: 'Motivo', width: 40, value: ({ error }) => error },
    { name: 'createdAt', label: 'Pedida el', kind: 'datetime', look: 'nowrap tabular', from: 'sm', sort: { type: 'timestamptz' } },
    { name: 'rows', label: 'Filas', kind: 'integer', look: 'num', from: 'md', sort: { type: 'integer', first: 'desc', nullable: true } },
    {
      name: 'bytes',
      label: 'Tamaño',
      title: 'Tamaño (MB)',
      kind: 'bytes',
      look: 'num',
      from: 'md',
      sort: { type: 'bigint', first: 'desc', nullable: true },
    },
    { name: 'format', label: 'Formato', look: 'nowrap', from: 'lg', value: ({ format }) => EXPORT_FORMAT_LABELS[format] },
    {
      name: 'expiresAt',
      label: 'Se borra el',
      kind: 'datetime',
      look: 'nowrap tabular',
      from: 'lg',
      sort: { type: 'timestamptz', nullable: true },
    },
    { name: 'fileName', label: 'Archivo', as: 'name', look: 'cut', optional: true, width: 40 },
    ID_COLUMN,
  ]),
  filters: [
    optionFilter({
      name: 'state',
      label: 'Estado',
      all: 'Estado: todos',
      options: EXPORT_STATES.map((state) => ({ value: state, label: EXPORT_STATE_LABELS[state] })),
    }),
  ],
  access: (actor) => [fragment`t."userId" = ${actor.id}`],
  hit: { title: ({ title }) => title },
  sheet: { title: 'Mis exportaciones', file: 'Mis exportaciones' },
};

/** A row as its owner sees it. */
export type ListedExport = Listed<Omit<ExportRow, 'rights'>> & {
  /** It is ready, and the person still has the rights with which it was made. */
  isGiven: boolean;
};

export type ExportPage = Omit<ListPage<ExportRow>, 'rows'> & { rows: ListedExport[] };

/** One page of one's own large exports. */
export function findExports(services: Pick<Services, 'sql'>, call: ListCall): Promise<ExportPage> {
  return readForList(services, EXPORTS, call, async (read) => {
    const page = await readListPage(read, EXPORTS, call);
    const now = rightsOf(call.actor);
    return { ...page, rows: page.rows.map(({ rights, ...row }) => ({ ...row, isGiven: row.state === 'ready' && rights === now })) };
  });
}

import { COLUMNS_PARAM } from '../../domain/list-params.ts';
import type { MenuId } from '../../domain/menu.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { describeMissingParts, SAVED_VIEW, VIEW_PARAM } from '../../domain/saved-views.ts';
import { AppError } from '../../domain/errors.ts';
import { readQuery } from '../../domain/search.ts';
import { joinWithAnd } from '../../domain/text.ts';
import { planListQuery } from '../../lists/list.ts';
import { maySend, readViews, viewedList, viewLink, type SavedView } from '../../lists/saved-views.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { exportTargetPath } from '../../records/audit-export.ts';
import { exportReport } from '../../reporting/export-report.ts';
import type { Services } from '../../services.ts';
import { fileColumns, withStateNames } from '../../reporting/columns.ts';
import { readReportQuery } from '../../reporting/report-query.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import type { ExportFormat, KeyedExport, SheetColumn } from '../../workbooks/sheet.ts';
import type { Run } from './run-document.ts';

/** Params of a view's run: the view's name then, and what it asked of its list, including columns. */
const NAME_PARAM = 'nombre';
const ADDRESS_PARAM = 'direccion';

/** The part of a schedule or a run that says what it asks for. */
export type RunRequest = Pick<Run, 'params' | 'reportId'>;

/** What a schedule or a run asks for: a report, or a view of a list as it was when the run began. */
export interface RunSource {
  title: string;
  menu: MenuId;
  href: string;
  /** Audit target of its rows, if that is not the run. */
  leaves?: string;
  holdsMembers: boolean;
  /** Errors: those of the report or list, `forbidden` among them. */
  open(actor: Staff, format: ExportFormat): Promise<KeyedExport>;
  /**
   * Conditions that decide its rows beside the person's rights (server/staff/rights.ts): two people with the same rights get the same rows if
   * these are the same.
   */
  access(actor: Staff): Promise<readonly SqlFragment[]>;
  /** Columns of its file. None if its list has lost one of them: stored files stay as they are, and no head would fit their rows. */
  columns(actor: Staff): Promise<readonly SheetColumn[]>;
}

/** null if it no longer exists, and for a view that has not been looked up. */
export function findRunSource(services: Services, { reportId, params }: RunRequest): RunSource | null {
  if (reportId === SAVED_VIEW.id) return listRunSource(services, params);
  const report = services.registries.reports.find(({ id }) => id === reportId);
  if (!report) return null;
  const search = new URLSearchParams(params);
  return {
    title: report.title,
    menu: report.menu,
    href: `${report.url}?${search}`,
    holdsMembers: false,
    open: (actor, format) => exportReport(services, { actor, report, params: search, format }),
    access: (actor) => Promise.resolve(report.access?.(actor) ?? []),
    columns(actor) {
      const { query } = readReportQuery(report, search, { now: new Date(), pageSize: 1 });
      return Promise.resolve(fileColumns(withStateNames(report, actor), query));
    },
  };
}

function listRunSource(services: Services, params: RunRequest['params']): RunSource | null {
  const { pathname: url, searchParams } = new URL(params[ADDRESS_PARAM] ?? '', 'http://portal');
  const list = services.registries.lists.find((one) => one.url === url);
  if (!list?.asked) return null;
  const { asked } = list;
  const open: RunSource['open'] = (actor, format) => list.open(services, { actor, params: searchParams, format });
  return {
    title: params[NAME_PARAM] ?? '',
    menu: asked.menu,
    href: `${url}?${new URLSearchParams([...searchParams, [VIEW_PARAM, params['vista'] ?? '']])}`,
    leaves: exportTargetPath(url),
    holdsMembers: list.holdsMembers === true,
    open,
    async access(actor) {
      const { access, sourceFor } = await asked.open(services);
      // A search also finds rows by names in records that may be hidden from one and not from the other.
      const isSought = sourceFor !== undefined && readQuery(searchParams) !== '';
      return [...(access?.(actor) ?? []), ...(isSought ? [fragment`${actor.id}`] : [])];
    },
    columns: (actor) =>
      open(actor, 'csv').then(
        ({ sheet }) => sheet.columns,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'invalid-input') return [];
          throw error;
        },
      ),
  };
}

/** The owner of a schedule or run; null if they are no longer active. */
export async function ownerOf(services: Services, actor: Staff, userId: string): Promise<Staff | null> {
  return userId === actor.id ? actor : loadStaff(services, { uid: userId, sessionId: '' });
}

/** Owner and request as they are now, including a view's name and query. */
interface ResolvedSource {
  owner: Staff;
  asked: RunSource;
  params: RunRequest['params'];
}

/** What a run made now would hold, or in Spanish why its owner cannot have it. */
export async function resolveRunSource(
  services: Services,
  owner: Staff | null,
  { reportId, params: stored }: RunRequest,
): Promise<ResolvedSource | string> {
  if (!owner) return 'Su dueño está desactivado o ya no existe.';
  const { name } = owner;
  const params = reportId === SAVED_VIEW.id ? await viewParams(services, owner, stored) : stored;
  if (params === null)
    return `La vista ya no está al alcance de ${name}: se eliminó, dejó de compartirse, o ${name} ya no puede abrir o exportar su lista.`;
  if (typeof params === 'string') return params;
  const asked = findRunSource(services, { reportId, params });
  if (!asked) return 'El reporte ya no existe.';
  return canOpen(owner, asked.menu) ? { owner, asked, params } : `${name} ya no tiene permiso para abrir este reporte.`;
}

/**
 * null if the owner cannot have the view; a sentence if its list lost something that the view uses, because the rows would be others than
 * intended.
 */
async function viewParams(
  services: Services,
  owner: Staff,
  { vista = '' }: RunRequest['params'],
): Promise<RunRequest['params'] | string | null> {
  const [view] = await findExportableViews(services, owner, vista);
  const list = view && (await viewedList(services, view.lista)?.open(services, owner));
  if (!list) return null;
  const { query } = planListQuery(list, { actor: owner, params: new URLSearchParams(view.consulta) });
  const missing = describeMissingParts(view, { ...query, columns: list.columns.map(({ name }) => name) });
  if (missing.length > 0) return `La lista ya no tiene ${joinWithAnd(missing)} de la vista. Abra la vista y guárdela de nuevo.`;
  const columns = view.columnas.map((name) => [COLUMNS_PARAM, name]);
  const search = new URLSearchParams([...new URLSearchParams(view.consulta), ...columns]);
  return { vista, [NAME_PARAM]: view.nombre, [ADDRESS_PARAM]: `${view.lista}?${search}` };
}

/** Views whose rows a person may export. */
export async function findExportableViews(services: Services, owner: Staff, id: string | null = null): Promise<SavedView[]> {
  const only = id === null ? [] : [fragment`t.id = ${id}`];
  const views = await readForScreen(services.sql, (read) => readViews(read, services, owner, only));
  return views.filter(({ lista }) => {
    const list = viewedList(services, lista);
    return list !== null && maySend(owner, list);
  });
}

/** The label by which people choose a view. */
export function viewLabel(services: Services, view: SavedView): string {
  const { title, list } = viewLink(services, view);
  return `${title} · ${list}`;
}

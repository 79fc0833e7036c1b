import type { RunStatus } from '#server/features/snapshots/domain/report-schedules.ts';
import type { StatusTone } from '../../ui/StatusLabel.tsx';
import { listHref, recordHref } from '../../record-links.ts';

export const SCHEDULES_URL = '/reports/schedules';
export const RUNS_URL = '/reports/runs';

export const MY_REPORTS_URL = '/reports/mine';

const REPORTS_CRUMB = { label: 'Reportes', href: '/reports/menu' };
const SCHEDULES_CRUMB = { label: 'Reportes programados', href: SCHEDULES_URL };
const MY_REPORTS_CRUMB = { label: 'Mis reportes', href: MY_REPORTS_URL };

/** Breadcrumbs of a schedule or run: to the list of all, or to one's own for people without access to it. */
export function schedulesCrumbs(opensAll: boolean, back = '') {
  return opensAll ? [REPORTS_CRUMB, { ...SCHEDULES_CRUMB, href: listHref(SCHEDULES_URL, back) }] : [MY_REPORTS_CRUMB];
}

export function runsCrumbs(opensAll: boolean, back: string) {
  return opensAll ? [REPORTS_CRUMB, { label: 'Ejecuciones', href: listHref(RUNS_URL, back) }] : [MY_REPORTS_CRUMB];
}

/** The list of related runs that the person may open. */
export function runsHref(opensAll: boolean, filter: Readonly<Record<string, string>>): string {
  return `${opensAll ? RUNS_URL : MY_REPORTS_URL}?${new URLSearchParams(filter)}`;
}

export const scheduleHref = (id: string, mode?: 'edit') => recordHref(SCHEDULES_URL, id, mode ? { mode } : {});
export const runHref = (id: string) => recordHref(RUNS_URL, id);

/** The form of a new schedule prefilled with a report page's parameters; `asked` is its query string. */
export function scheduleReportHref(reportId: string, asked: string): string {
  const params = new URLSearchParams(asked);
  params.delete('index');
  params.set('reportId', reportId);
  return `${SCHEDULES_URL}/new?${params}`;
}

const TONES: Readonly<Record<RunStatus, StatusTone>> = {
  pendiente: 'waiting',
  en_proceso: 'waiting',
  lista: 'good',
  fallida: 'bad',
  vencida: 'off',
};

export function runTone(status: string): StatusTone {
  return Object.entries(TONES).find(([known]) => known === status)?.[1] ?? 'plain';
}

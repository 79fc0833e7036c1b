import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { runStatusLabel } from '#server/domain/report-schedules.ts';
import { formatCount } from '#server/domain/text.ts';
import type { RunRow } from '#server/features/snapshots/run-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { requireStaff } from '../../context.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';
import { RUNS_URL, runTone, SCHEDULES_URL } from './snapshot-links.ts';

/** A row as its verb gives it, with the report's title. */
export type ShownRun = Listed<RunRow> & { reportTitle: string };

const column = columnsOf<ShownRun>();
export const RUN_COLUMNS = [
  column({
    name: 'report',
    label: 'Reporte',
    fields: ['id', 'reportTitle', 'scheduleTitle'],
    look: 'cut sm:w-1/3!',
    cell: ({ id, reportTitle, scheduleTitle }, back) => <a href={recordHref(RUNS_URL, id, { back })}>{scheduleTitle || reportTitle}</a>,
  }),
  column({ name: 'dueAt', label: 'Para el', fields: ['dueAt'], look: 'nowrap tabular', cell: ({ dueAt }) => shortDateTime(dueAt) }),
  column({
    name: 'status',
    label: 'Estado',
    fields: ['status', 'progress', 'error'],
    look: 'nowrap',
    title: ({ error }) => error || undefined,
    cell: ({ status, progress }) => (
      <StatusLabel tone={runTone(status)}>
        {runStatusLabel(status)}
        {status === 'en_proceso' ? ` (${progress} %)` : ''}
      </StatusLabel>
    ),
  }),
  column({
    name: 'rows',
    label: 'Filas',
    fields: ['rows', 'status'],
    look: 'num',
    from: 'sm',
    cell: ({ rows, status }) => (status === 'lista' ? formatCount(rows) : ''),
  }),
  column({
    name: 'asOf',
    label: 'Datos al',
    fields: ['asOf'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ asOf }) => shortDateTime(asOf),
  }),
  column({ name: 'error', label: 'Motivo', fields: ['error'], look: 'cut', from: 'md' }),
  column({
    name: 'notSent',
    label: 'Sin enviar',
    fields: ['notSent'],
    look: 'num',
    from: 'lg',
    cell: ({ notSent }) => (notSent === 0 ? '' : formatCount(notSent)),
  }),
  column({ name: 'owner', label: 'Dueño', fields: ['ownerName'], look: 'cut', from: 'xl' }),
];

export function loadRunList(args: LoaderFunctionArgs) {
  requireStaff(args.context, 'reports');
  return loadList(args, {
    id: 'reportes_ejecuciones',
    url: RUNS_URL,
    columns: RUN_COLUMNS,
    find: args.context.portal.snapshots.findShownRuns,
  });
}

/** Runs of reports: what is ready, what failed and why, what was missed. */
export function RunList() {
  const data = useLoaderData<typeof loadRunList>();
  return (
    <ListScreen
      data={data}
      columns={RUN_COLUMNS}
      title="Ejecuciones de reportes"
      searchLabel="Reporte, dueño o fecha"
      empty={{ text: 'Aparecen aquí cuando un reporte programado llega a su hora, o cuando alguien lo ejecuta.' }}
      subtitle={
        <a className="text-link inline-block py-0.5" href={SCHEDULES_URL}>
          Ver los reportes programados
        </a>
      }
    />
  );
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { NO_RUN, runStatusLabel } from '#server/domain/report-schedules.ts';
import type { ScheduleRow } from '#server/features/snapshots/schedule-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StateLabel, StatusLabel } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';
import { RUNS_URL, runTone, SCHEDULES_URL } from './snapshot-links.ts';

/** A row as its verb gives it, with what only the server can say of it. */
export type ShownSchedule = Listed<ScheduleRow> & { reportTitle: string; timing: string };

const column = columnsOf<ShownSchedule>();
export const SCHEDULE_COLUMNS = [
  column({
    name: 'title',
    label: 'Título',
    fields: ['id', 'title'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, title }, back) => <a href={recordHref(SCHEDULES_URL, id, { back })}>{title || id}</a>,
  }),
  column({ name: 'report', label: 'Reporte', fields: ['reportTitle'], look: 'cut', from: 'md' }),
  column({ name: 'timing', label: 'Cuándo', fields: ['timing'], look: 'cut', from: 'sm' }),
  column({
    name: 'last',
    label: 'Última ejecución',
    fields: ['lastStatus', 'lastError'],
    look: 'nowrap',
    title: ({ lastError }) => lastError || undefined,
    cell: ({ lastStatus }) =>
      lastStatus === '' ? (
        <span className="text-muted">{NO_RUN}</span>
      ) : (
        <StatusLabel tone={runTone(lastStatus)}>{runStatusLabel(lastStatus)}</StatusLabel>
      ),
  }),
  column({
    name: 'lastDueAt',
    label: 'Del',
    fields: ['lastDueAt'],
    look: 'nowrap tabular',
    from: 'md',
    cell: ({ lastDueAt }) => shortDateTime(lastDueAt),
  }),
  column({ name: 'reason', label: 'Por qué falló', fields: ['lastError'], look: 'cut', from: 'lg' }),
  column({ name: 'owner', label: 'Dueño', fields: ['ownerName'], look: 'cut', from: 'lg' }),
  column({
    name: 'estado',
    label: 'Estado',
    fields: ['estado'],
    from: 'sm',
    cell: ({ estado }) => <StateLabel on={estado} yes="Activo" no="En pausa" />,
  }),
];

export function loadScheduleList(args: LoaderFunctionArgs) {
  requireStaff(args.context, 'reports');
  return loadList(args, {
    id: 'reportes_programados',
    url: SCHEDULES_URL,
    columns: SCHEDULE_COLUMNS,
    find: args.context.portal.snapshots.findShownSchedules,
  });
}

/** Reports that run by themselves. */
export function ScheduleList() {
  const data = useLoaderData<typeof loadScheduleList>();
  const create = (
    <ButtonLink look="primary" icon="plus" href={recordHref(SCHEDULES_URL, 'new', { back: data.search.slice(1) })} data-key="n">
      <span>
        Programar <span className="max-lg:sr-only">un reporte</span>
      </span>
    </ButtonLink>
  );
  return (
    <ListScreen
      data={data}
      columns={SCHEDULE_COLUMNS}
      searchLabel="Título, reporte o dueño"
      editable
      empty={{
        text: 'Un reporte programado se prepara solo, a su hora, y llega por correo a quienes usted elija.',
        action: create,
      }}
      subtitle={
        <a className="text-link inline-block py-0.5" href={RUNS_URL}>
          Ver todas las ejecuciones
        </a>
      }
      primary={create}
    />
  );
}

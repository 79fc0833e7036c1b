import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ScheduleRow } from '#server/features/snapshots/schedule-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../../record-links.ts';
import { RUNS_URL, runTone, SCHEDULES_URL } from './snapshot-links.ts';

export const SCHEDULE_CELLS = {
  last: ownCell<Listed<ScheduleRow>>()(
    ['lastError', 'lastStatus'],
    ({ lastStatus }, shown) =>
      lastStatus === '' ? <span className="text-muted">{shown}</span> : <StatusLabel tone={runTone(lastStatus)}>{shown}</StatusLabel>,
    ({ lastError }) => lastError || undefined,
  ),
};

export function loadScheduleList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.snapshots.findSchedules, own: SCHEDULE_CELLS });
}

/** Reports that run automatically. */
export function ScheduleList() {
  const data = useLoaderData<typeof loadScheduleList>();
  const create = useMay()('reports', 'export') ? (
    <ButtonLink look="primary" icon="plus" href={recordHref(SCHEDULES_URL, 'new', { back: data.search.slice(1) })} data-key="n">
      <span>
        Programar <span className="max-lg:sr-only">un reporte</span>
      </span>
    </ButtonLink>
  ) : null;
  return (
    <ListScreen
      data={data}
      own={SCHEDULE_CELLS}
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

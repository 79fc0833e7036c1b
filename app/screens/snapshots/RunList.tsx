import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { RunRow } from '#server/features/snapshots/run-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { runTone, SCHEDULES_URL } from './snapshot-links.ts';

export const RUN_CELLS = {
  status: ownCell<Listed<RunRow>>()(
    ['error', 'status'],
    ({ status }, shown) => <StatusLabel tone={runTone(status)}>{shown}</StatusLabel>,
    ({ error }) => error || undefined,
  ),
};

export function loadRunList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.snapshots.findRuns, own: RUN_CELLS });
}

/** Runs of reports: finished ones, failures with their reason, and missed ones. */
export function RunList() {
  const data = useLoaderData<typeof loadRunList>();
  return (
    <ListScreen
      data={data}
      own={RUN_CELLS}
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

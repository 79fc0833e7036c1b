import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ListedEvent } from '#server/features/reports/create-file-events.ts';
import { linkedCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

export const EVENT_CELLS = { file: linkedCell<ListedEvent>() };

export function loadFileEvents(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.fileEvents.findEvents, own: EVENT_CELLS });
}

/** The individual events that the file reports count. */
export function FileEvents() {
  const data = useLoaderData<typeof loadFileEvents>();
  return (
    <ListScreen
      data={data}
      under={{ label: 'Reportes del Maletín', href: '/briefcase/reports' }}
      own={EVENT_CELLS}
      title="Movimientos de archivos"
      searchLabel="Archivo, usuario o carpeta"
      empty={{ text: 'Cada carga, vista, impresión o descarga de un archivo deja aquí una línea.' }}
    />
  );
}

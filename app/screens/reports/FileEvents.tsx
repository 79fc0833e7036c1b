import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { areaTitle, eventLabel } from '#server/domain/file-events.ts';
import type { ListedEvent } from '#server/features/reports/create-file-events.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

const LIST_URL = '/reports/file-events';

const column = columnsOf<ListedEvent>();
export const EVENT_COLUMNS = [
  column({
    name: 'file',
    label: 'Archivo',
    fields: ['fileName', 'href'],
    look: 'cut sm:w-1/3!',
    cell: ({ fileName, href }, back) =>
      href === null ? fileName : <a href={back === '' ? href : `${href}?back=${encodeURIComponent(back)}`}>{fileName}</a>,
  }),
  column({ name: 'kind', label: 'Qué hizo', fields: ['kind'], look: 'nowrap', cell: ({ kind }) => eventLabel(kind) }),
  column({ name: 'person', label: 'Usuario', fields: ['person'], look: 'cut', from: 'sm' }),
  column({
    name: 'createdAt',
    label: 'Fecha',
    fields: ['createdAt'],
    look: 'nowrap tabular w-36! sm:w-40!',
    cell: ({ createdAt }) => shortDateTime(createdAt),
  }),
  column({ name: 'area', label: 'Área', fields: ['area'], look: 'nowrap', from: 'lg', cell: ({ area }) => areaTitle(area) }),
  column({
    name: 'place',
    label: 'Carpeta o categoría',
    fields: ['folderName', 'categoryName'],
    look: 'cut',
    from: 'md',
    cell: ({ folderName, categoryName }) => folderName || categoryName,
  }),
  column({ name: 'agency', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'xl' }),
];

export function loadFileEvents(args: LoaderFunctionArgs) {
  const { findEvents } = args.context.portal.fileEvents;
  return loadList(args, { id: 'eventos_archivos', url: LIST_URL, columns: EVENT_COLUMNS, find: findEvents });
}

/** The lines that the reports of files count. */
export function FileEvents() {
  return (
    <ListScreen
      data={useLoaderData<typeof loadFileEvents>()}
      columns={EVENT_COLUMNS}
      title="Movimientos de archivos"
      searchLabel="Archivo, usuario o carpeta"
      empty={{ text: 'Cada carga, vista, impresión o descarga de un archivo deja aquí una línea.' }}
    />
  );
}

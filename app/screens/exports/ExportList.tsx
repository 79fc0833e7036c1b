import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatFileSize } from '#server/domain/files-vocabulary.ts';
import { AT_ONCE_ROWS, EXPORT_FORMAT_LABELS, EXPORT_KEPT_HOURS, EXPORTS_URL, exportUrl } from '#server/domain/large-exports.ts';
import { formatCount } from '#server/domain/text.ts';
import type { ListedExport } from '#server/features/exports/export-list.ts';
import { columnsOf, type RowExtra } from '../../ui/ListTable.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { ExportStateLabel } from './ExportStateLabel.tsx';

const column = columnsOf<ListedExport>();
export const EXPORT_COLUMNS = [
  column({
    name: 'title',
    label: 'Exportación',
    fields: ['id', 'title'],
    look: 'cut',
    cell: ({ id, title }) => <a href={exportUrl(id)}>{title}</a>,
  }),
  column({
    name: 'state',
    label: 'Estado',
    fields: ['state', 'error'],
    look: 'nowrap',
    title: ({ error }) => error || undefined,
    cell: ({ state }) => <ExportStateLabel state={state} />,
  }),
  column({
    name: 'createdAt',
    label: 'Pedida el',
    fields: ['createdAt'],
    look: 'nowrap tabular',
    from: 'sm',
    cell: ({ createdAt }) => shortDateTime(createdAt),
  }),
  column({
    name: 'rows',
    label: 'Filas',
    fields: ['rows'],
    look: 'num',
    from: 'md',
    cell: ({ rows }) => (rows === null ? '' : formatCount(rows)),
  }),
  column({
    name: 'bytes',
    label: 'Tamaño',
    fields: ['bytes'],
    look: 'num',
    from: 'md',
    cell: ({ bytes }) => (bytes === null ? '' : formatFileSize(bytes)),
  }),
  column({
    name: 'format',
    label: 'Formato',
    fields: ['format'],
    look: 'nowrap',
    from: 'lg',
    cell: ({ format }) => EXPORT_FORMAT_LABELS[format],
  }),
  column({
    name: 'expiresAt',
    label: 'Se borra el',
    fields: ['expiresAt'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ expiresAt }) => shortDateTime(expiresAt),
  }),
  column({ name: 'fileName', label: 'Archivo', fields: ['fileName'], look: 'cut', optional: true }),
];

/** Those that are given; the page of an export says why another is not. */
const DOWNLOAD: RowExtra<ListedExport> = {
  head: <span className="sr-only">Descargar</span>,
  className: 'nowrap px-1!',
  cell: ({ id, title, isGiven }) =>
    isGiven ? <a href={`${exportUrl(id)}/download`} download className="row-download" title={`Descargar ${title}`} /> : null,
};

export function loadExportList(args: LoaderFunctionArgs) {
  return loadList(args, {
    id: 'exportaciones',
    url: EXPORTS_URL,
    columns: EXPORT_COLUMNS,
    also: ['isGiven', 'title'],
    find: args.context.portal.exports.findExports,
  });
}

/** One's own large exports: what is under way, what can be fetched and until when. */
export function ExportList() {
  const data = useLoaderData<typeof loadExportList>();
  return (
    <ListScreen
      data={data}
      columns={EXPORT_COLUMNS}
      title="Mis exportaciones"
      searchLabel="Buscar exportaciones"
      subtitle={`Las de más de ${formatCount(AT_ONCE_ROWS)} filas, que se preparan aparte. Cada archivo se guarda ${EXPORT_KEPT_HOURS} horas; solo usted lo ve.`}
      after={DOWNLOAD}
      empty={{
        title: 'Todavía no tiene exportaciones grandes.',
        text: `Una lista o un reporte de más de ${formatCount(AT_ONCE_ROWS)} filas se prepara aparte cuando usted lo exporta, y aparece aquí. Lo que es menor se descarga enseguida.`,
      }}
    />
  );
}

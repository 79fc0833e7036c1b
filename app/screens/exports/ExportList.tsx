import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { IMMEDIATE_EXPORT_ROWS, EXPORT_RETENTION_HOURS, exportUrl } from '#server/domain/large-exports.ts';
import { formatCount } from '#server/domain/text.ts';
import type { ListedExport } from '#server/features/exports/export-list.ts';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { ownCell, titleOfRow, type ShownRow } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { ExportStateLabel } from './ExportStateLabel.tsx';

const cell = ownCell<ListedExport>();
const CELLS = {
  state: cell(
    ['error', 'state'],
    ({ state }) => <ExportStateLabel state={state} />,
    ({ error }) => error || undefined,
  ),
};

/** Download link, if the file is available; otherwise the export's page says why not. */
const DOWNLOAD: RowExtra<ShownRow & Pick<ListedExport, 'isGiven'>> = {
  head: <span className="sr-only">Descargar</span>,
  cell: ({ id, isGiven, cells }) =>
    isGiven ? (
      <a href={`${exportUrl(id)}/download`} download className="row-download" title={`Descargar ${titleOfRow({ cells })}`} />
    ) : null,
};

export function loadExportList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.exports.findExports, own: CELLS, also: ['isGiven'] });
}

/** The person's large exports: running ones, and files available until they expire. */
export function ExportList() {
  const data = useLoaderData<typeof loadExportList>();
  return (
    <ListScreen
      data={data}
      own={CELLS}
      title="Mis exportaciones"
      searchLabel="Buscar exportaciones"
      subtitle={`Las de más de ${formatCount(IMMEDIATE_EXPORT_ROWS)} filas, que se preparan aparte. Cada archivo se guarda ${EXPORT_RETENTION_HOURS} horas; solo usted lo ve.`}
      after={DOWNLOAD}
      empty={{
        title: 'Todavía no tiene exportaciones grandes.',
        text: `Una lista o un reporte de más de ${formatCount(IMMEDIATE_EXPORT_ROWS)} filas se prepara aparte cuando usted lo exporta, y aparece aquí. Lo que es menor se descarga enseguida.`,
      }}
    />
  );
}

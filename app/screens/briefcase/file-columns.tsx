import type { ListedFile } from '#server/features/briefcase/find-files.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { columnsOf, type RowExtra } from '../../ui/ListTable.tsx';
import { fileHref, streamHref } from './file-links.ts';

const column = columnsOf<ListedFile>();

/** Columns of the list, named like their fields. */
export const FILE_COLUMNS = [
  column({ name: 'nombre', label: 'Nombre', fields: ['id', 'nombre'], look: 'cut', cell: nameLink }),
  column({ name: 'carpetaId', label: 'Carpeta', fields: ['folderName'], look: 'cut', from: 'sm' }),
  column({ name: 'tipoDocumentoId', label: 'Tipo', fields: ['documentTypeName'], look: 'cut', from: 'lg' }),
  column({ name: 'bytes', label: 'Tamaño', fields: ['bytes'], look: 'num', from: 'md', cell: ({ bytes }) => formatFileSize(bytes) }),
  column({ name: 'userId', label: 'Cargado por', fields: ['userName'], look: 'cut', from: 'lg' }),
  column({ name: 'agenciaId', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'xl' }),
  column({ name: 'createdAt', label: 'Fecha', fields: ['createdAt'], look: 'nowrap', cell: timeOf }),
];

function nameLink({ id, nombre }: Pick<ListedFile, 'id' | 'nombre'>, back: string) {
  const kind = fileKind(nombre);
  return (
    <a href={fileHref(id, { back })}>
      <FileIcon kind={kind} label={fileKindLabel(kind)} />
      {` ${nombre}`}
    </a>
  );
}

/** Phones have room for the day only. */
function timeOf({ createdAt }: Pick<ListedFile, 'createdAt'>) {
  const [day, hour] = formatDateTime(createdAt).split(' ');
  return (
    <time dateTime={createdAt}>
      {`${day} `}
      <span className="max-sm:hidden">{hour}</span>
    </time>
  );
}

/** The file itself, from its row; deleted ones are not given. */
export const DOWNLOAD: RowExtra<ListedFile> = {
  head: <span className="sr-only">Descargar</span>,
  className: 'nowrap px-1! from-sm',
  cell: ({ id, nombre }) => <a href={streamHref(id, 'download')} download className="row-download" title={`Descargar ${nombre}`} />,
};

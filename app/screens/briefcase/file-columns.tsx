import Download from 'lucide-react/icons/download';
import type { FilePage } from '#server/features/briefcase/find-files.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import type { ListColumn, RowExtra } from '../../ui/ListTable.tsx';
import { fileHref, streamHref } from './file-links.ts';

type ListedFile = FilePage['rows'][number];

/** Columns of the list, named like their fields; `back` is the list's state for the way back. */
export function fileColumns(back: string): ListColumn<ListedFile>[] {
  return [
    { name: 'nombre', label: 'Nombre', look: 'cut', sort: 'asc', title: ({ nombre }) => nombre, cell: (file) => nameLink(file, back) },
    {
      name: 'carpetaId',
      label: 'Carpeta',
      look: 'cut',
      from: 'sm',
      title: ({ folderName }) => folderName,
      cell: ({ folderName }) => folderName,
    },
    {
      name: 'tipoDocumentoId',
      label: 'Tipo',
      look: 'cut',
      from: 'lg',
      title: ({ documentTypeName }) => documentTypeName,
      cell: ({ documentTypeName }) => documentTypeName,
    },
    { name: 'bytes', label: 'Tamaño', look: 'num', sort: 'desc', from: 'md', cell: ({ bytes }) => formatFileSize(bytes) },
    { name: 'userId', label: 'Cargado por', look: 'cut', from: 'lg', title: ({ userName }) => userName, cell: ({ userName }) => userName },
    {
      name: 'agenciaId',
      label: 'Agencia',
      look: 'cut',
      from: 'xl',
      title: ({ agencyName }) => agencyName,
      cell: ({ agencyName }) => agencyName,
    },
    { name: 'createdAt', label: 'Fecha', sort: 'desc', look: 'nowrap', cell: ({ createdAt }) => timeOf(createdAt) },
  ];
}

function nameLink({ id, nombre }: ListedFile, back: string) {
  const kind = fileKind(nombre);
  return (
    <a href={fileHref(id, { back })}>
      <FileIcon kind={kind} label={fileKindLabel(kind)} /> {nombre}
    </a>
  );
}

/** Phones have room for the day only. */
function timeOf(at: string) {
  const [day, hour] = formatDateTime(at).split(' ');
  return (
    <time dateTime={at}>
      {day} <span className="max-sm:hidden">{hour}</span>
    </time>
  );
}

/** The file itself, from its row. */
export const DOWNLOAD: RowExtra<ListedFile> = {
  head: <span className="sr-only">Descargar</span>,
  className: 'nowrap px-1! from-sm',
  cell: ({ id, nombre, isActive }) =>
    isActive ? (
      <a
        href={streamHref(id, 'download')}
        download
        className="btn btn-quiet btn-sm btn-square"
        aria-label={`Descargar ${nombre}`}
        title="Descargar"
      >
        <Download size={15} aria-hidden />
      </a>
    ) : null,
};

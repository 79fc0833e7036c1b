import Download from 'lucide-react/icons/download';
import type { FilePage } from '#server/briefcase/find-files.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { fileHref, streamHref } from './file-links.ts';

/** Rows are plain elements: a component per cell makes server rendering several times slower. */
export function FileTable({ page, search }: { page: FilePage; search: string }) {
  const back = search.slice(1);
  return (
    <TableFrame caption="Archivos del Maletín">
      <thead>
        <tr>
          <SortHead name="nombre" label="Nombre" current={page.query} search={search} />
          <th scope="col" className="max-sm:hidden">
            Carpeta
          </th>
          <th scope="col" className="max-lg:hidden">
            Tipo
          </th>
          <SortHead name="bytes" label="Tamaño" current={page.query} search={search} numeric />
          <th scope="col" className="max-lg:hidden">
            Cargado por
          </th>
          <th scope="col" className="max-xl:hidden">
            Agencia
          </th>
          <SortHead name="createdAt" label="Fecha" current={page.query} search={search} first="desc" />
          <th scope="col">
            <span className="sr-only">Descargar</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page.rows.map((file) => {
          const kind = fileKind(file.nombre);
          return (
            <tr key={file.id}>
              <td className="key cut" title={file.nombre}>
                <a href={fileHref(file.id, { back })}>
                  <FileIcon kind={kind} label={fileKindLabel(kind)} /> {file.nombre}
                </a>
              </td>
              <td className="cut max-w-40! max-sm:hidden" title={file.folderName}>
                {file.folderName}
              </td>
              <td className="cut max-w-36! max-lg:hidden" title={file.documentTypeName}>
                {file.documentTypeName}
              </td>
              <td className="num">{formatFileSize(file.bytes)}</td>
              <td className="cut max-w-40! max-lg:hidden" title={file.userName}>
                {file.userName}
              </td>
              <td className="cut max-xl:hidden" title={file.agencyName}>
                {file.agencyName}
              </td>
              <td>
                <time dateTime={file.createdAt}>{formatDateTime(file.createdAt)}</time>
              </td>
              <td className="nowrap px-1!">
                {file.isActive ? (
                  <a href={streamHref(file.id, 'download')} download className="btn btn-quiet btn-sm btn-square" aria-label={`Descargar ${file.nombre}`} title="Descargar">
                    <Download size={15} aria-hidden />
                  </a>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableFrame>
  );
}

import { optionsOfRecords } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EditForm } from '../forms/EditForm.tsx';
import { listHref } from '../../record-links.ts';
import { FILE_LABELS } from './file-fields.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import type { FileRecordData } from './record-data.ts';

/** Name, folder and type of a file; the bytes never change. An inactive folder or type is no choice for other files, but this one is there. */
export function FileEdit({ data: { file, choices, back } }: { data: FileRecordData }) {
  const { nombre, carpetaId, tipoDocumentoId } = file;
  const cancelHref = fileHref(file.id, { back });
  return (
    <>
      <PageHead
        title={`Editar ${nombre}`}
        crumbs={[{ label: 'Archivos', href: listHref(LIST_URL, back) }, { label: nombre, href: cancelHref }, { label: 'Editar' }]}
      />
      <EditForm
        fields={[
          {
            name: 'nombre',
            label: FILE_LABELS.nombre,
            required: true,
            help: 'La extensión se conserva: dice qué contiene el archivo.',
            input: { maxLength: 160 },
          },
          {
            name: 'carpetaId',
            label: FILE_LABELS.carpetaId,
            required: true,
            options: optionsOfRecords(choices?.folders ?? [], { value: carpetaId, label: file.folderName || 'Sin nombre' }),
          },
          {
            name: 'tipoDocumentoId',
            label: FILE_LABELS.tipoDocumentoId,
            required: true,
            options: optionsOfRecords(choices?.documentTypes ?? [], {
              value: tipoDocumentoId,
              label: file.documentTypeName || 'Sin nombre',
            }),
          },
        ]}
        version={file.version}
        values={{ nombre, carpetaId, tipoDocumentoId }}
        action={fileHref(file.id, { mode: 'edit', back })}
        bar={{ cancelHref }}
      />
    </>
  );
}

import { optionsOfRecords } from '../forms/options-of-records.ts';
import type { Option } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EditForm } from '../forms/EditForm.tsx';
import { listHref } from '../../record-links.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import type { FileRecordData } from './record-data.ts';

/**
 * Form for name, folder and type of a file; new content is a new version. An inactive folder or type is offered only if it is the file's
 * current one.
 */
export function FileEdit({ data: { file, fields, choices, back } }: { data: FileRecordData }) {
  const { nombre, carpetaId, tipoDocumentoId } = file;
  const cancelHref = fileHref(file.id, { back });
  const options: Readonly<Record<string, Option[]>> = {
    carpetaId: optionsOfRecords(choices?.folders ?? [], { value: carpetaId, label: file.folderName || 'Sin nombre' }),
    tipoDocumentoId: optionsOfRecords(choices?.documentTypes ?? [], {
      value: tipoDocumentoId,
      label: file.documentTypeName || 'Sin nombre',
    }),
  };
  return (
    <>
      <PageHead
        title={`Editar ${nombre}`}
        crumbs={[{ label: 'Archivos', href: listHref(LIST_URL, back) }, { label: nombre, href: cancelHref }, { label: 'Editar' }]}
      />
      <EditForm
        fields={fields.map((field) => ({ ...field, ...(field.name in options && { options: options[field.name] ?? [] }) }))}
        version={file.version}
        values={{ nombre, carpetaId, tipoDocumentoId }}
        action={fileHref(file.id, { mode: 'edit', back })}
        bar={{ cancelHref }}
      />
    </>
  );
}

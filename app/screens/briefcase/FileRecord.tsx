import { Form } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FactCard } from '../../ui/Card.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FileEvents } from '../files/FileEvents.tsx';
import { DocumentActions } from '../files/viewer/DocumentActions.tsx';
import { DocumentViewer } from '../files/viewer/DocumentViewer.tsx';
import { NeighbourLinks, type NeighbourHrefs } from '../files/viewer/NeighbourLinks.tsx';
import { listHref } from '../../record-links.ts';
import { LIST_URL, documentBase, fileHref } from './file-links.ts';
import type { FileRecordData } from './record-data.ts';

/** A file: what it is beside what it looks like, and everyone who had it in hand. */
export function FileRecord({ data: { file, labels, events, content, allowed, neighbours, back } }: { data: FileRecordData }) {
  const kind = fileKind(file.nombre);
  const viewed = content && { base: documentBase(file.id), name: file.nombre, content, allowed };
  const hrefs = neighbourHrefs(neighbours, back);
  return (
    <>
      <PageHead
        title={file.nombre}
        crumbs={[{ label: 'Archivos', href: listHref(LIST_URL, back) }, { label: file.nombre }]}
        beside={<NeighbourLinks hrefs={hrefs} />}
        secondary={
          <>
            {file.isActive ? <ActiveButton id={file.id} back={back} intent="deactivate" label="Eliminar" /> : null}
            {viewed ? <DocumentActions document={viewed} /> : null}
          </>
        }
        primary={
          file.isActive ? (
            <ButtonLink look="primary" icon="pencil" href={fileHref(file.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : (
            <ActiveButton id={file.id} back={back} intent="restore" label="Restaurar el archivo" />
          )
        }
      />
      {file.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          Este archivo está eliminado: no aparece en la lista y no se puede ver ni descargar. Puede restaurarse.
        </Notice>
      )}
      <div className="document-record">
        {viewed ? <DocumentViewer document={viewed} neighbours={hrefs} /> : null}
        <div className="grid gap-4">
          <FactCard
            title="Datos"
            facts={{
              [labels.carpetaId]: file.folderName,
              [labels.tipoDocumentoId]: file.documentTypeName,
              [labels.contentType]: (
                <span className="inline-flex items-center gap-1.5">
                  <FileIcon kind={kind} /> {fileKindLabel(kind)}
                </span>
              ),
              [labels.bytes]: formatFileSize(file.bytes),
              [labels.agenciaId]: file.agencyName,
              [labels.userId]: file.userName,
              'Fecha de carga': formatDateTimeLong(file.createdAt),
              'Última modificación': formatDateTimeLong(file.updatedAt),
              [labels.sha256]: file.sha256 ? <code className="text-[0.8125rem] break-all">{file.sha256}</code> : null,
              Código: <code className="text-[0.8125rem] break-all">{file.id}</code>,
            }}
          />
          <FileEvents events={events} />
        </div>
      </div>
    </>
  );
}

function neighbourHrefs(neighbours: FileRecordData['neighbours'], back: string): NeighbourHrefs {
  const hrefOf = (id: string | null | undefined) => (id ? fileHref(id, { back }) : null);
  return { previous: hrefOf(neighbours?.previous), next: hrefOf(neighbours?.next) };
}

function ActiveButton({ id, back, intent, label }: { id: string; back: string; intent: 'deactivate' | 'restore'; label: string }) {
  return (
    <Form method="post" action={fileHref(id, { back })}>
      <Button type="submit" name="intent" value={intent} look={intent === 'restore' ? 'primary' : 'plain'}>
        {label}
      </Button>
    </Form>
  );
}

import { useEffect, useState } from 'react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { fileKind, fileKindLabel } from '#server/domain/files-vocabulary.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { useDraggedFiles } from '../files/dropped-files.ts';
import { FileChange } from '../files/FileChange.tsx';
import { fileText, FileVersions } from '../files/FileVersions.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { versionBase, versionHref } from '../files/version-links.ts';
import { DocumentActions } from '../files/viewer/DocumentActions.tsx';
import { DocumentViewer } from '../files/viewer/DocumentViewer.tsx';
import { neighbourHrefs, NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { ActiveButton } from '../forms/ActiveButton.tsx';
import { EditLink } from '../forms/EditLink.tsx';
import { listHref } from '../../record-links.ts';
import { ReadingCard } from './ReadingCard.tsx';
import { LIST_URL, UPLOAD_URL, documentBase, fileHref } from './file-links.ts';
import type { FileRecordData } from './record-data.ts';

/** A file: its facts, its content, and everyone who handled it. */
export function FileRecord({ data }: { data: FileRecordData }) {
  const { file, labels, shown, story, reading, content, allowed, neighbours, back } = data;
  const kind = fileKind(file.nombre);
  const base = versionBase(documentBase(file.id), shown?.number ?? file.versionNumber, file.versionNumber);
  const viewed = content && { base, name: file.nombre, content, allowed };
  const action = fileHref(file.id, { back });
  const hrefs = neighbourHrefs(neighbours, (id) => fileHref(id, { back }));
  return (
    <>
      <PageHead
        title={file.nombre}
        state={file.isActive ? null : <StatusLabel tone="off">Eliminado</StatusLabel>}
        subtitle={[file.folderName, file.documentTypeName].filter(Boolean).join(' · ')}
        crumbs={[{ label: 'Archivos', href: listHref(LIST_URL, back) }, { label: file.nombre }]}
        beside={<NeighbourLinks hrefs={hrefs} />}
        secondary={
          <>
            {file.isActive ? <ActiveButton menu="briefcase-files" action={action} intent="deactivate" label="Eliminar" /> : null}
            {viewed ? <DocumentActions document={viewed} /> : null}
          </>
        }
        primary={
          file.isActive ? (
            <EditLink menu="briefcase-files" href={fileHref(file.id, { mode: 'edit', back })} />
          ) : (
            <ActiveButton menu="briefcase-files" action={action} intent="restore" label="Restaurar el archivo" />
          )
        }
      />
      {file.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          Este archivo está eliminado: no aparece en la lista y no se puede ver ni descargar. Puede restaurarse.
        </Notice>
      )}
      {shown === null ? null : (
        <Notice kind="warning" className="mb-4">
          Está viendo la versión {shown.number}, que ya no es la actual: {fileText(shown)}.{' '}
          <a className="text-link" href={fileHref(file.id, { back })} data-nav="">
            Ver la versión actual
          </a>
        </Notice>
      )}
      <div className="document-record">
        {viewed ? <DocumentViewer key={shown?.number ?? file.versionNumber} document={viewed} neighbours={hrefs} /> : null}
        <div className="grid gap-4">
          {file.isActive && reading ? <ReadingCard data={data} /> : null}
          <FactCard
            title="Datos"
            facts={{
              [labels.carpetaId]: pageLink(file.pages.folder, file.folderName),
              [labels.tipoDocumentoId]: file.documentTypeName,
              [labels.contentType]: (
                <span className="inline-flex items-center gap-1.5">
                  <FileIcon kind={kind} /> {fileKindLabel(kind)}
                </span>
              ),
              [labels.bytes]: formatFileSize(file.bytes),
              [labels.agenciaId]: pageLink(file.pages.agency, file.agencyName),
              [labels.userId]: pageLink(file.pages.user, file.userName),
              'Fecha de carga': formatDateTimeLong(file.createdAt),
              'Última modificación': formatDateTimeLong(file.updatedAt),
            }}
            technical={{
              [labels.sha256]: file.sha256 ? <code className="text-[0.8125rem] break-all">{file.sha256}</code> : null,
              Código: <code className="text-[0.8125rem] break-all">{file.id}</code>,
            }}
          />
          <VersionsCard key={file.versionNumber} data={data} />
          {file.isActive && !reading ? <ReadingCard data={data} /> : null}
          {story ? <StoryCard story={story} /> : null}
        </div>
      </div>
    </>
  );
}

const VERSIONS = 'versiones';

/** Upload of a new version, which may be dropped anywhere on the page, and the list of versions: who stored which, and when. */
function VersionsCard({ data: { file, versions, shown, mayReplace, formToken, back } }: { data: FileRecordData }) {
  const [present, ...earlier] = versions;
  const over = useDraggedFiles();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (over) setOpen(true);
  }, [over]);
  if (!present || (!mayReplace && earlier.length === 0)) return null;
  const record = fileHref(file.id, { back });
  return (
    <Card
      id={VERSIONS}
      title={earlier.length === 0 ? 'Versiones' : `Versión ${present.number} de ${file.versionNumber}`}
      // Nothing to print: only the upload form.
      className={earlier.length === 0 ? 'no-print' : ''}
    >
      {earlier.length === 0 ? null : (
        <>
          <p className="wrap-anywhere text-muted">
            La actual: {shortDateTime(present.at) ?? 'sin fecha'}, {present.userName || 'sin nombre'}.
          </p>
          <h3 className="mt-3 mb-1">Anteriores</h3>
          <FileVersions versions={earlier} shown={shown?.number} hrefOf={(number) => versionHref(record, number)} />
        </>
      )}
      {mayReplace ? (
        <details className={earlier.length === 0 ? '' : 'mt-3'} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="text-link cursor-pointer">Cargar una versión nueva</summary>
          <p className="my-2 text-muted">Todos abrirán la nueva en esta misma dirección.</p>
          <FileChange
            key={file.version}
            id={file.id}
            version={file.version}
            uploadUrl={UPLOAD_URL}
            recordHref={fileHref(file.id)}
            uploadKey={formToken}
            replaces
            word="Cargar la versión"
            card={VERSIONS}
          />
        </details>
      ) : null}
    </Card>
  );
}

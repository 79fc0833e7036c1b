import { Card } from '../../ui/Card.tsx';
import { FileChange } from '../files/FileChange.tsx';
import { FileVersions } from '../files/FileVersions.tsx';
import { versionHref } from '../files/version-links.ts';
import { documentHref, UPLOAD_URL } from './document-links.ts';
import type { DocumentData } from './record-data.ts';

const CARD = 'archivo';

/** The document's earlier files, and the upload of a new one, or of the first one while it has none; or why there is neither. */
export function FileCard({ data }: { data: DocumentData }) {
  const { document, shown, back } = data;
  const { id, earlierFiles, canChangeFile, file } = document;
  const hasEarlier = earlierFiles.length > 0;
  if (!hasEarlier && file && !canChangeFile) return null;
  return (
    <Card id={CARD} title={hasEarlier ? 'Versiones anteriores' : 'Archivo'}>
      {hasEarlier ? (
        <FileVersions versions={earlierFiles} shown={shown?.number} hrefOf={(number) => versionHref(documentHref(id, { back }), number)} />
      ) : null}
      {file ? null : (
        <p className="text-muted">
          No tiene archivo.
          {document.addsFiles
            ? ''
            : ` Sus permisos no incluyen agregar archivos a «${document.typeName}»: puede otorgarlo un Administrador.`}
        </p>
      )}
      {canChangeFile ? <FileAct data={data} /> : null}
    </Card>
  );
}

function FileAct({ data: { document, formToken } }: { data: DocumentData }) {
  const { id, version, file } = document;
  return (
    <details key={version} className="no-print mt-2" open={file === null}>
      <summary className="btn btn-plain">{file ? 'Cambiar archivo' : 'Adjuntar archivo'}</summary>
      <div className="mt-3 mb-2">
        <FileChange
          id={id}
          version={version}
          uploadUrl={UPLOAD_URL}
          recordHref={documentHref(id)}
          uploadKey={formToken}
          replaces={file !== null}
          word={file ? 'Reemplazar el archivo' : 'Adjuntar el archivo'}
          card={CARD}
        />
      </div>
    </details>
  );
}

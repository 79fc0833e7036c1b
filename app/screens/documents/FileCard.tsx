import { Card } from '../../ui/Card.tsx';
import { FileChange } from '../files/FileChange.tsx';
import { FileVersions } from '../files/FileVersions.tsx';
import { versionHref } from '../files/version-links.ts';
import { documentHref, UPLOAD_URL } from './document-links.ts';
import type { DocumentData } from './record-data.ts';

/** The files that a document had before. */
export function EarlierFiles({ data: { document, shown, back } }: { data: DocumentData }) {
  const { id, earlierFiles } = document;
  if (earlierFiles.length === 0) return null;
  return (
    <Card title="Versiones anteriores">
      <FileVersions versions={earlierFiles} shown={shown?.number} hrefOf={(number) => versionHref(documentHref(id, { back }), number)} />
    </Card>
  );
}

/** One of the acts on a document: its first file, for which it waits, or another one. */
export function FileAct({ data: { document, formToken } }: { data: DocumentData }) {
  const { id, version, file, canChangeFile } = document;
  if (!canChangeFile) return null;
  return (
    <details key={formToken} className="open:basis-full" open={file === null}>
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
        />
      </div>
    </details>
  );
}

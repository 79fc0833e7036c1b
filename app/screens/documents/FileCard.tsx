import { Card } from '../../ui/Card.tsx';
import { versionHref } from './document-links.ts';
import { FileChange } from './FileChange.tsx';
import { fileText } from './record-facts.tsx';
import type { DocumentData } from './record-data.ts';
import { shortDateTime } from '../lists/short-dates.tsx';

/** The first file of a document, or another one, and the files that it had before. */
export function FileCard({ data }: { data: DocumentData }) {
  const { document, formToken, shown, back } = data;
  const { id, version, file, earlierFiles, canChangeFile } = document;
  if (!canChangeFile && earlierFiles.length === 0) return null;
  return (
    <Card title="Archivo" className={earlierFiles.length === 0 ? 'no-print' : ''}>
      {canChangeFile ? <FileChange key={formToken} id={id} version={version} uploadKey={formToken} replaces={file !== null} /> : null}
      {earlierFiles.length === 0 ? null : (
        <>
          <h3 className={canChangeFile ? 'mt-4 mb-1' : 'mb-1'}>Versiones anteriores</h3>
          <ol className="grid gap-1.5">
            {earlierFiles.map((earlier) => (
              <li key={earlier.number} className="wrap-anywhere">
                <a
                  className="text-link"
                  href={versionHref(id, earlier.number, back)}
                  data-nav=""
                  aria-current={earlier.number === shown?.number ? 'page' : undefined}
                >
                  {fileText(earlier)}
                </a>
                <br />
                <span className="text-muted">
                  {shortDateTime(earlier.at) ?? 'Sin fecha'}, {earlier.userName || 'sin nombre'}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

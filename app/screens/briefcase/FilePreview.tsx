import type { ReactNode } from 'react';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import type { DocumentContent } from '#server/domain/document-content.ts';
import type { BriefcaseFile } from '#server/features/briefcase/get-file.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { streamHref } from './file-links.ts';

/** What the file looks like. Showing it is a view and counts as one, so nothing is fetched before it comes into sight. */
export function FilePreview({ file, content }: { file: BriefcaseFile; content: DocumentContent }) {
  if (content.form === 'pages') return <FirstPage file={file} pages={content.pages} size={content.firstPage} />;
  if (content.form === 'media') return <Player file={file} kind={content.kind} />;
  if (content.form === 'none') return <Instead file={file}>{content.reason}</Instead>;
  return (
    <Instead file={file}>
      <a className="text-link" href={streamHref(file.id, 'text/1')} target="_blank" rel="noopener">
        {content.form === 'table' ? 'Ver la tabla' : 'Ver el texto'}
      </a>
    </Instead>
  );
}

function FirstPage({ file, pages, size }: { file: BriefcaseFile; pages: number; size: { width: number; height: number } | null }) {
  return (
    <figure className="surface grid justify-items-center gap-2 overflow-hidden p-2">
      <img
        src={streamHref(file.id, 'pages/1')}
        alt={`Página 1 de ${file.nombre}`}
        width={size?.width}
        height={size?.height}
        loading="lazy"
        className="h-auto max-h-[75vh] w-auto max-w-full object-contain"
      />
      {pages > 1 ? <figcaption className="text-muted">{`Página 1 de ${pages}`}</figcaption> : null}
    </figure>
  );
}

/** Recordings come without captions. */
function Player({ file, kind }: { file: BriefcaseFile; kind: 'audio' | 'video' }) {
  const player = {
    src: streamHref(file.id, 'view'),
    controls: true,
    preload: 'none',
    className: 'w-full',
    'aria-label': file.nombre,
  } as const;
  return (
    <div className="surface p-2">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      {kind === 'audio' ? <audio {...player} /> : <video {...player} />}
    </div>
  );
}

function Instead({ file, children }: { file: BriefcaseFile; children: ReactNode }) {
  return (
    <div className="surface grid justify-items-center gap-2 p-10 text-center">
      <FileIcon kind={fileKind(file.nombre)} large />
      <p>{children}</p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import type { PagedContent } from '#server/domain/document-content.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { FileIcon } from '../../../ui/FileIcon.tsx';
import { pageHref, streamHref, textHref, type ViewedDocument } from './viewed-document.ts';

/** A document without scripts, or before they load. Showing it counts as a view, so nothing is fetched before it scrolls into sight. */
export function PlainDocument({ document: { base, name, content, allowed } }: { document: ViewedDocument }) {
  if (content.form === 'pages') return <FirstPage base={base} name={name} content={content} />;
  if (content.form === 'media') return <Player base={base} name={name} kind={content.kind} mayDownload={allowed.download} />;
  if (content.form === 'none')
    return (
      <Instead name={name} text={content.reason}>
        {allowed.download ? (
          <ButtonLink icon="download" href={streamHref(base, 'download')} download>
            Descargar para abrirlo
          </ButtonLink>
        ) : (
          <p className="text-muted">Para abrirlo hay que descargarlo, y su usuario no tiene ese permiso.</p>
        )}
      </Instead>
    );
  return (
    <Instead name={name} text={null}>
      <a className="text-link" href={textHref(base, 1)} target="_blank" rel="noopener">
        {content.form === 'table' ? 'Ver la tabla' : 'Ver el texto'}
      </a>
    </Instead>
  );
}

/** The browser picks the same width as the viewer would, so that nothing is fetched twice. */
function FirstPage({ base, name, content: { pages, firstPage } }: Pick<ViewedDocument, 'base' | 'name'> & { content: PagedContent }) {
  return (
    <figure className="viewer-plain">
      <img
        src={pageHref(base, 1, 1600)}
        srcSet={`${pageHref(base, 1, 800)} 800w, ${pageHref(base, 1, 1600)} 1600w`}
        sizes="(width >= 1200px) 45vw, 92vw"
        alt={`Página 1 de ${name}`}
        width={firstPage?.width}
        height={firstPage?.height}
        loading="lazy"
      />
      {pages > 1 ? <figcaption className="text-muted">{`Página 1 de ${pages}`}</figcaption> : null}
    </figure>
  );
}

interface PlayerProps {
  base: string;
  name: string;
  kind: 'audio' | 'video';
  mayDownload: boolean;
}

/** Recordings have no captions. */
function Player({ base, name, kind, mayDownload }: PlayerProps) {
  const player = {
    src: streamHref(base, 'view'),
    controls: true,
    ...(!mayDownload && { controlsList: 'nodownload' }),
    preload: 'none',
    'aria-label': name,
  } as const;
  return (
    <div className="viewer-player">
      {kind === 'audio' ? <FileIcon kind="music" large /> : null}
      {kind === 'audio' ? <p className="font-medium">{name}</p> : null}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      {kind === 'audio' ? <audio {...player} /> : <video {...player} playsInline />}
    </div>
  );
}

function Instead({ name, text, children }: { name: string; text: string | null; children: ReactNode }) {
  return (
    <div className="viewer-instead">
      <FileIcon kind={fileKind(name)} large />
      {text === null ? null : <p>{text}</p>}
      {children}
    </div>
  );
}

import type { BriefcaseFile } from '#server/features/briefcase/get-file.ts';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { streamHref } from './file-links.ts';

/** Longer texts are downloaded: a browser shows them slowly. */
const TEXT_MAX_BYTES = 2 * 1024 * 1024;
/** The viewer begins with the page, as wide as its frame, without the side bar. */
const PDF_VIEW = '#navpanes=0&view=FitH';

/**
 * The file as the browser shows it, in a frame that can run nothing. Showing it is a view and counts as one, so nothing is
 * fetched before it comes into sight.
 */
export function FilePreview({ file }: { file: BriefcaseFile }) {
  const src = streamHref(file.id, 'view');
  const frame = 'h-[75vh] w-full rounded-lg border border-line bg-white';
  if (file.preview === 'image') {
    return (
      <figure className="surface flex justify-center overflow-hidden p-2">
        <img src={src} alt={file.nombre} loading="lazy" className="max-h-[75vh] max-w-full object-contain" />
      </figure>
    );
  }
  if (file.preview === 'pdf')
    return <iframe src={`${src}${PDF_VIEW}`} title={`Vista de ${file.nombre}`} loading="lazy" className={frame} />;
  if (file.preview === 'text' && file.bytes <= TEXT_MAX_BYTES)
    return <iframe src={src} title={`Vista de ${file.nombre}`} sandbox="" loading="lazy" className={frame} />;
  return (
    <div className="surface grid justify-items-center gap-2 p-10 text-center">
      <FileIcon kind={fileKind(file.nombre)} large />
      <p>Este tipo de archivo no se muestra en el navegador.</p>
      <a className="text-link" href={streamHref(file.id, 'download')} download>
        Descargarlo
      </a>
    </div>
  );
}

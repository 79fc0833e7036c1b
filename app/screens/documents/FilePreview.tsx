import { useEffect, useState } from 'react';
import { fileExtension, fileKind } from '#server/domain/files-vocabulary.ts';
import type { FilePreview as Preview } from '#server/features/documents/preview-file.ts';
import { sentenceOf } from '../../problem-sentence.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { ScrollRegion } from '../files/viewer/ScrollRegion.tsx';
import { PREVIEW_URL } from './document-links.ts';

interface FilePreviewProps {
  file: File;
  /** The next file: prefetched, so that its preview appears at once. */
  next: File | null;
  /** The server does not accept its content; the reason. */
  onRefused: (reason: string) => void;
}

/** Preview of a file before it is stored: a picture by the browser itself, anything else by its first pages. */
export function FilePreview({ file, ...others }: FilePreviewProps) {
  return (
    <ScrollRegion className="indexing-preview surface" aria-label={`Vista previa de ${file.name}`}>
      {isOwnPicture(file) ? <OwnPicture file={file} /> : <DrawnPages file={file} {...others} />}
    </ScrollRegion>
  );
}

function OwnPicture({ file }: { file: File }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address === '' ? null : <img src={address} alt={file.name} />;
}

function DrawnPages({ file, next, onRefused }: FilePreviewProps) {
  const [preview, setPreview] = useState<FoundPreview | null>(null);
  useEffect(() => {
    let isGone = false;
    void findPreview(file).then((found) => {
      if (isGone) return;
      setPreview(found);
      if (found.isRefused) onRefused(found.reason);
      if (next && !isOwnPicture(next)) void findPreview(next);
    });
    return () => {
      isGone = true;
    };
  }, [file, next, onRefused]);
  if (preview === null)
    return (
      <p role="status" className="indexing-instead text-muted">
        Preparando la vista previa…
      </p>
    );
  if (preview.pictures.length === 0)
    return (
      <div className="indexing-instead">
        <FileIcon kind={fileKind(file.name)} large />
        <p>{preview.reason}</p>
      </div>
    );
  const { pages, pictures } = preview;
  return (
    <>
      {pictures.map((picture, index) => (
        <img key={picture.length + index} src={picture} alt={`Página ${index + 1} de ${file.name}`} />
      ))}
      {pages !== null && pages > pictures.length ? (
        <p className="p-2 text-center text-muted">{`Se muestran ${pictures.length} de ${pages} páginas.`}</p>
      ) : null}
    </>
  );
}

/** `isRefused`: storing it would be refused for the same reason. */
type FoundPreview = Preview & { isRefused?: boolean };

/** The server's limit: bigger files are not sent for a preview. */
const MAX_BYTES = 25 * 1024 * 1024;
const DISPLAYABLE = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif']);
const NOTHING = { pages: null, pictures: [] };
const TOO_BIG = 'Es demasiado grande para verlo antes de indexarlo.';
const NO_PREVIEW = 'No se pudo preparar la vista previa. Puede indexarlo igual.';

const found = new WeakMap<File, Promise<FoundPreview>>();
/** Statuses that speak of the content itself: empty, or not what its name says. */
const OF_CONTENT = [400, 415];
const TOO_LARGE = 413;

/** Whether browsers can display it by themselves. */
function isOwnPicture({ name }: File): boolean {
  return DISPLAYABLE.has(fileExtension(name));
}

/** Fetches the first pages of a file once; after a failure, which gives its reason, the next call tries again. Never rejects. */
function findPreview(file: File): Promise<FoundPreview> {
  const known = found.get(file);
  if (known) return known;
  const asked = requestPreview(file).catch((): FoundPreview => {
    found.delete(file);
    return { ...NOTHING, reason: NO_PREVIEW };
  });
  found.set(file, asked);
  return asked;
}

async function requestPreview(file: File): Promise<FoundPreview> {
  if (file.size > MAX_BYTES) return { ...NOTHING, reason: TOO_BIG };
  const form = new FormData();
  form.append('file', file, file.name);
  const response = await fetch(PREVIEW_URL, { method: 'POST', body: form, headers: { Accept: 'application/json' } });
  const answer: unknown = await response.json();
  if (response.ok) return answer as Preview;
  if (response.status >= 500) throw new Error(`preview answered ${response.status}`);
  const isRefused = OF_CONTENT.includes(response.status);
  // A session that ended, or too many at once: the next call asks again.
  if (!isRefused && response.status !== TOO_LARGE) found.delete(file);
  return { ...NOTHING, reason: sentenceOf(answer, NO_PREVIEW), isRefused };
}

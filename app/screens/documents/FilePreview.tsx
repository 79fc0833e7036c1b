import { useEffect, useState } from 'react';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { ScrollRegion } from '../files/viewer/ScrollRegion.tsx';
import { findPreview, isOwnPicture, type Preview } from './find-preview.ts';

interface FilePreviewProps {
  file: File;
  /** What comes after it: looked at meanwhile, so that it is there at once. */
  next: File | null;
}

/** What a file looks like before it is stored: a picture by the browser itself, everything else by its first pages. */
export function FilePreview({ file, next }: FilePreviewProps) {
  return (
    <ScrollRegion className="indexing-preview surface" aria-label={`Vista previa de ${file.name}`}>
      {isOwnPicture(file) ? <OwnPicture file={file} /> : <DrawnPages file={file} next={next} />}
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

function DrawnPages({ file, next }: FilePreviewProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let isGone = false;
    void findPreview(file).then((found) => {
      if (isGone) return;
      setPreview(found);
      if (next && !isOwnPicture(next)) void findPreview(next);
    });
    return () => {
      isGone = true;
    };
  }, [file, next]);
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

import X from 'lucide-react/icons/x';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Spinner.tsx';
import { DropArea } from '../files/DropArea.tsx';
import { sendUpload } from '../files/send-upload.ts';
import { UploadForm } from './UploadForm.tsx';
import type { QueuedUpload, UploadTarget } from '../files/upload-queue.ts';
import { useUploadQueue, useWarnBeforeLeaving } from '../files/use-upload-queue.ts';

interface UploadAreaProps {
  choices: UploadChoices;
  /** What the list is filtered by: most likely where the files go. */
  folderId: string;
  documentTypeId: string;
}

// Most people who open the list come to read: the panel comes when they open the uploads, or with the first file.
const loadPanel = async () => ({ default: (await import('../files/UploadPanel.tsx')).UploadPanel });
const UploadPanel = lazy(loadPanel);

/** Address part that opens the panel, also without JavaScript (see forms.css). */
export const UPLOAD_ANCHOR = 'cargar';
const CONTENT_ANCHOR = 'contenido';
const NOTHING: readonly QueuedUpload[] = [];

/** Uploads of the list: a plain form without JavaScript; with it many files at once, dropped anywhere or chosen. */
export function UploadArea({ choices, ...initial }: UploadAreaProps) {
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState(false);
  const [folderId, setFolderId] = useState(only(choices.folders, initial.folderId));
  const [documentTypeId, setDocumentTypeId] = useState(only(choices.documentTypes, initial.documentTypeId));
  const queue = useUploadQueue(sendUpload);
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
  const area = useRef<HTMLElement>(null);
  const readChosen = useCallback(() => {
    const chosen = (name: string) => area.current?.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.value ?? '';
    setFolderId(chosen('folderId'));
    setDocumentTypeId(chosen('documentTypeId'));
    return { folderId: chosen('folderId'), documentTypeId: chosen('documentTypeId') };
  }, []);
  useEffect(() => {
    readChosen();
    setReady(true);
  }, [readChosen]);
  useEffect(() => {
    const show = () => setOpen((was) => was || window.location.hash === `#${UPLOAD_ANCHOR}`);
    show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, []);
  useEffect(() => {
    // While there is a connection: the panel is what tells that there is none.
    if (open) loadPanel().catch(() => undefined);
  }, [open]);
  const close = (event: MouseEvent) => {
    event.preventDefault();
    // By its address the panel would stay open.
    window.location.hash = CONTENT_ANCHOR;
    setOpen(false);
  };
  useWarnBeforeLeaving(uploads.some(({ state }) => state === 'sending' || state === 'queued'));

  const add = (files: readonly File[]) => {
    const chosen = readChosen();
    setOpen(true);
    queue.add(files, targetOf(choices, chosen.folderId, chosen.documentTypeId));
  };
  return (
    <section
      id={UPLOAD_ANCHOR}
      ref={area}
      className="upload-area surface no-print mb-4 p-4"
      data-open={open ? '' : undefined}
      aria-labelledby="titulo-carga"
    >
      <div className="mb-3 flex items-center">
        <h2 id="titulo-carga">Cargar archivos</h2>
        <ButtonLink href={`#${CONTENT_ANCHOR}`} look="quiet" small icon={X} iconOnly className="ms-auto" onClick={close}>
          Cerrar
        </ButtonLink>
      </div>
      <div className="grid gap-4">
        <UploadForm choices={choices} enhanced={ready} folderId={folderId} documentTypeId={documentTypeId} onChosen={readChosen} />
        {ready ? <DropArea onFiles={add} /> : null}
        {uploads.length > 0 ? (
          <Suspense fallback={<Skeleton lines={uploads.length} />}>
            <UploadPanel uploads={uploads} queue={queue} target={targetOf(choices, folderId, documentTypeId)} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

/** null while something is still to be chosen. */
function targetOf(choices: UploadChoices, folderId: string, documentTypeId: string): UploadTarget | null {
  const documentType = choices.documentTypes.find((type) => type.id === documentTypeId);
  return documentType && folderId !== '' ? { folderId, documentType } : null;
}

/** The choice that needs no choosing: what the list is filtered by, or the only one there is. */
function only(choices: readonly { id: string }[], wanted: string): string {
  if (choices.some(({ id }) => id === wanted)) return wanted;
  return choices.length === 1 ? (choices[0]?.id ?? '') : '';
}

import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { UploadChoices } from '#server/briefcase/find-choices.ts';
import { DropArea } from './DropArea.tsx';
import { sendUpload } from './send-upload.ts';
import { UploadForm } from './UploadForm.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { UploadQueue, type QueuedUpload, type UploadTarget } from './upload-queue.ts';

interface UploadAreaProps {
  choices: UploadChoices;
  /** What the list is filtered by: most likely where the files go. */
  folderId: string;
  documentTypeId: string;
}

const NOTHING: readonly QueuedUpload[] = [];

/** Uploads of the list: a plain form without JavaScript; with it many files at once, dropped anywhere or chosen. */
export function UploadArea({ choices, ...initial }: UploadAreaProps) {
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState(false);
  const [folderId, setFolderId] = useState(only(choices.folders, initial.folderId));
  const [documentTypeId, setDocumentTypeId] = useState(only(choices.documentTypes, initial.documentTypeId));
  const queue = useUploadQueue();
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
  const area = useRef<HTMLDivElement>(null);
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
    const show = () => setOpen((was) => was || window.location.hash === '#cargar');
    show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, []);
  useWarnBeforeLeaving(uploads.some(({ state }) => state === 'sending' || state === 'queued'));

  const add = (files: readonly File[]) => {
    const chosen = readChosen();
    setOpen(true);
    queue.add(files, targetOf(choices, chosen.folderId, chosen.documentTypeId));
  };
  return (
    <details className="surface no-print mb-4" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer px-4 py-2.5 font-medium">Cargar archivos</summary>
      <div id="cargar" ref={area} className="grid scroll-mt-32 gap-4 px-4 pb-4">
        <UploadForm choices={choices} enhanced={ready} folderId={folderId} documentTypeId={documentTypeId} onChosen={readChosen} />
        {ready ? <DropArea onFiles={add} /> : null}
        {uploads.length > 0 ? <UploadPanel uploads={uploads} queue={queue} target={targetOf(choices, folderId, documentTypeId)} /> : null}
      </div>
    </details>
  );
}

/** null while something is still to be chosen. */
function targetOf(choices: UploadChoices, folderId: string, documentTypeId: string): UploadTarget | null {
  const documentType = choices.documentTypes.find((type) => type.id === documentTypeId);
  return documentType && folderId !== '' ? { folderId, documentType } : null;
}

/** A queue that lives as long as the list's page; when uploads end, the list shows them. */
function useUploadQueue(): UploadQueue {
  const { state, revalidate } = useRevalidator();
  const [ended, setEnded] = useState(0);
  const shown = useRef(0);
  const [queue] = useState(() => new UploadQueue(sendUpload, () => setEnded((count) => count + 1)));
  useEffect(() => {
    // One at a time: a second would break off the first, which Remix reports as an error.
    if (shown.current === ended || state !== 'idle') return;
    shown.current = ended;
    revalidate();
  }, [ended, state, revalidate]);
  return queue;
}

function useWarnBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
}

/** The choice that needs no choosing: what the list is filtered by, or the only one there is. */
function only(choices: readonly { id: string }[], wanted: string): string {
  if (choices.some(({ id }) => id === wanted)) return wanted;
  return choices.length === 1 ? (choices[0]?.id ?? '') : '';
}

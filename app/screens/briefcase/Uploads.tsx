import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DropArea } from '../files/DropArea.tsx';
import { LazyUploadPanel, loadUploadPanel } from '../files/LazyUploadPanel.tsx';
import { reasonToRefuse, type UploadTarget } from '../files/upload-queue.ts';
import { useUploadQueue } from '../files/use-upload-queue.ts';
import { UPLOAD_URL } from './file-links.ts';
import { UploadForm } from './UploadForm.tsx';

interface UploadsProps {
  /** Where files can be put: only with a page that was asked for with UPLOAD_PARAMETER, whose form works without script. */
  given: UploadChoices | null;
  folderId: string;
  documentTypeId: string;
}

/** Uploads of the list. What a page did not bring is asked for when somebody opens them or drags files over the page. */
export function Uploads({ given, ...initial }: UploadsProps) {
  const [choices, setChoices] = useState(given);
  useEffect(() => (choices ? undefined : askWhenNeeded(setChoices)), [choices]);
  return choices ? <UploadArea choices={choices} {...initial} /> : null;
}

/** Opens the panel of the page that is there already, in place of the link's own page. */
export function openUploads(event: MouseEvent): void {
  event.preventDefault();
  window.location.hash = UPLOAD_ANCHOR;
}

function askWhenNeeded(use: (choices: UploadChoices) => void): () => void {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    fetchChoices().then(use, () => (asked = false));
  };
  const askForAnchor = () => {
    if (window.location.hash === `#${UPLOAD_ANCHOR}`) ask();
  };
  /** A file that is dropped too early must not open in place of the page. */
  const askForFiles = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    ask();
  };
  askForAnchor();
  const all = new AbortController();
  const { signal } = all;
  window.addEventListener('hashchange', askForAnchor, { signal });
  document.addEventListener('dragover', askForFiles, { signal });
  document.addEventListener('drop', askForFiles, { signal });
  return () => all.abort();
}

async function fetchChoices(): Promise<UploadChoices> {
  const response = await fetch(UPLOAD_URL, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`the places for uploads answered ${response.status}`);
  return (await response.json()) as UploadChoices;
}

interface UploadAreaProps {
  choices: UploadChoices;
  /** What the list is filtered by: most likely where the files go. */
  folderId: string;
  documentTypeId: string;
}

/** Address part that opens the panel, also without JavaScript (see forms.css). */
export const UPLOAD_ANCHOR = 'cargar';
/** Query parameter of a page that brings the places for uploads along: how the panel opens without JavaScript. */
export const UPLOAD_PARAMETER = 'cargar';
const CONTENT_ANCHOR = 'contenido';

/** Uploads of the list: a plain form without JavaScript; with it many files at once, dropped anywhere or chosen. */
function UploadArea({ choices, ...initial }: UploadAreaProps) {
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState(false);
  const [folderId, setFolderId] = useState(only(choices.folders, initial.folderId));
  const [documentTypeId, setDocumentTypeId] = useState(only(choices.documentTypes, initial.documentTypeId));
  const target = useMemo(() => targetOf(choices, folderId, documentTypeId), [choices, folderId, documentTypeId]);
  const { queue, uploads } = useUploadQueue();
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
    if (open) loadUploadPanel().catch(() => undefined);
  }, [open]);
  const close = (event: MouseEvent) => {
    event.preventDefault();
    // By its address the panel would stay open.
    window.location.hash = CONTENT_ANCHOR;
    setOpen(false);
  };

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
        <ButtonLink href={`#${CONTENT_ANCHOR}`} look="quiet" small icon="x" iconOnly className="ms-auto" onClick={close}>
          Cerrar
        </ButtonLink>
      </div>
      <div className="grid gap-4">
        <UploadForm choices={choices} enhanced={ready} folderId={folderId} documentTypeId={documentTypeId} onChosen={readChosen} />
        {ready ? <DropArea onFiles={add} /> : null}
        <LazyUploadPanel uploads={uploads} queue={queue} target={target} missing="Elija carpeta y tipo" />
      </div>
    </section>
  );
}

/** The choice that needs no choosing: what the list is filtered by, or the only one there is. */
function only(choices: readonly { id: string }[], wanted: string): string {
  if (choices.some(({ id }) => id === wanted)) return wanted;
  return choices.length === 1 ? (choices[0]?.id ?? '') : '';
}

/** What POST /briefcase/upload answers, as far as it is shown. */
interface Answer {
  url: string;
  duplicateOf: { nombre: string; folderName: string } | null;
}

/** A folder and a document type of the Maletín; null while something is still to be chosen. */
function targetOf(choices: UploadChoices, folderId: string, documentTypeId: string): UploadTarget | null {
  const documentType = choices.documentTypes.find(({ id }) => id === documentTypeId);
  if (!documentType || folderId === '') return null;
  return {
    address: UPLOAD_URL,
    fields: { folderId, documentTypeId },
    final: [400, 404, 413, 415],
    refuses: (file) => reasonToRefuse(file, documentType),
    finish(answer) {
      const { url, duplicateOf } = answer as Answer;
      return { href: url, note: duplicateOf ? `Mismo contenido que «${duplicateOf.nombre}» (${duplicateOf.folderName}).` : '' };
    },
  };
}

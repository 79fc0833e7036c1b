import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import uploadStyles from '../../styles/uploads.css';
import { Button } from '../../ui/Button.tsx';
import { loadStyles } from '../../ui/load-styles.ts';
import { useDraggedFiles, useDroppedFiles } from '../files/dropped-files.ts';
import type { BriefcaseWorkbench } from './BriefcaseWorkbench.tsx';
import { isPlainFormInUse, OPEN_EVENT, UPLOAD_ANCHOR } from './open-uploads.ts';
import { uploadSession } from './upload-session.ts';
import { useUploadChoices } from './use-upload-choices.ts';

type Bench = ComponentType<Parameters<typeof BriefcaseWorkbench>[0]>;

/**
 * Uploads of the Maletín continue while the person opens other pages. Files may be dropped on every screen of the Maletín; the panel loads
 * with the first of them, or when it is opened.
 * @param here the current screen belongs to the Maletín, and the person may upload
 */
export function UploadDock({ here }: { here: boolean }) {
  const { search } = useLocation();
  const [open, setOpen] = useState(uploadSession.open);
  const [drops, setDrops] = useState(0);
  const over = useDraggedFiles();
  const choices = useUploadChoices(open || (here && over));
  const { Bench, failed, load } = useBench(open || (here && over));
  const take = useCallback(
    (files: readonly File[]) => {
      uploadSession.dropped.push({ files, search });
      setOpen(true);
      setDrops((count) => count + 1);
    },
    [search],
  );
  useDroppedFiles(here ? take : null);
  useOpening(here, setOpen);
  useEffect(() => {
    uploadSession.open = open;
  }, [open]);
  const close = useCallback(() => setOpen(false), []);
  const folderId = new URLSearchParams(search).get('carpetaId');
  return (
    <>
      {here && over && Bench ? <Overlay folder={choices?.folders.find(({ id }) => id === folderId)?.name} /> : null}
      {open && Bench && choices ? <Bench choices={choices} drops={drops} search={here ? search : ''} onClose={close} /> : null}
      {open && !(Bench && choices) ? <Waiting failed={failed} onAgain={load} hasFiles={drops > 0} /> : null}
    </>
  );
}

function Overlay({ folder }: { folder: string | undefined }) {
  return (
    <div className="drop-overlay no-print" role="status">
      <div className="surface p-6">
        <p className="text-lg font-semibold">Suelte los archivos para cargarlos en el Maletín</p>
        <p className="text-muted">
          {folder ? `Carpeta «${folder}»; podrá cambiarla antes de enviarlos.` : 'La carpeta y el tipo se eligen antes de enviarlos.'}
        </p>
      </div>
    </div>
  );
}

function Waiting({ failed, hasFiles, onAgain }: { failed: boolean; hasFiles: boolean; onAgain: () => void }) {
  return (
    <section className="surface no-print fixed inset-x-0 bottom-0 z-40" aria-label="Carga de archivos">
      <div className="flex items-center gap-3 px-4 py-2">
        <p role="status" className="min-w-0 flex-1">
          {failed ? 'Sin conexión con el portal: sus archivos siguen aquí.' : hasFiles ? 'Preparando los archivos…' : 'Abriendo…'}
        </p>
        {failed ? <Button onClick={onAgain}>Reintentar</Button> : null}
      </div>
    </section>
  );
}

/** Loads the panel's code and styles when needed. */
function useBench(needed: boolean): { Bench: Bench | null; failed: boolean; load: () => void } {
  const [Bench, setBench] = useState<Bench | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    Promise.all([import('./BriefcaseWorkbench.tsx'), loadStyles(uploadStyles)]).then(
      ([loaded]) => setBench(() => loaded.BriefcaseWorkbench),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (needed && !Bench) load();
  }, [needed, Bench, load]);
  return { Bench, failed, load };
}

/** Opens the panel by the list's button or by the URL fragment. */
function useOpening(here: boolean, setOpen: (open: boolean) => void): void {
  useEffect(() => {
    if (!here) return undefined;
    const show = () => setOpen(true);
    const showByAnchor = () => {
      if (window.location.hash === `#${UPLOAD_ANCHOR}` && !isPlainFormInUse()) show();
    };
    showByAnchor();
    window.addEventListener(OPEN_EVENT, show);
    window.addEventListener('hashchange', showByAnchor);
    return () => {
      window.removeEventListener(OPEN_EVENT, show);
      window.removeEventListener('hashchange', showByAnchor);
    };
  }, [here, setOpen]);
}

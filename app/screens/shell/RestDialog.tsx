import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/Button.tsx';
import { Dialog } from '#app/ui/Dialog.tsx';

/** What a page that stays open knows of its session: it ends soon, it is over, or somebody else has signed in since. */
export type RestState = 'ending' | 'lasting' | 'of-another' | 'over';

export interface RestDialogProps {
  state: RestState;
  /** However the warning is closed: somebody is there. */
  onKeepWorking: () => void;
}

export function RestDialog({ state, onKeepWorking }: RestDialogProps) {
  return (
    <>
      <Dialog
        open={state === 'ending'}
        onClose={onKeepWorking}
        title="¿Sigue ahí?"
        isUrgent
        actions={
          <Button look="primary" data-first-focus="" onClick={onKeepWorking}>
            Seguir trabajando
          </Button>
        }
      >
        <p>Nadie ha usado el portal en un rato: su sesión se cierra en menos de un minuto. Lo que escribió se queda aquí.</p>
      </Dialog>
      {state === 'over' || state === 'of-another' ? <Cover isOfAnother={state === 'of-another'} /> : null}
    </>
  );
}

/** Over everything, so that nobody reads what somebody left open. The page stays beneath it, with what was typed. */
function Cover({ isOfAnother }: { isOfAnother: boolean }) {
  const cover = useRef<HTMLDialogElement>(null);
  const show = () => {
    if (cover.current && !cover.current.open) cover.current.showModal();
  };
  useEffect(show, []);
  return (
    // Escape closes a dialog: this one comes back.
    <dialog
      ref={cover}
      className="dialog dialog-cover"
      role="alertdialog"
      aria-labelledby="cubierta"
      aria-describedby="cubierta-texto"
      onClose={show}
    >
      <div className="p-4">
        <h2 id="cubierta">{isOfAnother ? 'Otra persona inició sesión' : 'Su sesión terminó'}</h2>
        <p id="cubierta-texto" className="mt-2">
          {isOfAnother
            ? 'En este navegador trabaja ahora otra persona: esta página era de quien estaba antes y ya no se muestra.'
            : 'Esta página se cubrió para que nadie lea lo que quedó abierto. Si escribió algo sin guardar, inicie sesión en otra pestaña y vuelva a esta: ahí sigue.'}
        </p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button look={isOfAnother ? 'primary' : 'plain'} onClick={() => window.location.reload()}>
            {isOfAnother ? 'Volver a cargar' : 'Iniciar sesión aquí'}
          </Button>
          {isOfAnother ? null : (
            <a className="btn btn-primary" href="/" target="_blank">
              Iniciar sesión en otra pestaña
            </a>
          )}
        </div>
      </div>
    </dialog>
  );
}

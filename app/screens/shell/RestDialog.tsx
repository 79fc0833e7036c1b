import { Button } from '#app/ui/Button.tsx';
import { Dialog } from '#app/ui/Dialog.tsx';

/** State of an open page's session: it ends soon, continues, is over, or belongs to somebody else who signed in since. */
export type RestState = 'ending' | 'lasting' | 'of-another' | 'over';

export interface RestDialogProps {
  state: RestState;
  /** Called however the warning is closed: somebody is there. */
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
      <Cover open={state === 'over' || state === 'of-another'} isOfAnother={state === 'of-another'} />
    </>
  );
}

/** Covers the page, so that nobody reads what was left open. The page stays beneath it, with what was typed. */
function Cover({ open, isOfAnother }: { open: boolean; isOfAnother: boolean }) {
  const reload = () => window.location.reload();
  return isOfAnother ? (
    <Dialog
      open={open}
      title="Otra persona inició sesión"
      className="dialog-cover"
      isUrgent
      actions={
        <Button look="primary" onClick={reload}>
          Volver a cargar
        </Button>
      }
    >
      <p>En este navegador trabaja ahora otra persona: esta página era de quien estaba antes y ya no se muestra.</p>
    </Dialog>
  ) : (
    <Dialog
      open={open}
      title="Su sesión terminó"
      className="dialog-cover"
      isUrgent
      actions={
        <>
          <a className="btn btn-primary" href="/" target="_blank">
            Iniciar sesión en otra pestaña
          </a>
          <Button onClick={reload}>Iniciar sesión aquí</Button>
        </>
      }
    >
      <p>
        Esta página se cubrió para que nadie lea lo que quedó abierto. Si escribió algo sin guardar, inicie sesión en otra pestaña y vuelva
        a esta: ahí sigue.
      </p>
    </Dialog>
  );
}

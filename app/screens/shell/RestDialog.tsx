import { Button } from '#app/ui/Button.tsx';
import { Dialog } from '#app/ui/Dialog.tsx';

export interface RestDialogProps {
  open: boolean;
  /** However it is closed: somebody is there. */
  onKeepWorking: () => void;
}

export function RestDialog({ open, onKeepWorking }: RestDialogProps) {
  return (
    <Dialog
      open={open}
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
  );
}

import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { UnsavedWarning } from './use-unsaved-warning.ts';

/** Shown when somebody leaves a page with unsaved changes. */
export function LeaveDialog({ blocker }: Pick<UnsavedWarning, 'blocker'>) {
  const stay = () => {
    if (blocker.state === 'blocked') blocker.reset();
  };
  const leave = () => {
    if (blocker.state === 'blocked') blocker.proceed();
  };
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title="Hay cambios sin guardar"
      actions={
        <>
          <Button look="primary" onClick={stay}>
            Seguir editando
          </Button>
          <Button onClick={leave}>Salir sin guardar</Button>
        </>
      }
    >
      <p>Si sale ahora, lo que escribió se pierde.</p>
    </Dialog>
  );
}

import { useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { IconName } from './Icon.tsx';

interface ConfirmButtonProps {
  /** On the button: "Eliminar". */
  label: string;
  /** "¿Eliminar «Agencia Central»?" */
  question: string;
  /** What the act does and that it cannot be undone. */
  explanation: ReactNode;
  /** Label of the confirming button: a verb, never "Aceptar". */
  confirmLabel: string;
  /** Sent with the enclosing form. */
  name: string;
  value: string;
  look?: ButtonLook;
  icon?: IconName;
  /** What it acts on, read aloud where several rows have the same button. */
  of?: string | undefined;
}

/**
 * For acts that cannot be undone (soft deletes get a toast with undo instead). Place it inside a form; without JavaScript it submits the
 * form at once, which the server handles like any submit.
 */
export function ConfirmButton({ label, question, explanation, confirmLabel, name, value, look = 'danger', icon, of }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  // Refusals are shown on the page behind. Closed only after the click: a submit button that is already unmounted sends nothing.
  const closeOnceSent = () => setTimeout(close);
  return (
    <>
      <Button
        type="submit"
        look={look}
        {...(icon ? { icon } : {})}
        name={name}
        value={value}
        aria-label={of && `${label} ${of}`}
        onClick={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={question}
        actions={
          <>
            <Button type="submit" look="danger" name={name} value={value} onClick={closeOnceSent}>
              {confirmLabel}
            </Button>
            <Button onClick={close}>Cancelar</Button>
          </>
        }
      >
        {explanation}
      </Dialog>
    </>
  );
}

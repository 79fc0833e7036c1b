import { useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { IconName } from './Icon.tsx';

interface ConfirmButtonProps {
  /** On the button: "Eliminar". */
  label: string;
  /** "¿Eliminar «Agencia Central»?" */
  question: string;
  /** What it means and that it cannot be undone. */
  explanation: ReactNode;
  /** On the button that does it: a verb, never "Aceptar". */
  confirmLabel: string;
  /** Sent with the enclosing form. */
  name: string;
  value: string;
  look?: ButtonLook;
  icon?: IconName;
}

/**
 * For what cannot be undone (soft deletes get a toast with undo instead). Stands inside a form; without JavaScript it
 * sends the form at once, and the server is right either way.
 */
export function ConfirmButton({ label, question, explanation, confirmLabel, name, value, look = 'danger', icon }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  // A refusal is told on the page behind. The form is sent after the click, and a button that is gone by then sends nothing.
  const closeOnceSent = () => setTimeout(close);
  return (
    <>
      <Button
        type="submit"
        look={look}
        {...(icon ? { icon } : {})}
        name={name}
        value={value}
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

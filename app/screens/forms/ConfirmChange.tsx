import { useState } from 'react';
import { CONFIRMED_CONTROL, type Question } from '#server/domain/question.ts';
import { Button, ButtonLink, type ButtonLook } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Notice } from '../../ui/Notice.tsx';

interface ConfirmChangeProps {
  question: Question;
  /** Label of the confirming button: a verb. */
  confirmLabel: string;
  look?: ButtonLook;
  /** Where "cancel" leads without scripts. */
  cancelHref: string;
}

/**
 * Asks for confirmation and says what a change affects. Place it at the start of the form that was sent: it sends the form again with the
 * confirmation, from a dialog, or from a notice without scripts.
 */
export function ConfirmChange({ question, confirmLabel, look = 'primary', cancelHref }: ConfirmChangeProps) {
  const ready = useHydrated();
  const [answered, setAnswered] = useState<Question | null>(null);
  const close = () => setAnswered(question);
  const sentences = question.sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
  const confirm = (onClick?: () => void) => (
    <Button type="submit" look={look} name={CONFIRMED_CONTROL} value={question.confirms} onClick={onClick} formNoValidate>
      {confirmLabel}
    </Button>
  );
  return (
    <>
      {/* The default button for Enter in a field: without it, Enter would confirm. */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden>
        Guardar
      </button>
      {ready ? (
        <Dialog
          open={answered !== question}
          onClose={close}
          title={question.title}
          actions={
            <>
              {/* Closed only after the click: a submit button that is already unmounted sends nothing. */}
              {confirm(() => setTimeout(close))}
              <Button onClick={close}>Cancelar</Button>
            </>
          }
        >
          <div className="grid gap-2">{sentences}</div>
        </Dialog>
      ) : (
        <Notice kind="warning" live className="mb-4 max-w-160">
          <h2 className="text-sm leading-5">{question.title}</h2>
          <div className="mt-1 mb-3 grid gap-1">{sentences}</div>
          <div className="flex flex-wrap gap-2">
            {confirm()}
            <ButtonLink href={cancelHref}>Cancelar</ButtonLink>
          </div>
        </Notice>
      )}
    </>
  );
}

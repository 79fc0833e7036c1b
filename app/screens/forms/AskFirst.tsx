import { useState } from 'react';
import { CONFIRMED_CONTROL, type Question } from '#server/domain/question.ts';
import { Button, ButtonLink, type ButtonLook } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Notice } from '../../ui/Notice.tsx';

interface AskFirstProps {
  question: Question;
  /** On the button that does it: a verb. */
  confirmLabel: string;
  look?: ButtonLook;
  /** Where somebody without script goes who does not want it. */
  cancelHref: string;
}

/**
 * What a change touches, before it is made. It stands at the beginning of the form that was sent and sends it again, with
 * the person's word: as a dialog, or as a notice where scripts do not run.
 */
export function AskFirst({ question, confirmLabel, look = 'primary', cancelHref }: AskFirstProps) {
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
      {/* What Enter in a field does: without it, it would confirm. */}
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
              {/* The form is sent after the click, and a button that is gone by then sends nothing. */}
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

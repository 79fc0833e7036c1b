import type { ReactNode } from 'react';
import { Button, ButtonLink } from './Button.tsx';
import { LOST_LINK, Notice } from './Notice.tsx';
import { Spinner } from './Spinner.tsx';
import { useRootMark } from './use-root-mark.ts';

/** Why a save got no valid answer: the link is down, or the session ended (`ended` explains it in a sentence). */
export type Lost = 'link' | { ended: string };

interface SaveBarProps {
  /** "Guardar" unless the form does something else. */
  label?: string;
  /** Value of the submit button; `save` unless the form continues with another step. */
  intent?: string;
  /** "otro" or "otra": shows "Guardar y crear otra", which sends `intent=save-and-new`; "Guardar" sends `intent=save`. */
  another?: string | undefined;
  cancelHref?: string;
  saving?: boolean;
  /** The last save got no valid answer: shown here, where it is visible at any scroll position. */
  lost?: Lost | null;
  /** At the right end, for example what was saved last. */
  note?: ReactNode;
}

/** Sticks to the bottom of the window while the form is longer than the window. */
export function SaveBar({ label = 'Guardar', intent = 'save', another, cancelHref, saving = false, lost = null, note }: SaveBarProps) {
  return (
    <SaveBarFrame lost={lost}>
      <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
        {saving ? <Spinner /> : null}
        {saving ? (intent === 'save' ? 'Guardando…' : 'Un momento…') : label}
      </Button>
      {another ? (
        <Button type="submit" name="intent" value="save-and-new" disabled={saving}>
          <span>
            Guardar y <span className="max-sm:sr-only">crear</span> {another}
          </span>
        </Button>
      ) : null}
      {cancelHref ? (
        <ButtonLink look="quiet" href={cancelHref}>
          Cancelar
        </ButtonLink>
      ) : null}
      {note ? <div className="ms-auto text-muted">{note}</div> : null}
    </SaveBarFrame>
  );
}

/** The bar for a form with buttons of its own. */
export function SaveBarFrame({ lost, children }: { lost: Lost | null; children: ReactNode }) {
  useRootMark('save-bar');
  return (
    <div className="save-bar">
      {lost ? (
        <div className="basis-full">
          <LostNotice why={lost} className="max-w-160" />
        </div>
      ) : null}
      {children}
    </div>
  );
}

/** For a save without a valid answer: the form keeps everything and can be sent again. */
export function LostNotice({ why, className = '' }: { why: Lost; className?: string }) {
  return (
    <Notice kind="error" live className={className}>
      {why === 'link' ? (
        `${LOST_LINK} Sus cambios siguen aquí.`
      ) : (
        <>
          No se guardó. {why.ended} Sus cambios siguen aquí:{' '}
          <a className="text-link" href="/login" target="_blank" rel="noreferrer">
            inicie sesión en otra pestaña
          </a>{' '}
          y vuelva a guardar.
        </>
      )}
    </Notice>
  );
}

import type { ReactNode } from 'react';
import { Button, ButtonLink } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { Spinner } from './Spinner.tsx';
import { useRootMark } from './use-root-mark.ts';

/** Why a save got no answer, or none that counts: `ended` says in a sentence why the session did. */
export type Lost = 'link' | { ended: string };

interface SaveBarProps {
  /** "Guardar" unless the form does something else. */
  label?: string;
  /** What the button sends; `save` unless the form goes on to another step first. */
  intent?: string;
  /** "otro" or "otra": shows "Guardar y crear otra", which sends `intent=save-and-new`; "Guardar" sends `intent=save`. */
  another?: string | undefined;
  cancelHref?: string;
  saving?: boolean;
  /** The last save got no answer: said here, where it is seen wherever the form is scrolled to. */
  lost?: Lost | null;
  /** At the right end, for example what was saved last. */
  note?: ReactNode;
}

/** Stays at the bottom of the window while the form is longer than it. */
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

/** The bar of a form that has buttons of its own. */
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

/** A save that got no answer, or none that counts: the form keeps everything and can be sent again. */
export function LostNotice({ why, className = '' }: { why: Lost; className?: string }) {
  return (
    <Notice kind="error" live className={className}>
      {why === 'link' ? (
        'No se pudo guardar: se perdió la conexión. Sus cambios siguen aquí; vuelva a guardar.'
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

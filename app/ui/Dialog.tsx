import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';

interface DialogProps {
  open: boolean;
  /** Called on Escape, on the close button and on a click on the backdrop; without it the dialog stays until `open` is false. */
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom, the main one first. */
  actions?: ReactNode;
  className?: string;
  /** Opens unasked and cannot wait: screen readers announce it at once, with its text. */
  isUrgent?: boolean;
}

/**
 * The browser's own <dialog>: it traps the focus, closes with Escape and restores the focus.
 * The close button gets the focus first, or the element with `data-first-focus`.
 */
export function Dialog({ open, onClose, title, children, actions, className, isUrgent = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const urgent = isUrgent ? ({ role: 'alertdialog', 'aria-describedby': textId } as const) : {};
  const follow = () => {
    const element = dialog.current;
    if (open && element?.open === false) {
      element.showModal();
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    // Before it is removed, too: only closing restores the focus.
    return () => element?.close();
  };
  // React's strict mode closes and opens it again at once.
  const closed = () => dialog.current?.open || (onClose ?? follow)();
  useLayoutEffect(follow, [open]);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // A click on the backdrop reaches the dialog itself, never one of its children.
    element.onclick = ({ target }) => {
      if (target === element) onClose?.();
    };
  }, [onClose]);
  return (
    <dialog ref={dialog} className={classNames('dialog', className)} aria-labelledby={titleId} onClose={closed} {...urgent}>
      {open ? (
        <div className="p-4">
          <div className="mb-2 flex items-center gap-2">
            <h2 id={titleId}>{title}</h2>
            {onClose ? (
              <Button look="quiet" small icon="x" iconOnly className="ms-auto" onClick={onClose}>
                Cerrar
              </Button>
            ) : null}
          </div>
          {isUrgent ? <div id={textId}>{children}</div> : children}
          {actions ? <div className="mt-4 flex flex-row-reverse flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}

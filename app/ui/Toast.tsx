import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export interface ToastContent {
  kind: 'success' | 'error';
  text: string;
  /** A form that takes the action back: "Deshacer". */
  undo?: { action: string; fields: Readonly<Record<string, string>> };
  /** Where what it tells of is. */
  link?: { href: string; label: string };
}

const SHOWN_MS = 6_000;
/** Long enough to read, think and reach the button. */
const SHOWN_WITH_UNDO_MS = 15_000;

/**
 * What just happened, at the bottom of the window. Rendered by the server, so it shows without JavaScript; with it, it
 * leaves by itself, but not while the pointer or the focus is on it, and errors stay until they are closed. It gives way to what has the focus
 * and to bars of buttons.
 */
export function Toast({ toast }: { toast: ToastContent | null }) {
  const [shown, setShown] = useState(toast);
  const [latest, setLatest] = useState(toast);
  const [told, setTold] = useState(0);
  const [held, setHeld] = useState(false);
  // The next page brings no toast: the one that shows stays for its time.
  if (toast !== latest) {
    setLatest(toast);
    if (toast) {
      setShown(toast);
      setTold(told + 1);
    }
  }
  const close = () => setShown(null);
  useEffect(() => {
    const end = new AbortController();
    // Most pages tell nothing.
    if (shown)
      import('./give-way.ts').then(
        ({ giveWay }) => giveWay(end.signal),
        () => undefined,
      );
    return () => end.abort();
  }, [shown]);
  useEffect(() => {
    if (!shown || held || shown.kind === 'error') return undefined;
    const timer = setTimeout(() => setShown(null), shown.undo || shown.link ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, held]);
  return (
    <div
      className="toasts no-print"
      role="status"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* A new one is read out, even with the words of the last. */}
      {shown ? <ToastCard key={told} toast={shown} onClose={close} /> : null}
    </div>
  );
}

function ToastCard({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const sign = toast.kind === 'error' ? 'octagon-alert' : 'circle-check';
  return (
    <div className="toast-card">
      <Icon name={sign} className="size-4.5" />
      <p className="min-w-0 flex-1">{toast.text}</p>
      {toast.undo ? (
        <Form method="post" action={toast.undo.action} onSubmit={onClose} preventScrollReset>
          {Object.entries(toast.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" look="quiet" small className="underline underline-offset-3">
            Deshacer
          </Button>
        </Form>
      ) : null}
      {toast.link ? (
        <a className="text-link" data-nav="" href={toast.link.href} onClick={onClose}>
          {toast.link.label}
        </a>
      ) : null}
      <Button look="quiet" small icon="x" iconOnly onClick={onClose}>
        Cerrar aviso
      </Button>
    </div>
  );
}

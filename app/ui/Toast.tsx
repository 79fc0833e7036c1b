import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export interface ToastContent {
  kind: 'success' | 'error';
  text: string;
  /** A form that undoes the action: "Deshacer". */
  undo?: { action: string; fields: Readonly<Record<string, string>> };
  /** Where to see the result. */
  link?: { href: string; label: string };
}

const SHOWN_MS = 6_000;
/** Long enough to read, think and reach the button. */
const SHOWN_WITH_UNDO_MS = 15_000;

/**
 * What just happened, at the bottom of the window. Rendered by the server, so it shows without JavaScript; with it, it closes by itself,
 * but not while the pointer or the focus is on it, and errors stay until closed. It moves away from the focused element and from bars of
 * buttons.
 */
export function Toast({ toast }: { toast: ToastContent | null }) {
  const [shown, setShown] = useState(toast);
  const [latest, setLatest] = useState(toast);
  const [shownCount, setShownCount] = useState(0);
  const [held, setPaused] = useState(false);
  // A following page without a toast leaves the current one for the rest of its time.
  if (toast !== latest) {
    setLatest(toast);
    if (toast) {
      setShown(toast);
      setShownCount(shownCount + 1);
    }
  }
  const close = () => setShown(null);
  useEffect(() => {
    const end = new AbortController();
    // Loaded on demand: most pages have no toast.
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
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {/* A new key makes screen readers announce a toast with the same words again. */}
      {shown ? <ToastCard key={shownCount} toast={shown} onClose={close} /> : null}
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

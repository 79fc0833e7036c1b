import type { ReactNode } from 'react';
import { activeLabel } from '#server/domain/text.ts';

export type StatusTone = 'good' | 'waiting' | 'bad' | 'off' | 'plain';

/** A status is never colour alone: it has a sign (drawn by the style sheet) and a word. */
export function StatusLabel({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={`status status-${tone}`}>{children}</span>;
}

/** The boolean `estado` of most records: "Activo" or "Inactivo" unless other words fit better. */
export function StateLabel({ on, yes = activeLabel(true), no = activeLabel(false) }: { on: boolean; yes?: string; no?: string }) {
  return StatusLabel({ tone: on ? 'good' : 'off', children: on ? yes : no });
}

/** A small neutral tag, for kinds and counts. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 w-fit flex-none items-center rounded border border-line bg-base-200 px-2 text-xs font-medium">
      {children}
    </span>
  );
}

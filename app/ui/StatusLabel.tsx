import type { ReactNode } from 'react';

export type StatusTone = 'good' | 'waiting' | 'bad' | 'off' | 'plain';

/** Whole class names, so that the style sheet's build finds them. */
const TONES: Readonly<Record<StatusTone, string>> = {
  good: 'status status-good',
  waiting: 'status status-waiting',
  bad: 'status status-bad',
  off: 'status status-off',
  plain: 'status status-plain',
};

/** A status is never colour alone: a sign (drawn by the style sheet) and a word. */
export function StatusLabel({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={TONES[tone]}>{children}</span>;
}

/** The boolean `estado` of most records: "Activo" or "Inactivo" unless other words fit better. */
export function StateLabel({ on, yes = 'Activo', no = 'Inactivo' }: { on: boolean; yes?: string; no?: string }) {
  return <span className={on ? TONES.good : TONES.off}>{on ? yes : no}</span>;
}

/** A small neutral tag, for kinds and counts. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="badge badge-sm border-line bg-base-200 font-medium">{children}</span>;
}

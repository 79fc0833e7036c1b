import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Icon } from './icon.ts';

export type StatusTone = 'good' | 'waiting' | 'bad' | 'off' | 'plain';

const TONES: Readonly<Record<StatusTone, { icon: Icon; color: string }>> = {
  good: { icon: CircleCheck, color: 'text-success' },
  waiting: { icon: Clock, color: 'text-warning' },
  bad: { icon: CircleX, color: 'text-error' },
  off: { icon: CircleDashed, color: 'text-muted' },
  plain: { icon: Circle, color: 'text-base-content' },
};

/** A status is never colour alone: a sign and a word. */
export function StatusLabel({ tone, children, icon }: { tone: StatusTone; children: ReactNode; icon?: Icon }) {
  const Sign = icon ?? TONES[tone].icon;
  return (
    <span className={classNames('status', TONES[tone].color)}>
      <Sign size={14} aria-hidden />
      {children}
    </span>
  );
}

/** The boolean `estado` of most records: "Activo" or "Inactivo" unless other words fit better. */
export function StateLabel({ on, yes = 'Activo', no = 'Inactivo' }: { on: boolean; yes?: string; no?: string }) {
  return <StatusLabel tone={on ? 'good' : 'off'}>{on ? yes : no}</StatusLabel>;
}

/** A small neutral tag, for kinds and counts. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="badge badge-sm border-line bg-base-200 font-medium">{children}</span>;
}

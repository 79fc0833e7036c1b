import { Icon } from './Icon.tsx';

/** "Datos al 19/11/2026 22:30:04", or a warning when the data lags behind. `at` is already formatted; empty before there is any data. */
export function FreshnessNote({ at, delayed = false, className = '' }: { at: string; delayed?: boolean; className?: string }) {
  return (
    <p className={`tabular flex items-center gap-1.5 text-[0.8125rem] ${delayed ? 'font-medium text-warning' : 'text-muted'} ${className}`}>
      {delayed ? <Icon name="triangle-alert" className="size-3.5" /> : null}
      <span>{at === '' ? 'Preparando los datos…' : `Datos al ${at}${delayed ? ' (con retraso)' : ''}`}</span>
    </p>
  );
}

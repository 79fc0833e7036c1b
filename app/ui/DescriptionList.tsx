import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** null, undefined or '' shows "Sin dato". */
  value: ReactNode;
}

/** A record as people read it: label beside value, stacked on phones. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="text-muted">Sin dato</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';

/** Values by label, in display order; null, undefined or '' shows "Sin dato". */
export type Facts = Readonly<Record<string, ReactNode>>;

/** A record's facts: label beside value, stacked on phones. */
export function DescriptionList({ facts }: { facts: Facts }) {
  return (
    <dl className="facts">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="text-muted">Sin dato</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

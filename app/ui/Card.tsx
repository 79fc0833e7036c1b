import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { DescriptionList, type Facts } from './DescriptionList.tsx';

interface CardProps {
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
  /** Anchor for links. */
  id?: string;
}

/** A part of a page with its heading. */
export function Card({ title, actions, children, className, id }: CardProps) {
  return (
    <section id={id} className={classNames('surface p-4', className)}>
      <div className="mb-2 flex items-center gap-2">
        <h2>{title}</h2>
        {actions ? <div className="ms-auto flex gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

interface FactCardProps extends CardProps {
  facts: Facts;
  /** Collapsed section, for details needed only when investigating a problem. */
  technical?: Facts;
}

/** A card of facts, with the children below them. */
export function FactCard({ facts, technical, children, ...card }: FactCardProps) {
  return (
    <Card {...card}>
      <DescriptionList facts={facts} />
      {technical ? (
        <details className="mt-2 not-open:print:hidden">
          <summary className="text-[0.8125rem] text-muted">Datos técnicos</summary>
          <DescriptionList facts={technical} />
        </details>
      ) : null}
      {children}
    </Card>
  );
}

export interface FigureFacts {
  label: string;
  value: string;
  /** A line of explanation. */
  note?: ReactNode;
}

/** Headline numbers of a report: two per row on phones, all in one row on wider screens. */
export function Figures({ figures }: { figures: readonly FigureFacts[] }) {
  return (
    <dl className="figures mb-2">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="surface">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular text-lg leading-7 font-semibold tracking-tight sm:text-2xl sm:leading-8">{value}</dd>
          {note ? <dd className="text-[0.8125rem] text-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A part of a page with its heading. */
export function Card({ title, actions, children, className }: { title?: string; actions?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <section className={classNames('surface p-4', className)}>
      {title || actions ? (
        <div className="mb-2 flex items-center gap-2">
          {title ? <h2>{title}</h2> : null}
          {actions ? <div className="ms-auto flex gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** A headline number of a report: label, number, a line that explains it. */
export function Figure({ label, value, note }: { label: string; value: string; note?: ReactNode }) {
  return (
    <div className="surface px-4 py-3">
      <p className="text-muted">{label}</p>
      <p className="tabular mt-0.5 text-2xl leading-8 font-semibold tracking-tight">{value}</p>
      {note ? <p className="text-[0.8125rem] text-muted">{note}</p> : null}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';

interface PageHeadProps {
  title: string;
  /** Beside the title: "1 240". */
  count?: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  crumbs?: readonly Crumb[];
  /** The one thing to do here: `<ButtonLink look="primary" data-key="n">`. */
  primary?: ReactNode;
  /** Other actions, before the primary one. */
  secondary?: ReactNode;
  /** `<FreshnessNote>` or the like. */
  freshness?: ReactNode;
}

export function PageHead({ title, count, subtitle, crumbs, primary, secondary, freshness }: PageHeadProps) {
  return (
    <header className="mb-4">
      {crumbs && crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          {title}
          {count ? <span className="tabular text-base font-normal tracking-normal text-muted">{count}</span> : null}
        </h1>
        <div className="no-print ms-auto flex flex-wrap items-center gap-2">
          {secondary}
          {primary}
        </div>
      </div>
      {subtitle ? <p className="mt-0.5 text-muted">{subtitle}</p> : null}
      {freshness ? <div className="mt-1">{freshness}</div> : null}
    </header>
  );
}

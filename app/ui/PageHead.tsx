import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';

interface PageHeadProps {
  title: string;
  /** Beside the title: "1 240". */
  count?: string;
  /** `<StatusLabel>` of a record, beside its title. */
  state?: ReactNode;
  /** A line under the title. */
  subtitle?: ReactNode;
  crumbs?: readonly Crumb[];
  /** At the end of the breadcrumb line: links to neighbouring pages. */
  beside?: ReactNode;
  /** The main action: `<ButtonLink look="primary" data-key="n">`. */
  primary?: ReactNode;
  /** Other actions, before the primary one. */
  secondary?: ReactNode;
  /** `<FreshnessNote>`, for phones: their top bar has no room for it. */
  freshness?: ReactNode;
}

export function PageHead({ title, count, state, subtitle, crumbs, beside, primary, secondary, freshness }: PageHeadProps) {
  return (
    <header className="page-head mb-4">
      {crumbs && crumbs.length > 0 ? (
        <div className="page-top">
          <Breadcrumbs crumbs={crumbs} />
          {beside}
        </div>
      ) : null}
      <div className="page-title">
        <h1 className="min-w-0">{count ? <CountedTitle title={title} count={count} /> : title}</h1>
        {state}
      </div>
      {primary || secondary ? (
        <div className="page-actions no-print">
          {primary ? <div className="page-primary">{primary}</div> : null}
          {secondary ? <div className="page-secondary">{secondary}</div> : null}
        </div>
      ) : null}
      {subtitle ? <p className="page-line text-muted">{subtitle}</p> : null}
      {freshness ? <div className="page-freshness">{freshness}</div> : null}
    </header>
  );
}

/** Longer words must be able to break across lines. */
const LONGEST_UNBROKEN = 24;

/** Keeps the count on the line of the title's last word: alone on a line it says nothing. */
function CountedTitle({ title, count }: { title: string; count: string }) {
  const [, before = '', last = ''] = /^(.* )?(\S*)$/.exec(title) ?? [];
  const kept = last.length <= LONGEST_UNBROKEN ? last : '';
  return (
    <>
      {kept ? before : `${title} `}
      <span className="whitespace-nowrap">
        {kept ? `${kept} ` : ''}
        <span className="tabular ms-1 text-base font-normal tracking-normal text-muted">{count}</span>
      </span>
    </>
  );
}

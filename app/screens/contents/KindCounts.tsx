import { findingLabel } from '#server/domain/content-findings.ts';
import type { FindingCount } from '#server/features/contents/find-findings.ts';
import { countTabs } from '../lists/count-tabs.ts';

interface Counted {
  query: { filters: Readonly<Record<string, string>> };
  search: string;
  counts: readonly FindingCount[];
}

/** The number of findings of each kind, each a link that filters by it; kinds without any are omitted. */
export function KindCounts({ data }: { data: Counted }) {
  const { counts, query } = data;
  const found = counts.filter(({ value, count }) => count > 0 || query.filters['tipo'] === value);
  if (found.length === 0) return null;
  const kinds = countTabs({ param: 'tipo', all: 'Todos', labelOf: findingLabel, others: '' }, data, found);
  return (
    <nav aria-label="Tipo de hallazgo" className="no-print mb-4 flex gap-2 max-sm:overflow-x-auto max-sm:pb-1 sm:flex-wrap" data-nav="">
      {kinds.map(({ label, href, current, count }) => (
        <a
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className="flex-none rounded-full border border-line bg-base-100 px-3 py-1 whitespace-nowrap hover:border-control aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold"
        >
          {label} <span className="tabular ms-0.5 text-muted">{count}</span>
        </a>
      ))}
    </nav>
  );
}

import { formatTotal } from '#server/domain/text.ts';
import { withParams } from '../../ui/search-params.ts';
import type { Tab } from '../../ui/Tabs.tsx';

/** Number of rows for one value of the filter. */
interface ValueCount {
  value: string;
  count: number;
  /** Label of the tab, where the server knows it. */
  label?: string;
  /** There are more rows than were counted. */
  isCapped?: boolean | undefined;
}

interface CountTabs {
  /** The filter's name in the address. */
  param: string;
  /** Label of the tab with all rows: "Todos". */
  all: string;
  /** Label of a value that has none of its own; undefined for a value without a tab. */
  labelOf?: (value: string) => string | undefined;
  /** Value for entries unknown to the portal: its tab shows only when there are some. */
  others: string;
}

/** The part of a list loader's data that this needs. */
interface Counted {
  query: { filters: Readonly<Record<string, string>> };
  search: string;
}

/** A filter as tabs with row counts. The counts respect every other filter. */
export function countTabs({ param, all, labelOf, others }: CountTabs, { query, search }: Counted, counts: readonly ValueCount[]): Tab[] {
  const chosen = query.filters[param];
  const tab = (label: string, { value, count, isCapped }: Omit<ValueCount, 'label' | 'value'> & { value: string | null }): Tab => ({
    label,
    href: withParams(search, { [param]: value }),
    current: chosen === (value ?? undefined),
    count: formatTotal(count, isCapped),
  });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const values = counts.flatMap((counted) => {
    const label = counted.label ?? labelOf?.(counted.value);
    const isShown = counted.value !== others || counted.count > 0 || chosen === others;
    return label !== undefined && isShown ? [tab(label, counted)] : [];
  });
  return [tab(all, { value: null, count: total, isCapped: counts.some(({ isCapped }) => isCapped) }), ...values];
}

import { formatTotal } from '#server/domain/text.ts';
import { withParams } from '../../ui/search-params.ts';
import type { Tab } from '../../ui/Tabs.tsx';

/** How many rows of the list a value of its filter has. */
interface ValueCount {
  value: string;
  count: number;
  /** What the tab says, where the server knows it. */
  label?: string;
  /** There are more than were counted. */
  isCapped?: boolean | undefined;
}

interface CountTabs {
  /** The filter: its name in the address. */
  param: string;
  /** The tab of all rows: "Todos". */
  all: string;
  /** Label of a value that brings none; undefined for one that has no tab. */
  labelOf?: (value: string) => string | undefined;
  /** Value for what the portal does not know: it gets a tab when there are some. */
  others: string;
}

/** What a list's loader gives. */
interface Counted {
  query: { filters: Readonly<Record<string, string>> };
  search: string;
}

/** A filter as tabs with the number of rows behind each. The counts follow every other filter. */
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

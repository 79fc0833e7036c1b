import { OTHER_PACKAGE_STATES } from '#server/domain/package-states.ts';
import { formatTotal } from '#server/domain/text.ts';
import type { PackageCount } from '#server/features/packages/find-packages.ts';
import { withParams } from '../../ui/search-params.ts';
import type { Tab } from '../../ui/Tabs.tsx';

/** Drafts are nobody else's: they have no tab here. */
const LABELS: Readonly<Partial<Record<PackageCount['status'], string>>> = {
  SENT: 'Por recibir',
  ACCEPTED: 'Aceptados',
  REJECTED: 'Rechazados',
  [OTHER_PACKAGE_STATES]: 'Otros',
};

interface TabsOf {
  counts: readonly PackageCount[];
  query: { filters: Readonly<Record<string, string>> };
  search: string;
}

/** Counts follow every filter but the state. States that are none of ours get a tab when there are some. */
export function receivedTabs({ counts, query, search }: TabsOf): Tab[] {
  const chosen = query.filters['status'];
  const tab = (label: string, status: string | null, count: number): Tab => ({
    label,
    href: withParams(search, { status }),
    current: chosen === (status ?? undefined),
    count: formatTotal(count),
  });
  const states = counts.flatMap(({ status, count }) => {
    const label = LABELS[status];
    const isShown = status !== OTHER_PACKAGE_STATES || count > 0 || chosen === status;
    return label && isShown ? [tab(label, status, count)] : [];
  });
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return [tab('Todos', null, all), ...states];
}

import { datePresets } from '#server/domain/dates.ts';
import type { DateRange } from '../../ui/FilterBar.tsx';
import { withParams } from '../../ui/search-params.ts';

/** The dates of a list's filter bar, from what its address holds. */
export function dateRange(days: Readonly<Record<string, string>>, search: string): DateRange {
  const from = days['from'] ?? '';
  const to = days['to'] ?? '';
  const presets = datePresets(new Date()).map((preset) => ({
    label: preset.label,
    href: withParams(search, { from: preset.from, to: preset.to }),
    current: preset.from === from && preset.to === to,
  }));
  return { label: 'Fechas', from, to, presets };
}

import { datePresets } from '#server/domain/dates.ts';
import { PERIOD_PARAM } from '#server/domain/list-params.ts';
import type { Preset } from '../../ui/filter-parts.tsx';
import { withParams } from '../../ui/search-params.ts';

/** The periods that people ask for most, as links of a report's page; `current` is the one that its address names. */
export function presetLinks(search: string, shown: { from: string; to: string }): Preset[] {
  return datePresets(new Date()).map(({ label, from, to }) => ({
    label,
    href: withParams(search, { from, to }),
    current: from === shown.from && to === shown.to,
  }));
}

/** The same of a list with these filters, by name: a view or a bookmark of this week shows this week also when the next one has come. */
export function periodLinks(search: string, { from, to, [PERIOD_PARAM]: period }: Readonly<Record<string, string>>): Preset[] {
  return datePresets(new Date()).map((preset) => ({
    label: preset.label,
    href: withParams(search, { from: null, to: null, [PERIOD_PARAM]: preset.id }),
    current: preset.id === period || (preset.from === from && preset.to === to),
  }));
}

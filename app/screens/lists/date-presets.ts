import { datePresets } from '#server/domain/dates.ts';
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

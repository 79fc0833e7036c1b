import { datePresets } from '#server/domain/dates.ts';
import type { Preset } from '../../ui/filter-parts.tsx';
import { withParams } from '../../ui/search-params.ts';

/** The most used periods, as links of a report's page; `current` is the one in its address. */
export function presetLinks(search: string, shown: { from: string; to: string }): Preset[] {
  return datePresets(new Date()).map(({ label, from, to }) => ({
    label,
    href: withParams(search, { from, to }),
    current: from === shown.from && to === shown.to,
  }));
}

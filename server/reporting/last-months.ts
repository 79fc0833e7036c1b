import { datePresets, dayOf, MONTHS } from '../domain/dates.ts';
import { earlierPeriod, type Period } from '../domain/periods.ts';

/** The last whole month, and the one before. */
export interface LastMonths {
  last: Period;
  /** From the first day of the earlier to the last day of the later month. */
  both: Period;
  /** `octubre contra septiembre` */
  words: string;
}

export function lastMonths(now: Date): LastMonths {
  const preset = datePresets(now).find(({ id }) => id === 'last-month');
  const last = preset && { from: preset.from, to: preset.to };
  const before = last && earlierPeriod(last, 'previous', dayOf(now));
  if (!before) throw new RangeError('no month before the last one');
  return { last, both: { from: before.from, to: last.to }, words: `${monthName(last)} contra ${monthName(before)}` };
}

function monthName({ from }: Period): string {
  return MONTHS[Number(from.slice(5, 7)) - 1] ?? '';
}

import { formatDay } from '../domain/dates.ts';
import { comparisonLine, type Comparison } from '../domain/periods.ts';
import { formatCount, formatShare } from '../domain/text.ts';
import type { ReportPictures } from './read-pictures.ts';

export interface ChangeInShort {
  direction: 'down' | 'same' | 'up';
  /** `+12.3 %`, `+19`, `igual`, or `todo nuevo` when there was nothing before. */
  text: string;
}

export interface Change extends ChangeInShort {
  /** `contra 1 204 del 01/10/2026 al 31/10/2026`; of a period that is not over, `al 22/11/2026, contra …`. */
  against: string;
}

/** All events compared with the earlier period; null when the report compares with nothing. */
export function changeOf({ strip, earlier }: ReportPictures): Change | null {
  if (!strip || !earlier) return null;
  const { compared } = earlier;
  const now = strip.bars.reduce((sum, bar) => (bar.from <= compared.to ? sum + bar.events : sum), 0);
  const days =
    earlier.from === earlier.to ? `del ${formatDay(earlier.from)}` : `del ${formatDay(earlier.from)} al ${formatDay(earlier.to)}`;
  return {
    ...changeTo(now, earlier.events),
    against: `${compared.isPartial ? `al ${formatDay(compared.to)}, ` : ''}contra ${formatCount(earlier.events)} ${days}`,
  };
}

/** Describes the comparison line of the strip; '' when it has none. */
export function lineOf({ strip, earlier }: ReportPictures, comparison: Comparison): string {
  return strip?.bars.some((bar) => bar.earlier !== null) && earlier ? comparisonLine(earlier.compared, comparison, strip.grain) : '';
}

export function changeTo(now: number, before: number): ChangeInShort {
  return { direction: now > before ? 'up' : now < before ? 'down' : 'same', text: changeText(now, before) };
}

/** `+19`, `−1 204`. */
export function differenceText(now: number, before: number): string {
  return `${signOf(now, before)}${formatCount(Math.abs(now - before))}`;
}

/** Below this number a percentage says little: one event more or less would be over 5 %. */
const SHARE_MIN_COUNT = 20;
/** Above this factor the difference is given as a count: «+4,900 %» says little. */
const SHARE_MAX_FACTOR = 10;
/** Smaller shares would round to `0.0 %`. */
const LEAST_SHARE = 0.0005;

/** A percentage where it is meaningful, otherwise the absolute difference. */
function changeText(now: number, before: number): string {
  if (now === before) return 'igual';
  if (before === 0) return 'todo nuevo';
  const share = Math.abs(now - before) / before;
  const isMeaningful = before >= SHARE_MIN_COUNT && now <= SHARE_MAX_FACTOR * before && share >= LEAST_SHARE;
  return isMeaningful ? `${signOf(now, before)}${formatShare(share)}` : differenceText(now, before);
}

function signOf(now: number, before: number): '+' | '−' {
  return now > before ? '+' : '−';
}

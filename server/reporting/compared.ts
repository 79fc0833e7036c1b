import { formatDay } from '../domain/dates.ts';
import { formatCount, formatShare } from '../domain/text.ts';
import type { ReportPictures } from './read-pictures.ts';

export interface ChangeInShort {
  direction: 'down' | 'same' | 'up';
  /** `+12.3 %`, `+19`, `igual`, or that there was nothing before. */
  text: string;
}

export interface Change extends ChangeInShort {
  /** `contra 1 204 del 01/10/2026 al 31/10/2026`. */
  against: string;
}

/** All events held against those of the period before; null when it is compared with nothing. */
export function changeOf({ strip, earlier }: ReportPictures): Change | null {
  if (!strip || !earlier) return null;
  const now = strip.bars.reduce((sum, bar) => sum + bar.events, 0);
  const days =
    earlier.from === earlier.to ? `del ${formatDay(earlier.from)}` : `del ${formatDay(earlier.from)} al ${formatDay(earlier.to)}`;
  return {
    ...changeTo(now, earlier.events),
    against: `contra ${formatCount(earlier.events)} ${days}`,
  };
}

export function changeTo(now: number, before: number): ChangeInShort {
  return { direction: now > before ? 'up' : now < before ? 'down' : 'same', text: changeText(now, before) };
}

/** `+19`, `−1 204`. */
export function differenceText(now: number, before: number): string {
  return `${signOf(now, before)}${formatCount(Math.abs(now - before))}`;
}

/** A share of fewer says little: one more or less of them is over 5 %. */
const SHARED_FROM = 20;
/** From this many times the earlier number on, the difference is told as a count: «+4,900 %» says little. */
const SHARED_UP_TO_TIMES = 10;
/** What rounds to `0.0 %`. */
const LEAST_SHARE = 0.0005;

/** A share where it says something, else how many more or fewer they are. */
function changeText(now: number, before: number): string {
  if (now === before) return 'igual';
  if (before === 0) return 'todo nuevo';
  const share = Math.abs(now - before) / before;
  const tells = before >= SHARED_FROM && now <= SHARED_UP_TO_TIMES * before && share >= LEAST_SHARE;
  return tells ? `${signOf(now, before)}${formatShare(share)}` : differenceText(now, before);
}

function signOf(now: number, before: number): '+' | '−' {
  return now > before ? '+' : '−';
}

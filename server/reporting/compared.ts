import { formatDay } from '../domain/dates.ts';
import { formatCount } from '../domain/text.ts';
import type { ReportPictures } from './read-pictures.ts';

export interface ChangeInShort {
  direction: 'down' | 'same' | 'up';
  /** `+12.3 %`, `igual`, or that there was nothing before. */
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

function changeText(now: number, before: number): string {
  if (now === before) return 'igual';
  if (before === 0) return 'todo nuevo';
  const percent = ((now - before) / before) * 100;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
}

import { stallLevel } from '#server/features/quotes/domain/quotes.ts';
import type { StatusTone } from '../../ui/StatusLabel.tsx';

const TONES: Readonly<Record<ReturnType<typeof stallLevel>, StatusTone>> = { fresh: 'good', slow: 'waiting', stalled: 'bad' };

/** Tone for days without follow-up. A quote without any follow-up is never good, however new. */
export function stallTone(days: number, isFollowedUp: boolean): StatusTone {
  const tone = TONES[stallLevel(days)];
  return tone === 'good' && !isFollowedUp ? 'waiting' : tone;
}

/** Tone for the day of the next contact: overdue, due today, or neither. */
export function contactTone(day: string, today: string): StatusTone {
  return day === '' || day > today ? 'plain' : day === today ? 'waiting' : 'bad';
}

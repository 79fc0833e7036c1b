import { stallLevel } from '#server/features/quotes/domain/quotes.ts';
import type { StatusTone } from '../../ui/StatusLabel.tsx';

const TONES: Readonly<Record<ReturnType<typeof stallLevel>, StatusTone>> = { fresh: 'good', slow: 'waiting', stalled: 'bad' };

/** How days without follow-up look: sign, colour and the words beside them. Whom nobody has called yet is no good state, however new. */
export function stallTone(days: number, isFollowedUp: boolean): StatusTone {
  const tone = TONES[stallLevel(days)];
  return tone === 'good' && !isFollowedUp ? 'waiting' : tone;
}

/** How the day of a next contact looks: overdue, for today, or neither. */
export function contactTone(day: string, today: string): StatusTone {
  return day === '' || day > today ? 'plain' : day === today ? 'waiting' : 'bad';
}

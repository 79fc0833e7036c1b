import { LATE_AFTER_DAYS, underWayText } from '#server/domain/transit.ts';
import { StatusLabel } from '../../ui/StatusLabel.tsx';

/** How long something is under way; late ones have a sign too. */
export function DaysUnderWay({ days }: { days: number }) {
  const text = underWayText(days);
  return days > LATE_AFTER_DAYS ? <StatusLabel tone="bad">{text}</StatusLabel> : <span className="tabular">{text}</span>;
}

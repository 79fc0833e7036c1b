/** Units of the viewBox for one day. */
const STEP = 4;
const HEIGHT = 28;

/** Small bars without an axis, beside the numbers they show: hidden from screen readers. */
export function Sparkline({ days, className }: { days: readonly number[]; className?: string }) {
  const most = Math.max(1, ...days);
  return (
    <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" className={className} aria-hidden>
      <path d={days.map((count, place) => barPath(place, count / most)).join('')} fill="currentColor" />
    </svg>
  );
}

/** A day without anything keeps a thin line, so that it is visible as a day. */
function barPath(place: number, share: number): string {
  const height = Math.max(0.75, Math.round(share * HEIGHT * 100) / 100);
  return `M${place * STEP} ${HEIGHT}v${-height}h${STEP - 1}v${height}z`;
}

import { verdictLabel, type PackageState, type Verdict } from '#server/domain/package-states.ts';
import { LATE_AFTER_DAYS, underWayText } from '#server/domain/transit.ts';
import type { PackageMoment } from '#server/features/packages/get-package.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';

const TONES: Readonly<Record<PackageState, StatusTone>> = { ENTERED: 'plain', SENT: 'waiting', ACCEPTED: 'good', REJECTED: 'bad' };

/** The state of a package, in words and with a sign. */
export function PackageStateOf({ status, stateName, isActive = true }: { status: string; stateName: string; isActive?: boolean }) {
  if (!isActive) return <StatusLabel tone="off">Anulado</StatusLabel>;
  const tone = Object.entries(TONES).find(([state]) => state === status)?.[1] ?? 'off';
  return <StatusLabel tone={tone}>{stateName}</StatusLabel>;
}

const VERDICT_TONES: Readonly<Record<Exclude<Verdict, ''>, StatusTone>> = {
  RECEIVED: 'good',
  MISSING: 'bad',
  DAMAGED: 'waiting',
  MISMATCH: 'bad',
};

/** What was found of a line on receipt; a dash before anybody looked. */
export function VerdictOf({ verdict }: { verdict: Verdict }) {
  if (verdict === '') return <span className="text-muted">{verdictLabel(verdict)}</span>;
  return <StatusLabel tone={VERDICT_TONES[verdict]}>{verdictLabel(verdict)}</StatusLabel>;
}

/** How long something is under way; late ones have a sign too. */
export function DaysUnderWay({ days }: { days: number }) {
  const text = underWayText(days);
  return days > LATE_AFTER_DAYS ? <StatusLabel tone="bad">{text}</StatusLabel> : <span className="tabular">{text}</span>;
}

const SENTENCES: Readonly<Record<PackageMoment['what'], string>> = {
  created: 'Se armó',
  sent: 'Se envió',
  accepted: 'Se aceptó',
  rejected: 'Se rechazó',
  cancelled: 'Se anuló',
  seen: 'Se vieron las diferencias',
};

/** What happened to a package: when, and by whom. */
export function PackageTimeline({ moments }: { moments: readonly PackageMoment[] }) {
  return (
    <Card title="Recorrido">
      <ol className="grid gap-3 border-s-2 border-line ps-4">
        {moments.map(({ what, at, who }) => (
          <li key={what} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{SENTENCES[what]}</span>
            <span className="tabular text-muted">{shortDateTime(at)}</span>
            <span className="text-muted">{who}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { verdictLabel, type PackageState, type Verdict } from '#server/domain/package-states.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

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

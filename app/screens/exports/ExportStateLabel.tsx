import { EXPORT_STATE_LABELS, type ExportState } from '#server/domain/large-exports.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

const TONES: Readonly<Record<ExportState, StatusTone>> = {
  waiting: 'waiting',
  working: 'waiting',
  ready: 'good',
  failed: 'bad',
  expired: 'off',
};

export function ExportStateLabel({ state }: { state: ExportState }) {
  return <StatusLabel tone={TONES[state]}>{EXPORT_STATE_LABELS[state]}</StatusLabel>;
}

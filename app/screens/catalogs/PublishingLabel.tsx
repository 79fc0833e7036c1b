import { publishingLabel } from '#server/domain/publishing.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

const TONES: Readonly<Record<string, StatusTone>> = { programada: 'waiting', publicada: 'good', vencida: 'bad', oculta: 'off' };

/** Whether the app shows a content now. @param state one of server/domain/publishing.ts */
export function PublishingLabel({ state }: { state: string }) {
  return <StatusLabel tone={TONES[state] ?? 'plain'}>{publishingLabel(state)}</StatusLabel>;
}

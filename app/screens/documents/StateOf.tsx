import type { DocumentState } from '#server/domain/document-states.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

const TONES: Readonly<Record<DocumentState, StatusTone>> = { INDEXED: 'plain', ASSIGNED: 'waiting', RETURNED: 'bad', ARCHIVED: 'good' };

/** The state of a document, in words and with a sign. */
export function StateOf({ status, stateName }: { status: string; stateName: string }) {
  const tone = Object.entries(TONES).find(([state]) => state === status)?.[1] ?? 'off';
  return <StatusLabel tone={tone}>{stateName}</StatusLabel>;
}

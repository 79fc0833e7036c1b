import { cleanTypedName, MAX_FILE_NAME } from '#server/domain/file-name.ts';
import { countOf } from '#server/domain/text.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { isUnderWay, type QueuedUpload, type UploadState } from './upload-entry.ts';
import { formatFileSize } from '#server/domain/file-size.ts';

/** How a state is shown: never by colour alone. */
export const STATES: Readonly<Record<UploadState, { label: string; icon: IconName; color: string }>> = {
  waiting: { label: 'Por cargar', icon: 'clock', color: 'text-muted' },
  held: { label: 'Ya existe', icon: 'circle-alert', color: 'text-warning' },
  queued: { label: 'En fila', icon: 'clock', color: 'text-muted' },
  sending: { label: 'Cargando', icon: 'upload', color: 'text-info' },
  done: { label: 'Cargado', icon: 'circle-check', color: 'text-success' },
  refused: { label: 'Rechazado', icon: 'circle-x', color: 'text-error' },
  failed: { label: 'No se cargó', icon: 'circle-alert', color: 'text-error' },
  cancelled: { label: 'Cancelado', icon: 'x', color: 'text-muted' },
};

/** How much of a name's end shows where it was cut. */
const SHOWN_END = 24;

/** A note about the name under which a file is stored; '' when it looks the same. */
export function describeStoredName(name: string): string {
  const stored = cleanTypedName(name);
  if (stored === '' || stored === plain(name)) return '';
  if ([...name].length <= MAX_FILE_NAME) return `Se guardará como «${stored}».`;
  return `Pasa de ${MAX_FILE_NAME} letras: se guardará hasta «…${[...stored].slice(-SHOWN_END).join('')}». Puede acortarlo.`;
}

/** Normalised as people see it: composed letters, single spaces. */
function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** "3 cargados, 1 rechazado". */
export function summarize(uploads: readonly QueuedUpload[]): string {
  const count = (...states: UploadState[]) => uploads.filter(({ state }) => states.includes(state)).length;
  const parts = [
    count('done') > 0 ? countOf(count('done'), 'cargado', 'cargados') : '',
    count('sending', 'queued') > 0 ? `${count('sending', 'queued')} en curso` : '',
    count('refused') > 0 ? countOf(count('refused'), 'rechazado', 'rechazados') : '',
    count('held') > 0 ? countOf(count('held'), 'repetido', 'repetidos') : '',
    count('failed') > 0 ? `${count('failed')} sin cargar` : '',
    count('waiting') > 0 ? `${count('waiting')} por cargar` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Percentage of the current uploads that has arrived, in whole numbers; null while nothing is sent. */
export function percentSent(uploads: readonly QueuedUpload[]): number | null {
  if (!uploads.some(isUnderWay)) return null;
  const counted = uploads.filter((upload) => isUnderWay(upload) || upload.state === 'done');
  const total = counted.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}

/** Progress and speed of one file. */
export function SendingProgress({ upload: { name, bytes, sentBytes, speed } }: { upload: QueuedUpload }) {
  return (
    <span className="flex items-center gap-2">
      <progress className="progress progress-primary w-24" value={sentBytes} max={Math.max(1, bytes)} aria-label={`Avance de ${name}`} />
      <span className="tabular w-20 text-muted">{speed > 0 ? `${formatFileSize(speed)}/s` : ''}</span>
    </span>
  );
}

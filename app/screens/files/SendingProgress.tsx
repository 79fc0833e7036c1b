import { formatFileSize } from '#server/domain/files-vocabulary.ts';
import type { QueuedUpload } from './upload-entry.ts';

/** How far a file has gone, and how fast it goes. */
export function SendingProgress({ upload: { name, bytes, sentBytes, speed } }: { upload: QueuedUpload }) {
  return (
    <span className="flex items-center gap-2">
      <progress className="progress progress-primary w-24" value={sentBytes} max={Math.max(1, bytes)} aria-label={`Avance de ${name}`} />
      <span className="tabular w-20 text-muted">{speed > 0 ? `${formatFileSize(speed)}/s` : ''}</span>
    </span>
  );
}

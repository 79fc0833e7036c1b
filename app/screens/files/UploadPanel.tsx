import { formatFileSize } from '#server/domain/file-size.ts';
import { fileKind } from '#server/domain/files-vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { SendingProgress, STATES, summarize } from './upload-words.tsx';
import { isUnderWay, type QueuedUpload } from './upload-entry.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Each file's name, size, progress bar and available actions. */
export function UploadPanel({ uploads, queue }: { uploads: readonly QueuedUpload[]; queue: UploadQueue }) {
  const failed = uploads.filter(({ state }) => state === 'failed');
  return (
    <section aria-label="Archivos de esta carga">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p role="status" className="text-muted">
          {summarize(uploads)}
        </p>
        <div className="ms-auto flex gap-2">
          {failed.length > 1 ? (
            <Button icon="rotate-cw" onClick={queue.retryFailed}>
              {`Reintentar ${failed.length} archivos`}
            </Button>
          ) : null}
          {uploads.length > 1 && uploads.some((upload) => !isUnderWay(upload)) ? (
            <Button look="quiet" onClick={() => queue.clear()}>
              Quitar de la lista los terminados
            </Button>
          ) : null}
        </div>
      </div>
      <ul className="grid max-h-80 grid-cols-1 gap-1 overflow-y-auto">
        {troubledFirst(uploads).map((upload) => (
          <UploadRow key={upload.key} upload={upload} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

/** Files that need attention come first in a long list. */
function troubledFirst(uploads: readonly QueuedUpload[]): QueuedUpload[] {
  const isTroubled = ({ state }: QueuedUpload) => state === 'refused' || state === 'failed';
  return [...uploads.filter(isTroubled), ...uploads.filter((upload) => !isTroubled(upload))];
}

function UploadRow({ upload, queue }: { upload: QueuedUpload; queue: UploadQueue }) {
  const { label, icon, color } = STATES[upload.state];
  const running = isUnderWay(upload);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line px-3 py-2">
      <FileIcon kind={fileKind(upload.name)} />
      <span className="min-w-0 flex-1 basis-48 truncate" title={upload.name}>
        {pageLink(upload.href, upload.name)}
      </span>
      <span className="tabular text-muted">{formatFileSize(upload.bytes)}</span>
      {upload.state === 'sending' ? <SendingProgress upload={upload} /> : null}
      <span className={`flex items-center gap-1 ${color}`}>
        <Icon name={icon} className="size-[15px]" />
        {label}
      </span>
      {upload.state === 'failed' || upload.state === 'cancelled' ? (
        <Button look="plain" small icon="rotate-cw" onClick={() => queue.retry(upload.key)} aria-label={`Reintentar ${upload.name}`}>
          Reintentar
        </Button>
      ) : null}
      <Button look="quiet" small icon="x" iconOnly onClick={() => (running ? queue.cancel(upload.key) : queue.clear(upload.key))}>
        {running ? `Cancelar ${upload.name}` : `Quitar ${upload.name} de la lista`}
      </Button>
      {upload.note ? (
        <p
          role={upload.state === 'refused' || upload.state === 'failed' ? 'alert' : undefined}
          className={`basis-full text-[0.8125rem] ${upload.state === 'done' ? 'text-warning' : color}`}
        >
          {upload.note}
        </p>
      ) : null}
    </li>
  );
}

import { formatFileSize } from '#server/domain/files-vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SendingProgress } from '../files/SendingProgress.tsx';
import { isUnderWay, type QueuedUpload } from '../files/upload-entry.ts';
import { STATES } from '../files/upload-words.ts';
import type { IndexedFile, IndexingSession } from './indexing-session.ts';

interface IndexingListProps {
  files: readonly IndexedFile[];
  uploads: readonly QueuedUpload[];
  current: number | null;
  session: IndexingSession;
}

/** What became of each file of this sitting; those that wait can be opened, those that were refused mended. */
export function IndexingList({ files, uploads, current, session }: IndexingListProps) {
  const uploadOf = new Map(uploads.map((upload) => [upload.key, upload]));
  return (
    <section className="surface p-4" aria-labelledby="titulo-indexados">
      <h2 id="titulo-indexados" className="mb-2">
        Archivos
      </h2>
      <ul className="grid grid-cols-1 gap-1">
        {files.map((one) => (
          <li key={one.number} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-0">
            <FileLine
              one={one}
              upload={one.uploadKey === null ? null : (uploadOf.get(one.uploadKey) ?? null)}
              current={current}
              session={session}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FileLineProps extends Pick<IndexingListProps, 'current' | 'session'> {
  one: IndexedFile;
  upload: QueuedUpload | null;
}

function FileLine({ one: { number, file, values }, upload, current, session }: FileLineProps) {
  const name = values?.['documentName'] ?? file.name;
  const { label, icon, color } = upload
    ? STATES[upload.state]
    : { label: current === number ? 'Abierto' : 'Por indexar', icon: 'clock' as const, color: 'text-muted' };
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 truncate" title={name}>
        {upload?.state === 'done' && upload.href ? (
          <a className="text-link" href={upload.href} target="_blank" rel="noopener">
            {name}
          </a>
        ) : (
          name
        )}
      </span>
      <span className="tabular text-muted">{formatFileSize(file.size)}</span>
      <span className={`flex items-center gap-1.5 ${color}`}>
        <Icon name={icon} className="size-4" /> {label}
      </span>
      {upload?.state === 'sending' ? <SendingProgress upload={upload} /> : null}
      <LineButtons number={number} name={name} upload={upload} isOpen={current === number} session={session} />
      {upload && upload.note !== '' ? <span className="basis-full text-[0.8125rem] text-muted">{upload.note}</span> : null}
    </>
  );
}

interface LineButtonsProps {
  number: number;
  name: string;
  upload: QueuedUpload | null;
  isOpen: boolean;
  session: IndexingSession;
}

function LineButtons({ number, name, upload, isOpen, session }: LineButtonsProps) {
  if (upload && isUnderWay(upload)) return null;
  if (upload?.state === 'failed')
    return (
      <Button small onClick={() => session.queue.retry(upload.key)}>
        Reintentar
      </Button>
    );
  if (upload?.state === 'refused')
    return (
      <Button small onClick={() => session.open(number)}>
        Corregir
      </Button>
    );
  return upload || isOpen ? null : (
    <Button small look="quiet" onClick={() => session.open(number)} aria-label={`Abrir ${name}`}>
      Abrir
    </Button>
  );
}

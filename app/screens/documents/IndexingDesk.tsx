import { useCallback, useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { formatFileSize } from '#server/domain/file-size.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DropArea } from '../files/DropArea.tsx';
import { isUnderWay, stemOf, type QueuedUpload } from '../files/upload-entry.ts';
import { SendingProgress, STATES } from '../files/upload-words.tsx';
import { FilePreview } from './FilePreview.tsx';
import { indexing, IndexingSession, indexingTarget, isWaiting, type IndexedFile } from './indexing-session.ts';
import { IndexingForm, type CarriedFields } from './IndexingForm.tsx';
import type { IndexingData } from './record-data.ts';

/**
 * Desk for indexing paper by paper: the file beside its form, sent with Enter while the next one is already shown. Type and, optionally,
 * field values carry over from the previous document.
 */
export function IndexingDesk({ data }: { data: IndexingData }) {
  const [session] = useState(openSession);
  const { files, current } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);
  const uploads = useSyncExternalStore(session.queue.subscribe, session.queue.snapshot, session.queue.snapshot);
  const [kept, setKept] = useState<CarriedFields>({ typeId: data.chosen, values: {}, keepsValues: false });
  const add = useCallback((added: readonly File[]) => void session.add(added, data.maxBytes), [session, data.maxBytes]);
  const refuse = useCallback((reason: string) => current !== null && session.refuse(current, reason), [session, current]);
  const waiting = files.filter(isWaiting);
  const shown = files.find(({ number }) => number === current);
  const refused = refusedOf(files, uploads);
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  // No form is open: open the first refused file by itself, rather than leave it at the end of a list.
  const next = current === null ? refused[0]?.number : undefined;
  useEffect(() => {
    if (next !== undefined) session.open(next);
  }, [session, next]);
  const send = (file: IndexedFile, fields: CarriedFields, values: Readonly<Record<string, string>>) => {
    const type = data.types.find(({ id }) => id === fields.typeId);
    if (!type || file.number !== current) return;
    setKept(fields);
    session.send(indexingTarget(type, data.maxBytes, fields.values), values);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Held too long, Enter would send the next files, which nobody has seen.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    // There the keys open and close the list of options.
    if ((event.target as Element).closest('select, dialog')) return;
    event.preventDefault();
    session.step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <div className="grid grid-cols-1 gap-4" onKeyDown={onKeyDown} role="presentation">
      <div className={files.length === 0 ? '' : 'flex flex-wrap items-center gap-x-4 gap-y-2'}>
        <DropArea onFiles={add} isSlim={files.length > 0} />
        <p role="status" className={files.length === 0 ? 'sr-only' : 'text-muted'}>
          {files.length === 0 ? 'Todavía no hay archivos.' : describeProgress(files, uploads)}
        </p>
        {refused.length > 0 ? <RefusedButton refused={refused} current={current} session={session} /> : null}
        {failed > 0 ? (
          <Button small icon="rotate-cw" onClick={session.queue.retryFailed}>
            {failed === 1 ? 'Reintentar' : `Reintentar los ${failed}`}
          </Button>
        ) : null}
      </div>
      {shown ? (
        <div className="indexing-desk">
          <FilePreview key={`vista-${shown.number}`} file={shown.file} next={nextOf(waiting, shown)?.file ?? null} onRefused={refuse} />
          <IndexingForm
            key={`datos-${shown.number}`}
            data={data}
            shown={shown}
            kept={kept}
            hasOthers={waiting.some(({ number }) => number !== shown.number)}
            onType={(values) => session.setValues(shown.number, values)}
            onSend={send}
            onSkip={() => session.step(1)}
            onRemove={() => session.remove(shown.number)}
          />
        </div>
      ) : null}
      {files.length === 0 ? null : <IndexingList files={files} uploads={uploads} current={current} session={session} />}
    </div>
  );
}

function openSession(): IndexingSession {
  indexing.session ??= new IndexingSession();
  return indexing.session;
}

function nextOf(waiting: readonly IndexedFile[], { number }: IndexedFile): IndexedFile | undefined {
  return waiting.find((one) => one.number > number);
}

/** Files that the server refused for what was typed, including one that is being corrected. */
function refusedOf(files: readonly IndexedFile[], uploads: readonly QueuedUpload[]): IndexedFile[] {
  const keys = new Set(uploads.filter(({ state }) => state === 'refused').map(({ key }) => key));
  return files.filter((one) => (isWaiting(one) && one.refusal !== null) || (one.uploadKey !== null && keys.has(one.uploadKey)));
}

function describeProgress(files: readonly IndexedFile[], uploads: readonly QueuedUpload[]): string {
  const count = (...states: QueuedUpload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length;
  const refused = refusedOf(files, uploads).length + files.filter(({ unfit }) => unfit !== '').length;
  const waiting = files.filter((one) => isWaiting(one) && one.refusal === null).length;
  const [failed, underWay] = [count('failed', 'cancelled'), uploads.filter(isUnderWay).length];
  const open = [
    waiting === 0 ? '' : waiting === 1 ? 'Falta 1' : `Faltan ${waiting}`,
    underWay === 0 ? '' : `${underWay} en curso`,
    refused === 0 ? '' : countOf(refused, 'rechazado', 'rechazados'),
    failed === 0 ? '' : `${failed} sin cargar`,
  ].filter((part) => part !== '');
  const stored = countOf(count('done'), 'documento indexado', 'documentos indexados');
  return open.length === 0 ? `${stored}. No queda ninguno por indexar.` : `${stored}. ${open.join(', ')}.`;
}

interface RefusedButtonProps extends Pick<IndexingListProps, 'current' | 'session'> {
  refused: readonly IndexedFile[];
}

/** Opens the next refused file from anywhere. */
function RefusedButton({ refused, current, session }: RefusedButtonProps) {
  const others = refused.filter(({ number }) => number !== current);
  const next = others.find(({ number }) => current !== null && number > current) ?? others[0];
  if (!next) return null;
  return (
    <Button look="danger" small icon="octagon-alert" onClick={() => session.open(next.number)}>
      {others.length === 1 ? 'Corregir el rechazado' : `Corregir los ${others.length} rechazados`}
    </Button>
  );
}

interface IndexingListProps {
  files: readonly IndexedFile[];
  uploads: readonly QueuedUpload[];
  current: number | null;
  session: IndexingSession;
}

/** State of each file of this session; waiting ones can be opened, refused ones corrected, or removed if their content is refused. */
function IndexingList({ files, uploads, current, session }: IndexingListProps) {
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

const WAITING = { label: 'Por indexar', icon: 'clock', color: 'text-muted' } as const;

function FileLine({ one, upload, current, session }: FileLineProps) {
  const { number, file, refusal, unfit } = one;
  const name = upload ? one.values?.['documentName'] || file.name : nameOf(one);
  const note = upload?.note || unfit || (refusal?.message ?? '');
  const { label, icon, color } = upload ? STATES[upload.state] : unfit || refusal ? STATES.refused : WAITING;
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
        <Icon name={icon} className="size-4" /> {current === number && unfit === '' ? 'Abierto' : label}
      </span>
      {upload?.state === 'sending' ? <SendingProgress upload={upload} /> : null}
      <LineButtons one={one} name={name} upload={upload} isOpen={current === number} session={session} />
      {note === '' ? null : <LineNote note={note} color={upload?.state === 'done' ? null : color} />}
    </>
  );
}

/** The typed name once it differs from the file's, which says by its extension what the file is. */
function nameOf({ file, values, unfit }: IndexedFile): string {
  const typed = values?.['documentName'] ?? '';
  return unfit !== '' || typed === '' || typed === stemOf(file.name) ? file.name : typed;
}

/** @param color null for a warning about a stored file */
function LineNote({ note, color }: { note: string; color: string | null }) {
  return (
    <span className={`flex basis-full items-center gap-1.5 text-[0.8125rem] ${color ?? 'text-warning'}`}>
      {color === null ? <Icon name="circle-alert" className="size-4 shrink-0" /> : null}
      <span>{note}</span>
    </span>
  );
}

interface LineButtonsProps extends Pick<FileLineProps, 'one'> {
  name: string;
  upload: QueuedUpload | null;
  isOpen: boolean;
  session: IndexingSession;
}

function LineButtons({ one: { number, unfit }, name, upload, isOpen, session }: LineButtonsProps) {
  if (upload && isUnderWay(upload)) return null;
  if (unfit !== '') return <RemoveButton number={number} name={name} session={session} />;
  if (upload?.state === 'failed')
    return (
      <>
        <Button small onClick={() => session.queue.retry(upload.key)} aria-label={`Reintentar ${name}`}>
          Reintentar
        </Button>
        <RemoveButton number={number} name={name} session={session} />
      </>
    );
  if (upload?.state === 'refused')
    return (
      <Button small onClick={() => session.open(number)} aria-label={`Corregir ${name}`}>
        Corregir
      </Button>
    );
  return upload || isOpen ? null : (
    <Button small look="quiet" onClick={() => session.open(number)} aria-label={`Abrir ${name}`}>
      Abrir
    </Button>
  );
}

function RemoveButton({ number, name, session }: Pick<IndexedFile, 'number'> & Pick<LineButtonsProps, 'name' | 'session'>) {
  return (
    <Button small look="quiet" onClick={() => session.remove(number)} aria-label={`Quitar ${name}`}>
      Quitar
    </Button>
  );
}

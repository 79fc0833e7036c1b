import { useCallback, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { countOf } from '#server/domain/text.ts';
import { DropArea } from '../files/DropArea.tsx';
import { isUnderWay } from '../files/upload-entry.ts';
import { useUploads, useWarnBeforeLeaving } from '../files/use-upload-queue.ts';
import { FilePreview } from './FilePreview.tsx';
import type { IndexingData } from './indexing-data.ts';
import { indexing, IndexingSession, type IndexedFile } from './indexing-session.ts';
import { indexingTarget } from './indexing-target.ts';
import { IndexingForm, type KeptFields } from './IndexingForm.tsx';
import { IndexingList } from './IndexingList.tsx';

/**
 * The desk of who indexes paper by paper: the file beside its form, sent with Enter while the next one is already there. Type and, if
 * wanted, the values of its fields are kept from the document before.
 */
export function IndexingDesk({ data }: { data: IndexingData }) {
  const [session] = useState(openSession);
  const { files, current } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);
  const uploads = useUploads(session.queue);
  const [kept, setKept] = useState<KeptFields>({ typeId: data.chosen, values: {}, keepsValues: false });
  const add = useCallback((added: readonly File[]) => session.add(added), [session]);
  const waiting = files.filter(({ uploadKey }) => uploadKey === null);
  useWarnBeforeLeaving(waiting.length > 0 || uploads.some(isUnderWay));
  const shown = files.find(({ number }) => number === current);
  const send = (file: IndexedFile, fields: KeptFields, values: Readonly<Record<string, string>>) => {
    const type = data.types.find(({ id }) => id === fields.typeId);
    if (!type || file.number !== current) return;
    setKept(fields);
    session.send(indexingTarget(type, data.maxBytes, values), values);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    session.step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <div className="grid grid-cols-1 gap-4" onKeyDown={onKeyDown} role="presentation">
      <DropArea onFiles={add} />
      <p role="status" className={files.length === 0 ? 'sr-only' : 'text-muted'}>
        {files.length === 0
          ? 'Todavía no hay archivos.'
          : sayProgress(waiting.length, uploads.filter(({ state }) => state === 'done').length)}
      </p>
      {shown ? (
        <div className="indexing-desk">
          <FilePreview key={`vista-${shown.number}`} file={shown.file} next={nextOf(waiting, shown)?.file ?? null} />
          <IndexingForm
            key={`datos-${shown.number}`}
            data={data}
            shown={shown}
            kept={kept}
            hasOthers={waiting.length > 1}
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

function sayProgress(waiting: number, done: number): string {
  const stored = `${countOf(done, 'documento indexado', 'documentos indexados')}.`;
  return waiting === 0 ? `${stored} No queda ninguno por indexar.` : `${stored} ${waiting === 1 ? 'Falta 1.' : `Faltan ${waiting}.`}`;
}

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { FileButton } from './FileButton.tsx';
import { isOpen, isUnderWay, type QueuedUpload } from './upload-entry.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadFields } from './upload-target.ts';
import { percentSent, summarize } from './upload-words.tsx';
import { WorkbenchRow, type DeskColumn } from './WorkbenchRow.tsx';

interface WorkbenchProps {
  uploads: readonly QueuedUpload[];
  queue: UploadQueue;
  columns: readonly DeskColumn[];
  /** Values chosen for all files, also for later ones; '' leaves each file its own. */
  common: UploadFields;
  onCommon: (name: string, value: string) => void;
  onFiles: (files: readonly File[]) => void;
  onClose: () => void;
}

/** Rows rendered at once: each carries all options. */
const ROWS_AT_ONCE = 50;

/** The docked upload panel: files about to be sent, what each still needs, and the results. */
export function Workbench({ uploads, queue, onClose, ...bench }: WorkbenchProps) {
  const [folded, setFolded] = useState(false);
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const title = titleOf(uploads);
  const panel = useFocusWhenEmpty(uploads.length === 0);
  useRootMark('workbench', folded ? 'folded' : 'open');
  useTitleOfPage(percentSent(uploads));
  return (
    <section ref={panel} tabIndex={-1} className="workbench no-print" aria-label="Carga de archivos">
      <div className="workbench-head">
        <h2 className="min-w-0 flex-1 truncate">{title}</h2>
        <Button look="quiet" small aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? 'Mostrar' : 'Plegar'}
        </Button>
        <Button look="quiet" small icon="x" iconOnly disabled={uploads.some(isUnderWay)} onClick={onClose}>
          Cerrar la carga
        </Button>
      </div>
      <div className="workbench-body" hidden={folded}>
        <Tools uploads={uploads} queue={queue} {...bench} />
        {uploads.length === 0 ? (
          <p className="p-4 text-muted">
            <span className="pointer-coarse:hidden">Arrastre archivos a cualquier parte de la página, o elíjalos. </span>
            Nada se envía hasta que usted lo diga.
          </p>
        ) : (
          <div className="workbench-rows">
            <Rows uploads={endedLast(uploads).slice(0, rows)} queue={queue} columns={bench.columns} />
            {uploads.length > rows ? (
              <Button className="m-3" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
                {`Mostrar más (${uploads.length - rows})`}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </section>
  );
}

function Tools({ uploads, queue, columns, common, onCommon, onFiles }: Omit<WorkbenchProps, 'onClose'>) {
  const open = uploads.filter(isOpen);
  const ready = open.filter(({ state, note }) => state === 'waiting' && note === '');
  const failed = uploads.filter(({ state }) => state === 'failed');
  const ended = uploads.filter(hasEnded);
  return (
    <div className="workbench-tools">
      <FileButton onFiles={onFiles} label={uploads.length === 0 ? 'Elegir archivos' : 'Agregar archivos'} />
      {columns.map(({ name, label, options, each }) => (
        <label key={name} className="workbench-common">
          <span>{`${label} para todos`}</span>
          <Select
            className="select-sm"
            options={options}
            placeholder={each}
            value={common[name] ?? ''}
            onChange={({ currentTarget }) => onCommon(name, currentTarget.value)}
          />
        </label>
      ))}
      <div className="workbench-actions">
        <p role="status" className="me-auto text-muted">
          {summarize(uploads)}
        </p>
        {failed.length > 1 ? (
          <Button icon="rotate-cw" onClick={queue.retryFailed}>
            {`Reintentar ${failed.length} archivos`}
          </Button>
        ) : null}
        {ended.length > 0 ? <ClearButton queue={queue} uploads={ended} /> : null}
        {open.length > 0 ? (
          <Button look="primary" icon="upload" disabled={ready.length === 0} onClick={() => queue.start()}>
            {ready.length === open.length
              ? `Cargar ${countOf(ready.length, 'archivo', 'archivos')}`
              : `Cargar ${ready.length} de ${open.length}`}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function ClearButton({ queue, uploads }: { queue: UploadQueue; uploads: readonly QueuedUpload[] }) {
  return (
    <Button look="quiet" onClick={() => uploads.forEach(({ key }) => queue.clear(key))}>
      Quitar de la lista los terminados
    </Button>
  );
}

function Rows({ uploads, queue, columns }: Pick<WorkbenchProps, 'uploads' | 'queue' | 'columns'>): ReactNode {
  return (
    <table className="workbench-table">
      <caption className="sr-only">Archivos de esta carga</caption>
      <thead>
        <tr>
          <th scope="col">Nombre</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
          <th scope="col" className="num">
            Tamaño
          </th>
          <th scope="col">Estado</th>
          <th scope="col">
            <span className="sr-only">Quitar</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {uploads.map((upload) => (
          <WorkbenchRow key={upload.key} upload={upload} queue={queue} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

/** Finished files go last, so that unfinished ones need no search. Rows being edited keep their place and the focus. */
function endedLast(uploads: readonly QueuedUpload[]): QueuedUpload[] {
  return [...uploads.filter((upload) => !hasEnded(upload)), ...uploads.filter(hasEnded)];
}

function hasEnded({ state }: QueuedUpload): boolean {
  return state === 'done' || state === 'cancelled';
}

function titleOf(uploads: readonly QueuedUpload[]): string {
  const percent = percentSent(uploads);
  if (percent === null) return 'Cargar archivos';
  const sent = uploads.filter(({ state }) => state === 'done').length;
  return `Cargando ${sent + 1} de ${uploads.filter((upload) => isUnderWay(upload) || upload.state === 'done').length} · ${percent} %`;
}

/** Moves the focus into the panel when somebody opened it; someone who dropped files keeps theirs. */
function useFocusWhenEmpty(empty: boolean): RefObject<HTMLElement> {
  const panel = useRef<HTMLElement>(null);
  const opened = useRef(empty);
  useEffect(() => {
    if (opened.current) panel.current?.focus();
  }, []);
  return panel;
}

const PERCENT = /^\d{1,2} % · /;

/** Shows the percentage in the tab title, for people who work elsewhere meanwhile. */
function useTitleOfPage(percent: number | null): void {
  useEffect(() => {
    const own = document.title.replace(PERCENT, '');
    document.title = percent === null ? own : `${percent} % · ${own}`;
  }, [percent]);
}

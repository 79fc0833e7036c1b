import { memo, useId, type ReactNode } from 'react';
import { formatFileSize } from '#server/domain/file-size.ts';
import { fileExtension, fileKind } from '#server/domain/files-vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Select, type Option } from '../../ui/inputs.tsx';
import { describeStoredName, SendingProgress, STATES } from './upload-words.tsx';
import { isOpen, isUnderWay, stemOf, type QueuedUpload } from './upload-entry.ts';
import type { UploadQueue } from './upload-queue.ts';

/** A choice made for every file. */
export interface DeskColumn {
  /** Name of the submitted field. */
  name: string;
  label: string;
  placeholder: string;
  /** Label of the choice for all while each file has its own. */
  each: string;
  options: readonly Option[];
}

/** Longer than what can be stored, so that a name can be pasted whole and then shortened. */
const MAX_TYPED = 500;

interface RowProps {
  upload: QueuedUpload;
  queue: UploadQueue;
  columns: readonly DeskColumn[];
}

/** One file: its name, its destination, whether it would be accepted, and the result. Editable in place. */
export const WorkbenchRow = memo(function WorkbenchRow({ upload, queue, columns }: RowProps) {
  const { key, name, fields } = upload;
  return (
    <tr data-state={upload.state}>
      <td data-label="Nombre">
        <Name upload={upload} queue={queue} />
      </td>
      {columns.map((column) => (
        <td key={column.name} data-label={column.label}>
          {isOpen(upload) ? (
            <Select
              className="select-sm"
              aria-label={`${column.label} de ${name}`}
              options={column.options}
              placeholder={column.placeholder}
              value={fields[column.name] ?? ''}
              onChange={({ currentTarget }) => queue.amend(key, { fields: { [column.name]: currentTarget.value } })}
            />
          ) : (
            <span className="workbench-text">{column.options.find(({ value }) => value === fields[column.name])?.label}</span>
          )}
        </td>
      ))}
      <td data-label="Tamaño" className="num tabular">
        {formatFileSize(upload.bytes)}
      </td>
      <td data-label="Estado">
        <Verdict upload={upload} queue={queue} />
      </td>
      <td className="workbench-remove">
        <Button look="quiet" small icon="x" iconOnly onClick={() => (isUnderWay(upload) ? queue.cancel(key) : queue.clear(key))}>
          {isUnderWay(upload) ? `Cancelar ${name}` : `Quitar ${name} de la lista`}
        </Button>
      </td>
    </tr>
  );
});

function Name({ upload, queue }: Omit<RowProps, 'columns'>): ReactNode {
  const { key, name, href, state } = upload;
  const extension = fileExtension(name);
  const ending = extension === '' ? '' : name.slice(-extension.length - 1);
  const noteId = useId();
  if (!isOpen(upload)) {
    return (
      <span className="workbench-name">
        <FileIcon kind={fileKind(name)} />
        {state === 'done' && href ? (
          <a className="workbench-text text-link" href={href} data-nav="" title={name}>
            {name}
          </a>
        ) : (
          <span className="workbench-text" title={name}>
            {name}
          </span>
        )}
      </span>
    );
  }
  const note = describeStoredName(name);
  return (
    <div className="grid gap-1">
      <span className="workbench-name">
        <FileIcon kind={fileKind(name)} />
        <input
          className="input input-sm"
          aria-label={`Nombre de ${name}`}
          aria-describedby={note === '' ? undefined : noteId}
          title={name}
          value={stemOf(name)}
          maxLength={MAX_TYPED}
          required
          onChange={({ currentTarget }) => queue.amend(key, { name: `${currentTarget.value}${ending}` })}
        />
        {ending === '' ? null : <span className="flex-none text-muted">{ending.slice(0, 12)}</span>}
      </span>
      {note === '' ? null : (
        <p id={noteId} className="text-[0.8125rem] text-warning">
          {note}
        </p>
      )}
    </div>
  );
}

/** The state in words, with the possible actions. */
function Verdict({ upload, queue }: Omit<RowProps, 'columns'>) {
  const { key, name, state, note, mend, href } = upload;
  const { label, icon, color } = state === 'waiting' && note !== '' ? { ...STATES.waiting, label: note } : STATES[state];
  return (
    <div className="grid gap-1">
      <span className={`flex items-center gap-1 ${color}`}>
        <Icon name={icon} className="size-[15px] flex-none" />
        {state === 'waiting' && upload.checking ? 'Revisando' : label}
      </span>
      {state === 'sending' ? <SendingProgress upload={upload} /> : null}
      {note !== '' && state !== 'waiting' ? (
        <p className={`text-[0.8125rem] ${state === 'done' ? 'text-warning' : color}`}>
          {note}
          {state === 'held' && href ? (
            <>
              {' '}
              <a className="text-link" href={href} data-nav="">
                Verlo
              </a>
            </>
          ) : null}
        </p>
      ) : null}
      {mend === null ? null : (
        <Button small className="justify-self-start" onClick={() => queue.amend(key, { name: mend })}>
          {`Corregir a .${fileExtension(mend)}`}
          <span className="sr-only">{` el nombre de ${name}`}</span>
        </Button>
      )}
      {state === 'held' ? (
        <Button small className="justify-self-start" onClick={() => queue.admit(key)} aria-label={`Cargar de todos modos ${name}`}>
          Cargar de todos modos
        </Button>
      ) : null}
      {state === 'failed' || state === 'cancelled' ? (
        <Button small icon="rotate-cw" className="justify-self-start" onClick={() => queue.retry(key)} aria-label={`Reintentar ${name}`}>
          Reintentar
        </Button>
      ) : null}
    </div>
  );
}

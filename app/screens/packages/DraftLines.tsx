import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { PACKAGE_LINES_MAX } from '#server/domain/package-states.ts';
import { QUERY_MAX } from '#server/domain/bounded-text.ts';
import type { LineType, SendableDocument } from '#server/features/packages/find-choices.ts';
import type { SentLine } from '#server/features/packages/package.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { announceInput, passFocusOn } from '../../ui/form-events.ts';
import { Select, TextInput, type Option } from '../../ui/inputs.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { RECOVER_EVENT } from '../forms/drafts.ts';
import { withParam } from '../../record-links.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { DraftAnswer } from './act-on-package.ts';
import { lineControl } from './package-links.ts';

/** A line being edited; its key stays when its position changes. */
type EditedLine = SentLine & { key: number };

export interface Lines {
  lines: readonly EditedLine[];
  /** Appends a line. */
  add: (line: Partial<SentLine>) => void;
  change: (key: number, change: Partial<SentLine>) => void;
  remove: (key: number) => void;
  /** Takes over the lines of a draft, by the names of their controls. */
  recover: (draft: DraftValues) => void;
}

type DraftValues = Readonly<Record<string, readonly string[] | undefined>>;

const EMPTY: SentLine = { lineId: '', document: '', categoryId: '', documentId: '', digitalizationId: '' };

export function useLines(start: readonly SentLine[]): Lines {
  const [{ lines }, setState] = useState(() => ({
    lines: start.map((line, key): EditedLine => ({ ...line, key })),
    next: start.length,
  }));
  return {
    lines,
    add: (line) => setState(({ lines: before, next }) => ({ lines: [...before, { ...EMPTY, ...line, key: next }], next: next + 1 })),
    change: (key, change) =>
      setState((state) => ({ ...state, lines: state.lines.map((line) => (line.key === key ? { ...line, ...change } : line)) })),
    remove: (key) => setState((state) => ({ ...state, lines: state.lines.filter((line) => line.key !== key) })),
    recover: (draft) =>
      setState(({ lines: before, next }) => {
        const lines = Array.from({ length: PACKAGE_LINES_MAX }, (_none, index) => recovered(draft, index, before[index], next + index));
        return { lines: lines.filter((line) => line !== null), next: next + PACKAGE_LINES_MAX };
      }),
  };
}

/** A line as a draft has it; null without one, or if the draft took it away. */
function recovered(draft: DraftValues, index: number, before: EditedLine | undefined, key: number): EditedLine | null {
  const fields = Object.keys(EMPTY).map((field) => [field, draft[lineControl(index, field as keyof SentLine)]] as const);
  const given = Object.fromEntries(fields.flatMap(([field, values]) => (values?.[0] === undefined ? [] : [[field, values[0]]])));
  const isGone = fields.some(([, values]) => values?.length === 0);
  if (before) return isGone ? null : { ...before, ...given };
  return given['document']?.trim() ? { ...EMPTY, ...given, key } : null;
}

/** Calls back when somebody recovers a draft, before its controls are filled in. @param within an element of the form */
export function useRecoveredDraft(within: RefObject<HTMLElement>, recover: (draft: DraftValues) => void): void {
  const latest = useRef(recover);
  latest.current = recover;
  useEffect(() => {
    const form = within.current?.closest('form');
    const listener = (event: Event) => latest.current((event as CustomEvent<DraftValues>).detail);
    form?.addEventListener(RECOVER_EVENT, listener);
    return () => form?.removeEventListener(RECOVER_EVENT, listener);
  }, [within]);
}

interface LinesProps {
  lines: Lines;
  errors: Readonly<Record<string, readonly string[]>>;
  /** Address of the form. */
  action: string;
}

interface PaperLinesProps extends LinesProps {
  types: readonly LineType[];
  /** Type preselected for the next line. */
  keptType: string;
}

/**
 * Papers, one per line, typed in sequence: Enter adds the next line, with the type of the last. The empty line at the end also exists
 * without scripts, where Enter submits the form to get another one.
 */
export function PaperLines({ lines: { lines, add, change, remove }, types, keptType, errors, action }: PaperLinesProps) {
  const [next, setNext] = useState({ document: '', documentId: keptType || (lines.at(-1)?.documentId ?? '') });
  const list = useRef<HTMLOListElement>(null);
  const isFull = lines.length >= PACKAGE_LINES_MAX;
  useFocusInSight(list, lines.length);
  const addNext = () => {
    if (next.document.trim() === '' || isFull) return;
    add(next);
    setNext({ ...next, document: '' });
    announceInput(list.current);
  };
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const names = [...(list.current?.querySelectorAll<HTMLInputElement>('input[data-line]') ?? [])];
    const at = names.indexOf(event.currentTarget);
    if (at === names.length - 1) addNext();
    else names[at + 1]?.focus();
  };
  const all = types.map(toOption);
  const used = usedTypes(all, [...lines.map(({ documentId }) => documentId), next.documentId]);
  return (
    <ol className="package-lines" ref={list}>
      {lines.map((line, index) => {
        const wrong = errorsAt(errors, index);
        return (
          <li key={line.key}>
            <LineHead index={index} line={line} hidden={['lineId']} />
            <PaperLine
              line={line}
              index={index}
              isWrong={wrong.length > 0}
              all={all}
              used={used}
              goOn={goOn}
              onChange={(changed) => change(line.key, changed)}
            />
            <RemoveLine action={action} index={index} onRemove={() => remove(line.key)} />
            <FieldErrors id={errorId(index)} errors={wrong} />
          </li>
        );
      })}
      <li>
        <span className="line-number tabular">{lines.length + 1}</span>
        <TextInput
          name={lineControl(lines.length, 'document')}
          id={fieldId(lineControl(lines.length, 'document'))}
          data-line=""
          data-add=""
          aria-label="Nombre del siguiente papel"
          placeholder={isFull ? `Lleva ya ${PACKAGE_LINES_MAX} líneas` : 'Nombre del papel'}
          disabled={isFull}
          autoComplete="off"
          value={next.document}
          onChange={({ target }) => setNext({ ...next, document: target.value })}
          onKeyDown={goOn}
        />
        <Select
          name={lineControl(lines.length, 'documentId')}
          aria-label="Tipo del siguiente papel"
          placeholder="Elija el tipo"
          options={all}
          value={next.documentId}
          onChange={({ target }) => setNext({ ...next, documentId: target.value })}
        />
        <Button
          type="submit"
          icon="plus"
          iconOnly
          name="intent"
          value="add-line"
          disabled={isFull}
          onClick={(event) => {
            event.preventDefault();
            addNext();
            list.current?.querySelector<HTMLInputElement>('li:last-child input[data-line]')?.focus();
          }}
        >
          Agregar línea
        </Button>
      </li>
    </ol>
  );
}

/** A new line pushes the focused one down: keep it visible above the save bar. */
function useFocusInSight(list: RefObject<HTMLElement>, count: number): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (list.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [list, count]);
}

interface PaperLineProps {
  line: EditedLine;
  index: number;
  isWrong: boolean;
  all: readonly Option[];
  /** The types already used in this package. */
  used: readonly Option[];
  goOn: (event: KeyboardEvent<HTMLInputElement>) => void;
  onChange: (change: Partial<SentLine>) => void;
}

/**
 * The full type list in a hundred selects would make the page long: lines with a chosen type get it only when the select is about to be
 * opened.
 */
function PaperLine({ line: { document, documentId }, index, isWrong, all, used, goOn, onChange }: PaperLineProps) {
  const [isAsked, setAsked] = useState(false);
  const name = lineControl(index, 'document');
  const typeName = lineControl(index, 'documentId');
  const offered = isAsked || documentId === '' ? all : used;
  const isKnown = documentId === '' || offered.some(({ value }) => value === documentId);
  return (
    <>
      <TextInput
        name={name}
        id={fieldId(name)}
        data-line=""
        aria-label={`Nombre del papel ${index + 1}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId(index) : undefined}
        autoComplete="off"
        value={document}
        onChange={({ target }) => onChange({ document: target.value })}
        onKeyDown={goOn}
      />
      <Select
        name={typeName}
        id={fieldId(typeName)}
        aria-label={`Tipo del papel ${index + 1}`}
        placeholder="Elija el tipo"
        options={isKnown ? offered : [{ value: documentId, label: documentId }, ...offered]}
        value={documentId}
        onFocus={() => setAsked(true)}
        onPointerEnter={() => setAsked(true)}
        onChange={({ target }) => onChange({ documentId: target.value, categoryId: '' })}
      />
    </>
  );
}

const errorId = (index: number) => `${fieldId(lineControl(index, 'document'))}-error`;

function usedTypes(all: readonly Option[], ids: readonly string[]): Option[] {
  const used = new Set(ids);
  return all.filter(({ value }) => used.has(value));
}

function toOption({ documentId, name }: LineType): Option {
  return { value: documentId, label: name };
}

interface DocumentLinesProps extends LinesProps {
  /** Search results requested without scripts. */
  found: DraftAnswer['found'];
}

/** Existing documents, picked by a search among those that the person can send. */
export function DocumentLines({ lines: { lines, add, remove }, found: given, errors, action }: DocumentLinesProps) {
  const fetcher = useFetcher<DraftAnswer | LostConnection>();
  const [q, setQ] = useState(given?.q ?? '');
  const list = useRef<HTMLOListElement>(null);
  const answer = fetcher.data && 'found' in fetcher.data ? fetcher.data.found : null;
  const found = answer ?? given;
  const find = () => fetcher.submit({ intent: 'find', needReassign: 'true', q }, { method: 'post', action });
  return (
    <>
      <ol className="package-lines" ref={list}>
        {lines.map((line, index) => {
          const id = fieldId(lineControl(index, 'digitalizationId'));
          return (
            <li key={line.key} id={id} tabIndex={-1}>
              <LineHead index={index} line={line} hidden={['lineId', 'document', 'documentId', 'digitalizationId']} />
              <span className="line-document">{line.document || line.digitalizationId}</span>
              <RemoveLine action={action} index={index} onRemove={() => remove(line.key)} />
              <FieldErrors id={`${id}-error`} errors={errorsAt(errors, index)} />
            </li>
          );
        })}
      </ol>
      {lines.length === 0 ? <p className="mb-2 text-muted">Todavía no hay documentos. Búsquelos y agréguelos.</p> : null}
      <div className="flex flex-wrap gap-2">
        <TextInput
          type="search"
          name="q"
          data-add=""
          className="max-w-120"
          aria-label="Buscar documentos que puede enviar"
          placeholder="Documento, tipo o asociado (nombre, código o DPI)"
          maxLength={QUERY_MAX}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
        />
        <Button
          type="submit"
          icon="search"
          name="intent"
          value="find"
          disabled={fetcher.state !== 'idle'}
          onClick={(event) => {
            event.preventDefault();
            find();
          }}
        >
          Buscar
        </Button>
      </div>
      {fetcher.data && 'lost' in fetcher.data ? <ActNotice answer={fetcher.data} undone="No se buscó" className="mt-2" /> : null}
      {found ? (
        <FoundDocuments
          found={found}
          action={action}
          taken={new Set(lines.map(({ digitalizationId }) => digitalizationId))}
          isFull={lines.length >= PACKAGE_LINES_MAX}
          onAdd={({ id, documentName, documentId, categoryId }) => {
            add({ digitalizationId: id, document: documentName, documentId, categoryId });
            announceInput(list.current);
          }}
        />
      ) : null}
    </>
  );
}

interface FoundDocumentsProps {
  found: NonNullable<DraftAnswer['found']>;
  action: string;
  /** Ids of documents already in the package. */
  taken: ReadonlySet<string>;
  isFull: boolean;
  onAdd: (document: SendableDocument) => void;
}

function FoundDocuments({ found: { rows, more }, action, taken, isFull, onAdd }: FoundDocumentsProps) {
  if (rows.length === 0)
    return (
      <p className="mt-2 text-muted" role="status">
        Ningún documento que usted pueda enviar coincide. Puede enviar los que tiene asignados y los de su agencia que no tiene nadie.
      </p>
    );
  return (
    <>
      <ul className="found-documents" aria-label="Documentos encontrados">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere">{row.documentName}</span>{' '}
              <span className="text-muted">{[row.typeName, row.memberNames, row.holderName].filter(Boolean).join(' · ')}</span>
            </span>
            {taken.has(row.id) ? (
              <span className="text-muted">En el paquete</span>
            ) : (
              <Button
                type="submit"
                small
                icon="plus"
                name="intent"
                value="add-line"
                disabled={isFull}
                aria-label={`Agregar ${row.documentName}`}
                formAction={withParam(action, 'document', row.id)}
                onClick={(event) => {
                  event.preventDefault();
                  onAdd(row);
                }}
              >
                Agregar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more ? <p className="mt-1 text-muted">Hay más: escriba otra palabra para encontrarlos.</p> : null}
    </>
  );
}

interface LineHeadProps {
  index: number;
  line: SentLine;
  /** Fields of the line submitted as hidden inputs. */
  hidden: readonly (keyof SentLine)[];
}

function LineHead({ index, line, hidden }: LineHeadProps) {
  return (
    <>
      <span className="line-number tabular">{index + 1}</span>
      {hidden.map((field) => (
        <input key={field} type="hidden" data-draft="" name={lineControl(index, field)} value={line[field]} />
      ))}
    </>
  );
}

function errorsAt(errors: LinesProps['errors'], index: number): readonly string[] {
  return ['document', 'documentId', 'digitalizationId'].flatMap((field) => errors[lineControl(index, field)] ?? []);
}

/** Without scripts it submits the form, which comes back without the line. */
function RemoveLine({ action, index, onRemove }: { action: string; index: number; onRemove: () => void }) {
  return (
    <Button
      type="submit"
      look="quiet"
      icon="x"
      iconOnly
      name="intent"
      value="remove-line"
      data-remove=""
      formAction={withParam(action, 'line', index)}
      onClick={(event) => {
        event.preventDefault();
        // The line is removed together with its button: notify the form first.
        announceInput(event.currentTarget);
        passFocusOn(event.currentTarget);
        onRemove();
      }}
    >
      {`Quitar la línea ${index + 1}`}
    </Button>
  );
}

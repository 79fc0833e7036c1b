import { useRef, useState, type KeyboardEvent } from 'react';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX } from '#server/domain/package-states.ts';
import type { LineType } from '#server/features/packages/find-choices.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { announceInput } from '../../ui/form-events.ts';
import { Select, TextInput, type Option } from '../../ui/inputs.tsx';
import type { EditedLine, Lines } from './use-lines.ts';

interface PaperLinesProps {
  lines: Lines;
  types: readonly LineType[];
  /** Type of the next line. */
  keptType: string;
  errors: Readonly<Record<string, readonly string[]>>;
  /** Address of the form. */
  action: string;
}

/**
 * Papers, one a line, typed one after the other: Enter makes the next one, and its type is that of the last. The empty line at the end is
 * there without script too, where Enter sends the form for another one.
 */
export function PaperLines({ lines: { lines, add, change, remove }, types, keptType, errors, action }: PaperLinesProps) {
  const [next, setNext] = useState({ document: '', documentId: keptType || (lines.at(-1)?.documentId ?? '') });
  const list = useRef<HTMLOListElement>(null);
  const isFull = lines.length >= PACKAGE_LINES_MAX;
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
  const used = usedTypes(types, [...lines.map(({ documentId }) => documentId), next.documentId]);
  return (
    <ol className="package-lines" ref={list}>
      {lines.map((line, index) => (
        <PaperLine
          key={line.key}
          line={line}
          index={index}
          used={used}
          errors={errors}
          action={action}
          goOn={goOn}
          onChange={(changed) => change(line.key, changed)}
          onRemove={() => {
            remove(line.key);
            announceInput(list.current);
          }}
        />
      ))}
      <li>
        <span className="line-number tabular">{lines.length + 1}</span>
        <TextInput
          name={`line.${lines.length}.document`}
          id={fieldId(`line.${lines.length}.document`)}
          data-line=""
          aria-label="Nombre del siguiente papel"
          placeholder={isFull ? `Lleva ya ${PACKAGE_LINES_MAX} líneas` : 'Nombre del papel'}
          disabled={isFull}
          maxLength={PACKAGE_TEXT_MAX.document}
          autoComplete="off"
          value={next.document}
          onChange={({ target }) => setNext({ ...next, document: target.value })}
          onKeyDown={goOn}
        />
        <Select
          name={`line.${lines.length}.documentId`}
          aria-label="Tipo del siguiente papel"
          placeholder="Elija el tipo"
          options={types.map(toOption)}
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

interface PaperLineProps extends Pick<PaperLinesProps, 'action' | 'errors'> {
  line: EditedLine;
  index: number;
  used: readonly Option[];
  goOn: (event: KeyboardEvent<HTMLInputElement>) => void;
  onChange: (change: Partial<EditedLine>) => void;
  onRemove: () => void;
}

function PaperLine({ line: { lineId, document, documentId }, index, used, errors, action, goOn, onChange, onRemove }: PaperLineProps) {
  const name = (field: string) => `line.${index}.${field}`;
  const wrong = ['document', 'documentId', 'digitalizationId'].flatMap((field) => errors[name(field)] ?? []);
  return (
    <li>
      <span className="line-number tabular">{index + 1}</span>
      <input type="hidden" name={name('lineId')} value={lineId} />
      <TextInput
        name={name('document')}
        id={fieldId(name('document'))}
        data-line=""
        aria-label={`Nombre del papel ${index + 1}`}
        aria-invalid={wrong.length > 0 || undefined}
        maxLength={PACKAGE_TEXT_MAX.document}
        autoComplete="off"
        value={document}
        onChange={({ target }) => onChange({ document: target.value })}
        onKeyDown={goOn}
      />
      <Select
        name={name('documentId')}
        id={fieldId(name('documentId'))}
        aria-label={`Tipo del papel ${index + 1}`}
        placeholder="Elija el tipo"
        options={
          used.some(({ value }) => value === documentId) || documentId === '' ? used : [{ value: documentId, label: documentId }, ...used]
        }
        value={documentId}
        onChange={({ target }) => onChange({ documentId: target.value, categoryId: '' })}
      />
      <RemoveLine action={action} index={index} onRemove={onRemove} />
      <FieldErrors id={`${fieldId(name('document'))}-error`} errors={wrong} />
    </li>
  );
}

/** Without script it sends the form, which comes back without the line. */
export function RemoveLine({ action, index, onRemove }: { action: string; index: number; onRemove: () => void }) {
  return (
    <Button
      type="submit"
      look="quiet"
      icon="x"
      iconOnly
      name="intent"
      value="remove-line"
      formAction={`${action}${action.includes('?') ? '&' : '?'}line=${index}`}
      onClick={(event) => {
        event.preventDefault();
        onRemove();
      }}
    >
      {`Quitar la línea ${index + 1}`}
    </Button>
  );
}

/** The types of this package: the whole list in each of a hundred lines would be a long page. */
function usedTypes(types: readonly LineType[], ids: readonly string[]): Option[] {
  const used = new Set(ids);
  return types.filter(({ documentId }) => used.has(documentId)).map(toOption);
}

function toOption({ documentId, name }: LineType): Option {
  return { value: documentId, label: name };
}

import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { parseWrittenTime } from '#server/domain/written-days.ts';
import { Button } from '../../../ui/Button.tsx';
import { TimeInput } from '../../forms/DateInput.tsx';
import { FieldErrors, type Control } from '../../../ui/Field.tsx';
import { Select, TextArea } from '../../../ui/inputs.tsx';
import { passFocusOn, useAnnounced, useHydrated } from '../../../ui/form-events.ts';
import { DAYS, formatHours, parseHours, type HoursRow } from './hours.ts';

const DAY_OPTIONS = DAYS.map((label, index) => ({ value: String(index), label }));
const FIRST_ROW: HoursRow = { from: 0, to: 4, opens: '08:00', closes: '17:00' };
const NEXT_ROW: HoursRow = { from: 5, to: 5, opens: '08:00', closes: '12:00' };
const NO_TIME = 'Escriba una hora que exista, como 8:00 o 17:30.';

/** Edits opening hours as rows where the text can be parsed; the form always sends text. Without JavaScript it is plain text. */
export function HoursControl({ control, text }: { control: Control; text: string }) {
  const [written, setWritten] = useState(text);
  // Not read from the text again while they are edited: a time as it was typed may be none.
  const [rows, setRows] = useState(() => parseHours(text));
  const [asText, setAsText] = useState(false);
  const ready = useHydrated();
  const area = useAnnounced<HTMLTextAreaElement>(written);
  const write = ({ currentTarget: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    setWritten(value);
    setRows(parseHours(value));
  };
  if (!ready) return <TextArea {...control} defaultValue={text} onChange={write} />;
  if (asText || rows === null) {
    return (
      <>
        <TextArea {...control} value={written} onChange={write} />
        <Button small look="quiet" disabled={rows === null} onClick={() => setAsText(false)}>
          {rows === null ? 'Este texto no se puede editar por filas' : 'Editar por filas'}
        </Button>
      </>
    );
  }
  const edit = (next: readonly HoursRow[]) => {
    setRows([...next]);
    setWritten(formatHours(next));
  };
  const change = (index: number, part: Partial<HoursRow>) =>
    edit(rows.map((row, at) => (at === index ? ordered({ ...row, ...part }) : row)));
  return (
    <div
      id={control.id}
      className="grid gap-2"
      role="group"
      aria-label="Horarios"
      aria-describedby={control['aria-describedby']}
      tabIndex={-1}
    >
      <textarea ref={area} hidden name={control.name} value={written} onChange={write} />
      {rows.map((row, index) => (
        <HoursRowControl
          key={index}
          row={row}
          number={index + 1}
          onChange={(part) => change(index, part)}
          onRemove={() => edit(rows.filter((_row, at) => at !== index))}
        />
      ))}
      <div className="flex gap-2">
        <Button small icon="plus" data-add="" onClick={() => edit([...rows, rows.length === 0 ? FIRST_ROW : NEXT_ROW])}>
          Agregar horario
        </Button>
        <Button small look="quiet" onClick={() => setAsText(true)}>
          Escribir como texto
        </Button>
      </div>
    </div>
  );
}

interface HoursRowControlProps {
  row: HoursRow;
  number: number;
  onChange: (part: Partial<HoursRow>) => void;
  onRemove: () => void;
}

function HoursRowControl({ row, number, onChange, onRemove }: HoursRowControlProps) {
  const day = (name: 'from' | 'to', label: string, first = 0) => (
    <Select
      className="w-32"
      aria-label={`Horario ${number}: ${label}`}
      value={String(row[name])}
      options={DAY_OPTIONS.slice(first)}
      onChange={({ currentTarget }) => onChange({ [name]: Number(currentTarget.value) })}
    />
  );
  const time = (name: 'opens' | 'closes', label: string) => (
    <HourInput label={`Horario ${number}: ${label}`} value={row[name]} onTime={(value) => onChange({ [name]: value })} />
  );
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {day('from', 'desde el día')}
      <span>a</span>
      {day('to', 'hasta el día', row.from)}
      {time('opens', 'abre')}
      <span>a</span>
      {time('closes', 'cierra')}
      <Button
        small
        look="quiet"
        icon="x"
        iconOnly
        data-remove=""
        onClick={({ currentTarget }) => {
          passFocusOn(currentTarget);
          onRemove();
        }}
      >
        {`Quitar el horario ${number}`}
      </Button>
    </div>
  );
}

/** Text that is not a valid time stays as typed, with an error once it is left, and its form is not sent. */
function HourInput({ label, value, onTime }: { label: string; value: string; onTime: (time: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const errorId = useId();
  const isWrong = parseWrittenTime(value) === null;
  const isRefused = isWrong && typed === null;
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!isWrong || !form) return;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setTyped(null);
      box.current?.querySelector('input')?.focus();
    };
    form.addEventListener('submit', refuse, true);
    return () => form.removeEventListener('submit', refuse, true);
  }, [isWrong]);
  const write = (text: string) => {
    setTyped(text);
    onTime(parseWrittenTime(text) ?? text);
  };
  return (
    <span ref={box} className="max-w-48">
      <TimeInput
        className="w-20"
        aria-label={label}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? errorId : undefined}
        value={typed ?? value}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <FieldErrors id={errorId} errors={isRefused ? [NO_TIME] : []} />
    </span>
  );
}

function ordered(row: HoursRow): HoursRow {
  return row.to < row.from ? { ...row, to: row.from } : row;
}

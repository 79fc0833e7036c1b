import { useRef, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { formatDay } from '#server/domain/dates.ts';
import { parseWrittenDay, parseWrittenTime, WRITTEN_DAY_MAX } from '#server/domain/written-days.ts';
import { Button } from '../../ui/Button.tsx';
import { announceInput, useHydrated } from '../../ui/form-events.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/inputs.tsx';

const TIME_MAX = 20;

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'max' | 'min' | 'type' | 'value'> {
  /** `YYYY-MM-DD`, or typed text that is not a date. */
  defaultValue: string;
}

/**
 * A date in local notation, whatever the browser's language: a text input that the server parses in many notations, with the browser's own
 * calendar beside it. Without scripts only the text input.
 */
export function DateInput({ defaultValue, className, ...rest }: DateInputProps) {
  const text = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const ready = useHydrated();
  const open = () => {
    if (!calendar.current || !text.current) return;
    calendar.current.value = parseWrittenDay(text.current.value) ?? '';
    calendar.current.showPicker();
  };
  const choose = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (!text.current || value === '') return;
    text.current.value = formatDay(value);
    announceInput(text.current);
    text.current.focus();
  };
  return (
    <span className={classNames('date-input', className)}>
      <TextInput
        ref={text}
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        maxLength={WRITTEN_DAY_MAX}
        className="tabular"
        {...rest}
        defaultValue={formatDay(defaultValue) || defaultValue}
        onBlur={({ currentTarget }) => tidy(currentTarget, (written) => formatDay(parseWrittenDay(written) ?? ''))}
      />
      {ready && rest.disabled !== true ? (
        <>
          <input ref={calendar} type="date" className="date-native" tabIndex={-1} aria-hidden onChange={choose} />
          <Button icon="calendar-days" iconOnly look="quiet" tabIndex={-1} onClick={open}>
            Abrir el calendario
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** A time of day on the 24-hour clock, whatever the browser's language. */
export function TimeInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <TextInput
      autoComplete="off"
      placeholder="hh:mm"
      maxLength={TIME_MAX}
      className={classNames('tabular', className)}
      onBlur={({ currentTarget }) => tidy(currentTarget, (written) => parseWrittenTime(written) ?? '')}
      {...rest}
    />
  );
}

/** Shows parsable text in its stored form; the rest stays as typed, for the server to say what is wrong. */
function tidy(control: HTMLInputElement, write: (text: string) => string): void {
  const written = write(control.value);
  if (written === '' || written === control.value) return;
  control.value = written;
  announceInput(control);
}

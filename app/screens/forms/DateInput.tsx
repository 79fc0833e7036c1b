import { useRef, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { formatDay } from '#server/domain/dates.ts';
import { parseWrittenDay, parseWrittenTime, WRITTEN_DAY_MAX } from '#server/domain/written-days.ts';
import { Button } from '../../ui/Button.tsx';
import { announceInput, useHydrated } from '../../ui/form-events.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/inputs.tsx';

const TIME_MAX = 20;

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'max' | 'min' | 'type' | 'value'> {
  /** `YYYY-MM-DD`, or what was typed and is no day. */
  defaultValue: string;
}

/**
 * A day as people here write it, whatever language the browser speaks: text that the server reads in many writings, and beside it the
 * browser's own calendar. Without scripts the text alone.
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

/** A time of day of 24 hours, whatever the browser's language would make of it. */
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

/** What can be read is shown as it will be kept; the rest stays, for the server to say what is wrong. */
function tidy(control: HTMLInputElement, write: (text: string) => string): void {
  const written = write(control.value);
  if (written === '' || written === control.value) return;
  control.value = written;
  announceInput(control);
}

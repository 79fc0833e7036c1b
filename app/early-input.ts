import { announceChange, type FormControl } from './ui/form-events.ts';

/** Where React keeps the last text that it saw: an event with the same text is not handed to the component. */
interface Remembering {
  _valueTracker?: { setValue: (text: string) => void };
}

/** Types of inputs that hold nothing a person types or chooses. */
const NOT_TYPED: ReadonlySet<string> = new Set(['button', 'hidden', 'image', 'reset', 'submit']);

/**
 * What was typed or chosen before React took the page over is kept, and told then as if it happened at that moment: drafts
 * count as unsaved, previews follow, and a choice that sends itself is sent. It is seen by what controls hold, not by
 * events, which nobody heard: one that differs from its default was changed.
 *
 * Browsers also put back what was typed or chosen on an earlier visit (back button, reload). In a form that is saved, such a
 * text is as unsaved as a new one, and counts. A choice that sends itself must say what the page shows, and must lead nobody
 * away from where the back button led: nothing is put back there (ui/submit-on-change.ts), so what differs was chosen now.
 * @returns what ends the keeping and tells, once
 */
export function holdEarlyInput(): () => void {
  let end: (() => void) | null = keepTexts();
  return () => {
    if (!end) return;
    end();
    end = null;
    const controls = [...document.querySelectorAll<FormControl>('input, select, textarea')];
    // All of them are looked at before the first is told: what hears of one may change others.
    for (const tell of controls.filter(isChanged).map(retelling)) tell();
  };
}

/** Hydrating, React 18 sets every text area to its first text, over what somebody typed meanwhile. */
function keepTexts(): () => void {
  const { prototype } = HTMLTextAreaElement;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value');
  let isOver = false;
  Object.defineProperty(prototype, 'value', {
    ...value,
    // React goes on using this setter for the text areas that it found.
    set(this: HTMLTextAreaElement, text: string) {
      if (isOver || text !== this.defaultValue) value?.set?.call(this, text);
    },
  });
  return () => {
    isOver = true;
    if (value) Object.defineProperty(prototype, 'value', value);
  };
}

function isChanged(control: FormControl): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex !== usualIndex(control);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (NOT_TYPED.has(control.type)) return false;
  // Of several radio buttons, the one that was chosen.
  if (control.type === 'radio') return control.checked && !control.defaultChecked;
  return control.type === 'checkbox' ? control.checked !== control.defaultChecked : control.value !== usualValue(control);
}

function usualIndex({ options }: HTMLSelectElement): number {
  const all = [...options];
  const marked = all.findLastIndex((option) => option.defaultSelected);
  return marked >= 0 ? marked : all.findIndex((option) => !option.disabled);
}

/** The default as a control of its type shows it: browsers trim an address, and drop a default that is no number. */
function usualValue({ type, defaultValue }: HTMLInputElement): string {
  const fresh = document.createElement('input');
  fresh.type = type;
  fresh.defaultValue = defaultValue;
  return fresh.value;
}

function retelling(control: FormControl): () => void {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const { checked } = control;
    return () => {
      control.checked = !checked;
      control.click();
    };
  }
  return () => {
    if (!(control instanceof HTMLSelectElement)) (control as FormControl & Remembering)._valueTracker?.setValue(control.defaultValue);
    announceChange(control);
  };
}

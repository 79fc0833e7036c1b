import { announceChange, type FormControl } from './ui/form-events.ts';

/** Where React keeps the last value it saw: it ignores an event with the same value. */
interface Remembering {
  _valueTracker?: { setValue: (text: string) => void };
}

/** Types of inputs that hold nothing a person types or chooses. */
const NOT_TYPED: ReadonlySet<string> = new Set(['button', 'hidden', 'image', 'reset', 'submit']);

/**
 * Keeps what was typed or chosen before hydration, and replays it afterwards as if it happened at that moment: drafts count as unsaved,
 * previews update, and a select that submits itself is submitted. Changes are found by comparing controls with their defaults, because
 * nobody listened to the events.
 *
 * Browsers also restore what was typed or chosen on an earlier visit (back button, reload). In a form with a save button, such a text is as
 * unsaved as a new one, and counts. A select that submits itself must match the page and must not lead away from where the back button led:
 * restoring is turned off there (ui/submit-on-change.ts), so a difference means a new choice.
 * @returns a function that ends this and replays the changes, once
 */
export function preserveEarlyInput(): () => void {
  let end: (() => void) | null = preserveTextAreas();
  return () => {
    if (!end) return;
    end();
    end = null;
    const controls = [...document.querySelectorAll<FormControl>('input, select, textarea')];
    // All controls are checked before the first replay, whose listeners may change others.
    for (const replay of controls.filter(isChanged).map(createReplay)) replay();
  };
}

/** On hydration, React 18 resets every text area to its initial text, discarding what was typed meanwhile. */
function preserveTextAreas(): () => void {
  const { prototype } = HTMLTextAreaElement;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value');
  let isOver = false;
  Object.defineProperty(prototype, 'value', {
    ...value,
    // React keeps using this setter for the text areas it hydrated.
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
  // Of several radio buttons, only the chosen one.
  if (control.type === 'radio') return control.checked && !control.defaultChecked;
  return control.type === 'checkbox' ? control.checked !== control.defaultChecked : control.value !== usualValue(control);
}

function usualIndex({ options }: HTMLSelectElement): number {
  const all = [...options];
  const marked = all.findLastIndex((option) => option.defaultSelected);
  return marked >= 0 ? marked : all.findIndex((option) => !option.disabled);
}

/** The default as a control of its type shows it: browsers trim a URL and drop a default that is not a number. */
function usualValue({ type, defaultValue }: HTMLInputElement): string {
  const fresh = document.createElement('input');
  fresh.type = type;
  fresh.defaultValue = defaultValue;
  return fresh.value;
}

function createReplay(control: FormControl): () => void {
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

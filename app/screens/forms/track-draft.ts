import { formatDateTime, dayOf } from '#server/domain/dates.ts';
import { KEEP_PREFIX } from '#server/domain/form-base.ts';
import { announceChange, isFormControl, type FormControl } from '../../ui/form-events.ts';
import { RECOVER_EVENT } from './drafts.ts';

/** What somebody had typed when the browser was closed. */
export interface DraftOffer {
  /** `de las 10:42`, or `del 24/11/2026 10:42` on another day. */
  since: string;
  recover: () => void;
  discard: () => void;
}

export interface DraftTracker {
  end: (forgets: boolean) => void;
}

interface Draft {
  at: number;
  /** Only values that differ from the form as opened, by name: untouched ones come from the record. None for a control that went. */
  values: Record<string, string[]>;
}

const PAUSE_MS = 500;
/** Older drafts are discarded as stale. */
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;
const VALUES_MAX = 200_000;
const SECRET = /password|contrase|secret|token/i;

/**
 * Stores what is typed into a form in this browser, without secrets, files and hidden controls other than those that hold a chosen line
 * (`data-draft`), until `end` is called: with `forgets` when it was saved or given up. Offers a draft left by an earlier window.
 */
export function trackDraft(form: HTMLFormElement, key: string, offer: (draft: DraftOffer | null) => void): DraftTracker {
  const opened = valuesOf(form);
  const found = read(key);
  // Kept in the draft while somebody types before deciding about it.
  let offered = found?.values ?? {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const values = { ...offered, ...differing(opened, valuesOf(form)) };
    if (Object.keys(values).length === 0) forget(key);
    else store(key, { at: Date.now(), values });
  };
  const later = () => {
    timer ??= setTimeout(write, PAUSE_MS);
  };
  // Another window signed out, or saved the form: leaving the page must not store it again. Only what is typed from now on is kept.
  let isRemoved = false;
  const onStorage = ({ key: changed, newValue }: StorageEvent) => {
    if (newValue !== null || (changed !== null && changed !== key)) return;
    isRemoved = true;
    clearTimeout(timer);
    timer = undefined;
  };
  const onInput = () => {
    isRemoved = false;
    later();
  };
  // Browsers also report a change of the control that loses the focus because the page is left.
  const onChange = () => {
    if (!isRemoved) later();
  };
  const flush = () => {
    if (timer !== undefined) write();
  };
  if (found) {
    const answer = () => {
      offered = {};
      offer(null);
    };
    offer({
      since: sinceWhen(found.at),
      recover: () => {
        answer();
        form.dispatchEvent(new CustomEvent(RECOVER_EVENT, { detail: found.values }));
        setTimeout(() => fillIn(form, found.values));
      },
      discard: () => {
        answer();
        write();
      },
    });
  }
  form.addEventListener('input', onInput);
  form.addEventListener('change', onChange);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pagehide', flush);
  return {
    end(forgets) {
      clearTimeout(timer);
      form.removeEventListener('input', onInput);
      form.removeEventListener('change', onChange);
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', flush);
      if (forgets) forget(key);
    },
  };
}

function sinceWhen(at: number): string {
  const text = formatDateTime(at);
  return dayOf(new Date(at)) === dayOf(new Date()) ? `de las ${text.slice(-5)}` : `del ${text}`;
}

function draftControls(form: HTMLFormElement): Map<string, FormControl[]> {
  const controls = new Map<string, FormControl[]>();
  for (const element of form.elements) {
    if (!isFormControl(element) || element.name === '' || SECRET.test(element.name) || element.name.startsWith(KEEP_PREFIX)) continue;
    const isLine = element.dataset['draft'] !== undefined;
    if (
      !isLine &&
      element instanceof HTMLInputElement &&
      ['password', 'file', 'hidden', 'submit', 'button', 'search'].includes(element.type)
    )
      continue;
    controls.set(element.name, [...(controls.get(element.name) ?? []), element]);
  }
  return controls;
}

function isTicked(control: FormControl): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');
}

/** Check boxes and radio buttons contribute their ticked values only. */
function valuesOf(form: HTMLFormElement): Map<string, string[]> {
  const values = [...draftControls(form)].map(([name, controls]) => {
    const held = controls.filter((control) => !isTicked(control) || control.checked);
    return [name, held.map(({ value }) => value)] as const;
  });
  return new Map(values);
}

function differing(opened: ReadonlyMap<string, string[]>, now: ReadonlyMap<string, string[]>): Record<string, string[]> {
  const gone = [...opened.keys()].filter((name) => !now.has(name)).map((name): [string, string[]] => [name, []]);
  return Object.fromEntries([...gone, ...now].filter(([name, values]) => JSON.stringify(opened.get(name)) !== JSON.stringify(values)));
}

function fillIn(form: HTMLFormElement, values: Draft['values']): void {
  const controls = draftControls(form);
  for (const [name, wanted] of Object.entries(values)) {
    (controls.get(name) ?? []).forEach((control, index) => {
      if (isTicked(control)) {
        if (control.checked !== wanted.includes(control.value)) control.click();
      } else if (wanted[index] !== undefined) write(control, wanted[index]);
    });
  }
}

/** Uses the native setter: React overrides `value` on the control and would not notice the change. */
function write(control: FormControl, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value');
  own?.set?.call(control, value);
  announceChange(control);
}

function read(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    if (draft && Date.now() - draft.at < MAX_AGE_MS) return draft;
    forget(key);
  } catch {
    forget(key);
  }
  return null;
}

function store(key: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  try {
    if (text.length <= VALUES_MAX) localStorage.setItem(key, text);
  } catch {
    // Storage is full or disabled: the form works without drafts.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
}

import type { KeyboardEvent } from 'react';
import type { Verdict } from '#server/domain/package-states.ts';

/** Letter for each verdict: recibido, faltante, dañado, no corresponde. */
export const VERDICT_KEYS: Readonly<Record<Exclude<Verdict, ''>, string>> = { RECEIVED: 'R', MISSING: 'F', DAMAGED: 'D', MISMATCH: 'N' };

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Between two keys of a barcode reader; no hand is as fast. */
const READER_MS = 40;
let latest = { at: -READER_MS, mark: 0 };

/** Whether the key follows another as fast as from a reader; then the letter before is no verdict either. */
function isRead(at: number): boolean {
  const isFast = at - latest.at < READER_MS;
  if (isFast) window.clearTimeout(latest.mark);
  latest = { at, mark: 0 };
  return isFast;
}

/**
 * Keys within a line. On its verdicts a letter sets one and moves on to the next line, whatever the verdict: letters pressed in a row never
 * end up as a note. Up and down move between lines, Enter to the next (submitting from the middle would accept half a package), Tab to the
 * note and Escape back from it; left and right choose among the four verdicts, as in any radio group.
 */
export function moveInChecks(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
  const line = target.closest<HTMLElement>('[data-line]');
  const list = line?.parentElement;
  if (!line || !list) return;
  // Whoever reads the next package's code here marks no line of this one.
  if (target.type === 'radio' && (key.length === 1 || key === 'Enter') && isRead(event.timeStamp)) {
    event.preventDefault();
    return;
  }
  const step = STEPS[key];
  if (step !== undefined) {
    event.preventDefault();
    focusLine(lineBeside(list, line, step), target.type);
    return;
  }
  if (key === 'Enter' || (key === 'Escape' && target.type === 'text')) {
    event.preventDefault();
    const next = key === 'Enter' ? lineBeside(list, line, 1) : null;
    focusLine(next ?? line, 'radio');
    return;
  }
  if (target.type !== 'radio') return;
  const wanted = Object.entries(VERDICT_KEYS).find(([, letter]) => letter === key.toUpperCase())?.[0];
  if (!wanted) return;
  event.preventDefault();
  latest.mark = window.setTimeout(() => {
    line.querySelector<HTMLInputElement>(`input[type=radio][value="${wanted}"]`)?.click();
    focusLine(lineBeside(list, line, 1) ?? line, 'radio');
  }, READER_MS);
}

function lineBeside(list: HTMLElement, line: HTMLElement, step: number): HTMLElement | null {
  const lines = [...list.querySelectorAll<HTMLElement>('[data-line]')];
  return lines[lines.indexOf(line) + step] ?? null;
}

function focusLine(line: HTMLElement | null, type: string): void {
  const field =
    type === 'radio'
      ? (line?.querySelector('input[type=radio]:checked') ?? line?.querySelector('input[type=radio]'))
      : line?.querySelector('input[type=text]');
  if (field instanceof HTMLInputElement) field.focus();
}

/** Focuses what keeps the package from being accepted: a note that was refused, or else the first line without a verdict. */
export function focusFirstOpen(form: HTMLFormElement | null, options: FocusOptions = {}): void {
  const lines = [...(form?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const open = lines.find((line) => line.querySelector('input[type=radio]:checked') === null);
  const field =
    form?.querySelector<HTMLInputElement>('[data-line] input[aria-invalid=true]') ??
    open?.querySelector<HTMLInputElement>('input[type=radio]');
  field?.focus(options);
}

import type { KeyboardEvent } from 'react';

const ROWS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const COLUMNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Arrow keys move between the boxes of a matrix, across its tables; Home and End to the first and last of the row. Space ticks as usual.
 */
export function moveInMatrix(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: box, key } = event;
  const row = box.closest('tr');
  const matrix = box.closest<HTMLElement>('.matrix');
  if (!row || !matrix || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = key in ROWS ? boxAbove(matrix, row, box, ROWS[key] ?? 0) : boxBeside(boxesOf(row), box, key);
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
}

const boxesOf = (row: Element) => [...row.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

/** undefined for a key that does not move within the row; null at the edge. */
function boxBeside(boxes: readonly HTMLInputElement[], box: HTMLInputElement, key: string): HTMLInputElement | null | undefined {
  if (key === 'Home') return boxes[0] ?? null;
  if (key === 'End') return boxes.at(-1) ?? null;
  return key in COLUMNS ? (boxes[boxes.indexOf(box) + (COLUMNS[key] ?? 0)] ?? null) : undefined;
}

function boxAbove(matrix: HTMLElement, row: HTMLTableRowElement, box: HTMLInputElement, step: number): HTMLInputElement | null {
  const rows = [...matrix.querySelectorAll('tr')];
  const column = box.dataset['column'];
  for (let at = rows.indexOf(row) + step; at >= 0 && at < rows.length; at += step) {
    const next = rows[at];
    const found = next && boxesOf(next).find((other) => other.dataset['column'] === column);
    if (found) return found;
  }
  return null;
}

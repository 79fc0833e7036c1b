import { useState } from 'react';
import type { LineInput } from '#server/features/packages/draft-input.ts';

/** A line while it is edited; the key outlives its place. */
export interface EditedLine extends LineInput {
  key: number;
}

export interface Lines {
  lines: readonly EditedLine[];
  /** One more at the end. */
  add: (line: Partial<LineInput>) => void;
  change: (key: number, change: Partial<LineInput>) => void;
  remove: (key: number) => void;
}

const EMPTY: LineInput = { lineId: '', document: '', categoryId: '', documentId: '', digitalizationId: '' };

export function useLines(start: readonly LineInput[]): Lines {
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
  };
}

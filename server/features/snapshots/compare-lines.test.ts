import { expect, it } from 'vitest';
import type { SheetLine } from '../../workbooks/sheet.ts';
import { compareLines } from './compare-runs.ts';

const ROWS = 100_000;

/** Rows by number, the last cell a share that is another one in each report. */
async function* lines(from: number, to: number, change: (row: number) => number, share: number): AsyncIterable<SheetLine> {
  for (let row = from; row < to; row += 1) yield { key: `fila-${row}`, cells: [`Persona ${row}`, change(row), share] };
}

it('counts added, gone and changed rows among 100,000, and lists the first of each', async () => {
  const result = await compareLines(
    () => lines(0, ROWS, (row) => row, 0.1),
    () => lines(300, ROWS + 1, (row) => (row % 50_000 === 7 ? -1 : row), 0.2),
    { decides: (index) => index < 2, adds: [1] },
  );
  expect(result.counts).toEqual({ added: 1, gone: 300, changed: 1, same: ROWS - 301 });
  const sum = (ROWS * (ROWS - 1)) / 2;
  const [gone, changed] = [(300 * 299) / 2, 50_008];
  expect(result.totals).toEqual([{ index: 1, before: sum, after: sum - gone + ROWS - changed }]);
  expect(result.added).toEqual([{ key: `fila-${ROWS}`, cells: [`Persona ${ROWS}`, ROWS, 0.2] }]);
  expect([result.gone.length, result.gone[0]?.key]).toEqual([200, 'fila-0']);
  expect(result.changed).toEqual([{ key: 'fila-50007', before: ['Persona 50007', 50_007, 0.1], after: ['Persona 50007', -1, 0.2] }]);
});

it('finds no difference between equal rows', async () => {
  const same = () => lines(0, 10, (row) => row, 0.5);
  expect(await compareLines(same, same, { decides: () => true, adds: [] })).toEqual({
    counts: { added: 0, gone: 0, changed: 0, same: 10 },
    totals: [],
    added: [],
    gone: [],
    changed: [],
  });
});

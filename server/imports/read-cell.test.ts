import { expect, it } from 'vitest';
import { ids } from '../records/fields.ts';
import { readCells } from './read-cell.ts';

it('reads the names of the options once, however many rows and repeated names a file has', () => {
  let reads = 0;
  const options = Array.from({ length: 40 }, (_unused, index) => ({
    value: `c${index}`,
    get label() {
      reads += 1;
      return `Carpeta ${index}`;
    },
  }));
  const folders = ids({ name: 'carpetas', label: 'Carpetas', maxItems: 40, names: { table: 'carpetas', name: 'title' } });
  const described = new Map([['carpetas', { ...folders, help: '', section: '', options }]]);
  const cells = { carpetas: Array.from({ length: 5_000 }, (_unused, index) => `carpeta ${index % 3}`).join(';') };
  const rows = Array.from({ length: 20 }, () => readCells([folders], described, cells, { isNew: false, current: {} }));
  expect(new Set(rows.map(({ values }) => JSON.stringify(values)))).toEqual(new Set(['{"carpetas":["c0","c1","c2"]}']));
  expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  expect(reads).toBe(40);
});

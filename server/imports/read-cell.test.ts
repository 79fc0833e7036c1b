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

it('takes a name that holds a comma, alone, on its own line, and among others', () => {
  const folders = ids({ name: 'carpetas', label: 'Carpetas', maxItems: 4, names: { table: 'carpetas', name: 'title' } });
  const options = ['Créditos, ahorro', 'Actas', 'Créditos'].map((label) => ({ value: label.toLowerCase(), label }));
  const described = new Map([['carpetas', { ...folders, help: '', section: '', options }]]);
  const read = (carpetas: string) => readCells([folders], described, { carpetas }, { isNew: false, current: {} }).values['carpetas'];
  expect(['créditos, ahorro', 'Créditos, ahorro\nActas', 'Créditos, Actas'].map(read)).toEqual([
    ['créditos, ahorro'],
    ['créditos, ahorro', 'actas'],
    ['créditos', 'actas'],
  ]);
});

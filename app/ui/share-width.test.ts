import { expect, it } from 'vitest';
import { shareWidth, type TextColumn } from './share-width.ts';

const column = (letters: number, more: Partial<TextColumn> = {}): TextColumn => ({
  label: 'Nombre',
  texts: Array.from({ length: 10 }, () => 'x'.repeat(letters)),
  ...more,
});
const shares = (...columns: Parameters<typeof shareWidth>[0]) => shareWidth(columns).map(({ share }) => share);

it('shares the table among text columns by their letters, counting at most 44', () => {
  const [name, ...others] = shares(column(44), {}, column(44), column(400));
  expect([name, ...others]).toEqual(['sm:w-7/20', undefined, 'sm:w-7/20', 'sm:w-6/20']);
});

it('leaves the rest to numbers and dates when texts are short', () => {
  expect(shares(column(20), {})).toEqual(['sm:w-6/20', undefined]);
});

it('never cuts short texts, except in the name column and in columns that wrap or hold more', () => {
  const all = shareWidth([column(9), column(9), column(9, { wraps: true }), column(9, { holdsMore: true })]);
  expect(all.map(({ isShort }) => isShort)).toEqual([false, true, false, false]);
  expect(all[1]?.share).toBeUndefined();
});

it('gives a column a share only on screens that show it, where the others share again', () => {
  expect(shares(column(40), column(40), column(40, { from: 'lg' }))).toEqual(['sm:w-11/20 lg:w-7/20', 'sm:w-9/20 lg:w-7/20', 'lg:w-6/20']);
});

it('gives room of a rarely filled column to the others, down to its label, on screens that need it', () => {
  const seldom = column(22, { label: 'Asignado a', texts: [...Array.from({ length: 9 }, () => ''), 'x'.repeat(22)] });
  const beside = (...others: Parameters<typeof shareWidth>[0]) => shares(column(40), column(40), seldom, ...others).slice(0, 3);
  expect(beside()).toEqual(['sm:w-9/20 md:w-8/20', 'sm:w-9/20 md:w-8/20', 'sm:w-2/20 md:w-4/20']);
  expect(beside({}, {}, {})).toEqual(['sm:w-9/20 xl:w-8/20', 'sm:w-9/20 xl:w-8/20', 'sm:w-2/20 xl:w-4/20']);
  // What a screen does not show takes no room of it.
  expect(beside({}, { from: 'xl' }, { from: 'xl' })).toEqual(['sm:w-9/20 lg:w-8/20', 'sm:w-9/20 lg:w-8/20', 'sm:w-2/20 lg:w-4/20']);
  expect(shares(column(40), column(40), column(22))).toEqual(['sm:w-8/20', 'sm:w-8/20', 'sm:w-4/20']);
});

it('never cuts one of a few texts', () => {
  expect(shares({ label: 'Tipo', texts: ['RTU', 'Recibo de servicios'] }, {}, {})).toEqual(shares(column(19), {}, {}));
});

it('ignores one long text among short ones, and never cuts a label', () => {
  const texts = [...column(20).texts, 'x'.repeat(200)];
  expect(shares({ label: 'A', texts })).toEqual(shares(column(20)));
  expect(shares({ label: 'Una etiqueta larga de todo', texts: [] })).toEqual(shares(column(26)));
});

import { expect, it } from 'vitest';
import { shareWidth, type TextColumn } from './share-width.ts';

const column = (letters: number, more: Partial<TextColumn> = {}): TextColumn => ({
  label: 'Nombre',
  texts: Array.from({ length: 10 }, () => 'x'.repeat(letters)),
  ...more,
});
const shares = (...columns: Parameters<typeof shareWidth>[0]) => shareWidth(columns).map(({ share }) => share);

it('columns of texts share a table by their letters, at most all of it, and none takes more than for 44', () => {
  const [name, ...others] = shares(column(44), {}, column(44), column(400));
  expect([name, ...others]).toEqual(['sm:w-7/20', undefined, 'sm:w-7/20', 'sm:w-6/20']);
});

it('few letters leave the rest of it to numbers and dates', () => {
  expect(shares(column(20), {})).toEqual(['sm:w-6/20', undefined]);
});

it('short texts are never cut, but for what names the row, what wraps and what holds more', () => {
  const all = shareWidth([column(9), column(9), column(9, { wraps: true }), column(9, { holdsMore: true })]);
  expect(all.map(({ isShort }) => isShort)).toEqual([false, true, false, false]);
  expect(all[1]?.share).toBeUndefined();
});

it('a column takes a share on screens that show it alone, and the others share again there', () => {
  expect(shares(column(40), column(40), column(40, { from: 'lg' }))).toEqual(['sm:w-11/20 lg:w-7/20', 'sm:w-9/20 lg:w-7/20', 'lg:w-6/20']);
});

it('a column that few rows fill gives the others of its room, down to its label, on screens where they need it', () => {
  const seldom = column(22, { label: 'Asignado a', texts: [...Array.from({ length: 9 }, () => ''), 'x'.repeat(22)] });
  const beside = (...others: Parameters<typeof shareWidth>[0]) => shares(column(40), column(40), seldom, ...others).slice(0, 3);
  expect(beside()).toEqual(['sm:w-9/20 md:w-8/20', 'sm:w-9/20 md:w-8/20', 'sm:w-2/20 md:w-4/20']);
  expect(beside({}, {}, {})).toEqual(['sm:w-9/20 xl:w-8/20', 'sm:w-9/20 xl:w-8/20', 'sm:w-2/20 xl:w-4/20']);
  // What a screen does not show takes no room of it.
  expect(beside({}, { from: 'xl' }, { from: 'xl' })).toEqual(['sm:w-9/20 lg:w-8/20', 'sm:w-9/20 lg:w-8/20', 'sm:w-2/20 lg:w-4/20']);
  expect(shares(column(40), column(40), column(22))).toEqual(['sm:w-8/20', 'sm:w-8/20', 'sm:w-4/20']);
});

it('one long text among short ones asks for nothing, and a label is read whole', () => {
  const texts = [...column(20).texts, 'x'.repeat(200)];
  expect(shares({ label: 'A', texts })).toEqual(shares(column(20)));
  expect(shares({ label: 'Una etiqueta larga de todo', texts: [] })).toEqual(shares(column(26)));
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FormBase, FormValue } from '../domain/conflict.ts';
import { isSame } from './content-version.ts';
import { mergeChanges } from './merge-changes.ts';

const NAMES = ['nombre', 'telefono', 'tasa', 'fotos'] as const;
const value = fc.constantFrom<FormValue>('', 'a', 'b', 'c', null, 0, 1, true, ['a'], ['a', 'b'], []);
const record: fc.Arbitrary<FormBase> = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
const changes = fc.dictionary(fc.constantFrom(...NAMES), value);

it('of changes to different fields holds both', () => {
  fc.assert(
    fc.property(record, changes, changes, (base, theirs, mine) => {
      const onlyMine = Object.fromEntries(Object.entries(mine).filter(([name]) => !(name in theirs)));
      const merged = mergeChanges<FormBase>(base, { ...base, ...theirs }, { ...base, ...onlyMine });
      expect(merged.wanted).toEqual({ ...base, ...theirs, ...onlyMine });
      expect(merged.disputed).toEqual([]);
    }),
  );
});

it('never loses a change without a word', () => {
  fc.assert(
    fc.property(fc.option(record), record, changes, (base, stored, given) => {
      const { wanted, disputed, theirs, mine } = mergeChanges<FormBase>(base, stored, given);
      for (const name of NAMES) {
        const changedByThem = base !== null && !isSame(base[name], stored[name]);
        const changedByMe = name in given && (base === null || !isSame(base[name], given[name]));
        const agreed = isSame(stored[name], given[name]);
        // What both changed, or may have changed, in different ways is asked about.
        expect(disputed.includes(name)).toBe(changedByMe && !agreed && (changedByThem || base === null));
        // What is not the person's own is what is stored, and is told where it is news.
        if (!changedByMe) expect(wanted[name]).toEqual(stored[name]);
        expect(theirs.includes(name)).toBe(changedByThem && !changedByMe);
        // What the person typed is what they get, or are asked about.
        if (changedByMe) expect(wanted[name]).toEqual(given[name]);
        expect(mine.includes(name)).toBe(changedByMe && !agreed && !disputed.includes(name));
      }
    }),
  );
});

it('leaves out what the form did not send', () => {
  expect(mergeChanges<FormBase>({ nombre: 'a', tasa: 1 }, { nombre: 'b', tasa: 1 }, { tasa: 2 })).toEqual({
    wanted: { nombre: 'b', tasa: 2 },
    disputed: [],
    theirs: ['nombre'],
    mine: ['tasa'],
  });
});

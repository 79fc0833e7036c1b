import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FormBase, FormValue } from '../domain/conflict.ts';
import { isSame } from './content-version.ts';
import { mergeChanges } from './merge-changes.ts';

const NAMES = ['nombre', 'telefono', 'tasa', 'fotos'] as const;
const value = fc.constantFrom<FormValue>('', 'a', 'b', 'c', null, 0, 1, true, ['a'], ['a', 'b'], []);
const record: fc.Arbitrary<FormBase> = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
const changes = fc.dictionary(fc.constantFrom(...NAMES), value);

it('keeps both changes when they are to different fields', () => {
  fc.assert(
    fc.property(record, changes, changes, (base, theirs, mine) => {
      const onlyMine = Object.fromEntries(Object.entries(mine).filter(([name]) => !(name in theirs)));
      const merged = mergeChanges<FormBase>(base, { ...base, ...theirs }, { ...base, ...onlyMine });
      expect(merged.wanted).toEqual({ ...base, ...theirs, ...onlyMine });
      expect(merged.disputed).toEqual([]);
    }),
  );
});

it('never drops a change without reporting it', () => {
  fc.assert(
    fc.property(fc.option(record), record, changes, (base, stored, given) => {
      const { wanted, disputed, theirs, mine } = mergeChanges<FormBase>(base, stored, given);
      for (const name of NAMES) {
        const changedByThem = base !== null && !isSame(base[name], stored[name]);
        const changedByMe = name in given && (base === null || !isSame(base[name], given[name]));
        const agreed = isSame(stored[name], given[name]);
        // A field is disputed if both changed it differently, or if that cannot be ruled out.
        expect(disputed.includes(name)).toBe(changedByMe && !agreed && (changedByThem || base === null));
        // A field that the person did not change has the stored value, and is reported if others changed it.
        if (!changedByMe) expect(wanted[name]).toEqual(stored[name]);
        expect(theirs.includes(name)).toBe(changedByThem && !changedByMe);
        // A field that the person changed has their value, or is disputed.
        if (changedByMe) expect(wanted[name]).toEqual(given[name]);
        expect(mine.includes(name)).toBe(changedByMe && !agreed && !disputed.includes(name));
      }
    }),
  );
});

it('ignores fields that the form did not send', () => {
  expect(mergeChanges<FormBase>({ nombre: 'a', tasa: 1 }, { nombre: 'b', tasa: 1 }, { tasa: 2 })).toEqual({
    wanted: { nombre: 'b', tasa: 2 },
    disputed: [],
    theirs: ['nombre'],
    mine: ['tasa'],
  });
});

import { describe, expect, it } from 'vitest';
import { arrange, changeArrangement, readHomeChange, DEFAULT_ARRANGEMENT, type HomeChange } from './home-arrangement.ts';

const IDS = ['a', 'b', 'c', 'd'];
const after = (...changes: HomeChange[]) => changes.reduce((known, change) => changeArrangement(IDS, known, change), DEFAULT_ARRANGEMENT);
const orderAfter = (...changes: HomeChange[]) => arrange(IDS, after(...changes)).join('');

describe('the arrangement of Inicio', () => {
  it('is the default until somebody moves a tile', () => {
    expect(orderAfter()).toBe('abcd');
    expect(orderAfter({ kind: 'before', tile: 'd', beside: 'b' })).toBe('adbc');
    expect(orderAfter({ kind: 'after', tile: 'a', beside: 'd' })).toBe('bcda');
  });

  it('stays the same when a move is repeated', () => {
    const move = { kind: 'before', tile: 'c', beside: 'b' } as const;
    expect(orderAfter(move, move, move)).toBe('acbd');
  });

  it('combines the changes of two windows', () => {
    expect(after({ kind: 'hide', tile: 'a' }, { kind: 'before', tile: 'd', beside: 'b' }, { kind: 'hide', tile: 'b' })).toEqual({
      order: ['a', 'd', 'b', 'c'],
      hidden: ['a', 'b'],
    });
    expect(after({ kind: 'hide', tile: 'a' }, { kind: 'hide', tile: 'a' }, { kind: 'show', tile: 'a' })).toEqual(DEFAULT_ARRANGEMENT);
    expect(after({ kind: 'hide', tile: 'a' }, { kind: 'before', tile: 'd', beside: 'b' }, { kind: 'restore' })).toEqual(
      DEFAULT_ARRANGEMENT,
    );
  });

  it('ignores unknown and repeated ids, and puts new tiles in their default place', () => {
    expect(arrange(IDS, { order: ['gone', 'd', 'd', 'b'], hidden: [] })).toEqual(['a', 'd', 'b', 'c']);
    expect(changeArrangement(IDS, { order: [], hidden: ['gone', 'b'] }, { kind: 'hide', tile: 'c' }).hidden).toEqual(['b', 'c']);
    expect(changeArrangement(IDS, DEFAULT_ARRANGEMENT, { kind: 'before', tile: 'a', beside: 'gone' })).toEqual(DEFAULT_ARRANGEMENT);
  });

  it('is changed only by known acts and tiles of a form', () => {
    const read = (act: string, tile = 'a') => readHomeChange(IDS, { act, tile });
    expect(read('before:b')).toEqual({ kind: 'before', tile: 'a', beside: 'b' });
    expect(read('after:d')).toEqual({ kind: 'after', tile: 'a', beside: 'd' });
    expect(read('hide')).toEqual({ kind: 'hide', tile: 'a' });
    expect(read('restore', '')).toEqual({ kind: 'restore' });
    for (const act of ['', 'before', 'before:', 'before:a', 'before:x', 'BEFORE:b', 'hide ', 'toString']) expect(read(act), act).toBeNull();
    for (const tile of ['', 'x', 'constructor']) expect(read('hide', tile), tile).toBeNull();
  });
});

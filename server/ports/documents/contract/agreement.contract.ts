import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanAll, type ContractRun } from '../testing/contract-tools.ts';
import type { DocumentStore, Fields, FieldValue, StoredDocument } from '../document-store.ts';

/** The store as a map, written as plainly as can be: what random histories and queries are held against. */
type Model = Map<string, Fields>;
type Command = { verb: 'create' | 'set' | 'update' | 'delete'; id: string; fields: Fields };

const scalar = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  // -0 becomes 0: JSON has no negative zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string({ unit: 'grapheme', maxLength: 3 }).filter((text) => !text.includes('\0')),
  fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
  fc.boolean(),
  fc.constant(null),
);
const fieldValue: fc.Arbitrary<FieldValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('x', 'y', '$date'), scalar, { maxKeys: 2, noNullPrototype: true }) },
);
const fields: fc.Arbitrary<Fields> = fc.dictionary(fc.constantFrom('a', 'b', '$c', 'd.e'), fieldValue, {
  maxKeys: 3,
  noNullPrototype: true,
});
const command: fc.Arbitrary<Command> = fc.record({
  verb: fc.constantFrom('create', 'set', 'set', 'update', 'delete'),
  id: fc.constantFrom('1', '2', 'a', 'A', 'ñ', 'a-b'),
  fields,
});

export function describeAgreement({ name, store: current, nextCollection, runs }: ContractRun): void {
  describe(`${name}: agreement with a plain map`, () => {
    it('returns what a plain map would return after any sequence of writes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), fieldValue, async (commands, value) => {
          const store = current();
          const collection = nextCollection();
          const model: Model = new Map();
          for (const one of commands) await both(store, model, collection, one);
          const expected = [...model.entries()].sort(byId);
          expect(plain(await store.getMany([...model.keys()].map((id) => `${collection}/${id}`)))).toEqual([...model.entries()]);
          expect(plain(await store.query({ collection }))).toEqual(expected);
          expect((await scanAll(store.scan(collection, { pageSize: 2 }))).flat()).toEqual(expected.map(([id]) => `${collection}/${id}`));
          const equal = expected.filter(([, data]) => data['a'] !== undefined && isDeepStrictEqual(data['a'], value));
          expect(plain(await store.query({ collection, where: [{ field: 'a', op: '==', value }] }))).toEqual(equal);
        }),
        { numRuns: runs, seed: 20261119 },
      );
    }, 120_000);
  });
}

async function both(store: DocumentStore, model: Model, collection: string, { verb, id, fields }: Command): Promise<void> {
  const path = `${collection}/${id}`;
  const old = model.get(id);
  if (verb === 'delete') {
    model.delete(id);
    await store.delete(path);
  } else if (verb === 'set') {
    model.set(id, fields);
    await store.set(path, fields);
  } else if (verb === 'create') {
    if (old) return expect(store.create(path, fields)).rejects.toMatchObject({ code: 'conflict' });
    model.set(id, { isActive: true, createdAt: null, updatedAt: null, ...fields });
    await store.create(path, fields);
  } else {
    if (!old) return expect(store.update(path, fields)).rejects.toMatchObject({ code: 'not-found' });
    model.set(id, { ...old, ...fields, updatedAt: null });
    await store.update(path, fields);
  }
}

/** The store's own times are blanked, as the model has none. */
function plain(documents: readonly (StoredDocument | null)[]): [string, Fields][] {
  return documents.map((document) => {
    const blanked = Object.entries(document?.data ?? {}).map(
      ([key, value]) => [key, key === 'createdAt' || key === 'updatedAt' ? null : value] as const,
    );
    return [document?.id ?? '', Object.fromEntries(blanked)];
  });
}

function byId(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  return Buffer.compare(Buffer.from(one[0]), Buffer.from(other[0]));
}

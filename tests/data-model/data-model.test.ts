import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { makeFileEvents } from '#prisma/seed/file-events.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { COLLECTIONS } from './collections.ts';
import { renderDataModel } from './render-data-model.ts';
import { definedFields, isOfType, projectionOf, storedColumns, storedFields } from './stored-fields.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GENERIC = ['id', 'isActive', 'createdAt', 'updatedAt', 'updatedBy'];
/** Last segment of a collection's path. */
const nameOf = (collection: string) => collection.slice(collection.lastIndexOf('/') + 1);

it('docs/data-model.md matches the described collections', async () => {
  await expect(renderDataModel()).toMatchFileSnapshot('../../docs/data-model.md');
});

it('describes every table of the read model, and no other', () => {
  expect(COLLECTIONS.flatMap(({ table }) => table ?? []).sort()).toEqual(PROJECTIONS.map(({ table }) => table).sort());
  for (const note of COLLECTIONS) {
    const projection = projectionOf(note);
    if (projection) expect([note.database, nameOf(note.path)]).toEqual([projection.database, projection.collection]);
  }
});

describe.each(COLLECTIONS.filter(({ table }) => table !== undefined))('$path', (note) => {
  const projection = projectionOf(note);
  if (!projection) throw new Error(`${note.path}: no projection for ${note.table}`);

  it('describes exactly the stored fields, among them those of its form', () => {
    const columns = storedColumns(projection);
    const onlyStored = Object.entries(note.fields)
      .filter(([name, said]) => !columns.includes(name) && typeof said !== 'string' && said.means.includes('not in the table'))
      .map(([name]) => name);
    expect(Object.keys(note.fields).sort()).toEqual([...columns, ...onlyStored].sort());
    for (const name of definedFields(note) ?? []) expect(Object.keys(note.fields)).toContain(name);
  });
});

it('describes every field of the demo’s documents, with the right type', () => {
  const demo = makeDemoData(new Date('2026-11-19T12:00:00Z'));
  const documents = [
    ...demo.documents,
    ...makeFileEvents({ people: demo.people, files: demo.files, count: 50, today: new Date('2026-11-19T12:00:00Z') }),
  ];
  const problems = new Set<string>();
  for (const { path: documentPath, data, database = 'main' } of documents) {
    const place = documentPath.split('/').slice(0, -1);
    const pattern = place.map((segment, index) => (index % 2 === 1 ? '{id}' : segment)).join('/');
    const note = COLLECTIONS.find((entry) => entry.database === database && entry.path === pattern);
    if (!note) {
      problems.add(`${pattern} is not described`);
      continue;
    }
    const fields = new Map(storedFields(note).map((field) => [field.name, field]));
    for (const [name, value] of Object.entries(data)) {
      const field = fields.get(name);
      if (!field && !GENERIC.includes(name)) problems.add(`${pattern}.${name} is not described`);
      if (field && !isOfType(value, field.type)) problems.add(`${pattern}.${name} is no ${field.type}: ${JSON.stringify(value)}`);
    }
  }
  expect([...problems]).toEqual([]);
  expect(documents.length).toBeGreaterThan(1_000);
});

/** Ways in which code names a collection: as a constant, in a query, or at the start of a document's path. */
const NAMED = [
  /collection: '([a-zA-Z_]+)'/g,
  /COLLECTION = '([a-zA-Z_]+)'/g,
  /_PATH = '([a-zA-Z_]+)\//g,
  /(?:get|set|create|update|delete|exists)\((?:\w+, )?[`']([a-zA-Z_]+)\//g,
];

it('describes every collection that the code names', () => {
  const known = new Set(COLLECTIONS.flatMap((note) => note.path.split('/').filter((segment) => segment !== '{id}')));
  const files = ['server', 'jobs', 'prisma/seed'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.contract\.ts$|\/testing\/|\/contract\//.test(file));
  const named = sources.flatMap((file) =>
    NAMED.flatMap((pattern) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
  );
  expect(named.length).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

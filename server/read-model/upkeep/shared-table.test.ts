import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readText } from '../field-readers.ts';
import type { Projection } from '../projection.ts';
import { createReadModel } from '../sync/create-read-model.ts';
import { createProjectionIndex } from '../sync/project-documents.ts';
import { rebuildReadModel } from './rebuild.ts';
import { readStatus } from './status.ts';
import { sweepCollection } from './sweep.ts';
import { verifyCollection } from './verify.ts';
import { runs } from '../../testing/run-seed.ts';

const { sql } = await createTestDatabase();
const log = createLog({ level: 'silent', process: 'test' });
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
await sql.query(`CREATE TABLE notas (source_database text NOT NULL, id text COLLATE "C" NOT NULL, texto text NOT NULL,
  source_version bigint NOT NULL, source_deleted boolean NOT NULL DEFAULT false, PRIMARY KEY (source_database, id))`);

const notesOf = (database: DatabaseName): Projection<{ texto: string }> => ({
  database,
  collection: 'notas',
  table: 'notas',
  shared: true,
  columns: { texto: 'text' },
  project: ({ data }) => ({ texto: readText(data, 'texto') }),
});
const notes = { main: notesOf('main'), digitalization: notesOf('digitalization') };
const DATABASES = Object.keys(notes) as DatabaseName[];
const index = createProjectionIndex(Object.values(notes));
const services = { sql, documents, index, log };
const readModel = createReadModel({ sql, documents, log, projections: index.all });

const write = async (database: DatabaseName, id: string, texto: string) => {
  await documents[database].set(`notas/${id}`, { texto });
  await readModel.projectNow(database, [`notas/${id}`]);
};
const rows = async () =>
  (
    await sql.query<{ row: string }>(
      `SELECT source_database || ' ' || id || ' ' || texto AS row FROM notas WHERE NOT source_deleted ORDER BY 1`,
    )
  ).rows.map(({ row }) => row);
const sweep = (database: DatabaseName) => sweepCollection(services, notes[database], { rewrite: false, patienceMs: 0 });
const drift = async () =>
  (await Promise.all(DATABASES.map((database) => verifyCollection(services, notes[database], { patienceMs: 0 })))).flatMap(
    (verified) => verified.drift,
  );

beforeEach(async () => {
  await sql.query('TRUNCATE notas, sync_failures, documents.documents, documents.changes');
});

describe('a table filled from both databases', () => {
  it('keeps documents with the same id apart', async () => {
    await write('main', 'x', 'principal');
    await write('digitalization', 'x', 'archivo');
    expect(await rows()).toEqual(['digitalization x archivo', 'main x principal']);
    await documents.main.delete('notas/x');
    await readModel.projectNow('main', ['notas/x']);
    expect(await rows()).toEqual(['digitalization x archivo']);
    expect(await drift()).toEqual([]);
  });

  it('keeps the rows of one database when the other is swept, verified or rebuilt', async () => {
    for (const id of ['a', 'b', 'c']) await write('main', id, 'm');
    for (const id of ['b', 'c', 'd']) await write('digitalization', id, 'd');
    await documents.main.delete('notas/a');
    await sql.query(`UPDATE notas SET source_version = source_version + 1000000000 WHERE id = 'b'`);
    await sql.query(`DELETE FROM notas WHERE id = 'c'`);
    expect((await drift()).map(({ id, problem }) => `${id} ${problem}`).sort()).toEqual([
      'a extra: there is no such document',
      'b fields source_version',
      'b fields source_version',
      'c missing',
      'c missing',
    ]);
    expect(await sweep('main')).toMatchObject({ documents: 2, missing: 1, stale: 1, extra: 1 });
    expect(await rows()).toEqual(['digitalization b d', 'digitalization d d', 'main b m', 'main c m']);
    expect(await sweep('digitalization')).toMatchObject({ documents: 3, missing: 1, stale: 1, extra: 0 });
    await sql.query(`UPDATE notas SET texto = 'a mano'`);
    await rebuildReadModel(services, { projections: [notes.main], patienceMs: 0 });
    expect(await rows()).toEqual(['digitalization b a mano', 'digitalization c a mano', 'digitalization d a mano', 'main b m', 'main c m']);
    await rebuildReadModel(services, { patienceMs: 0 });
    expect(await drift()).toEqual([]);
  });

  it('is counted and reported for each database', async () => {
    await write('main', 'x', 'm');
    await write('digitalization', 'x', 'd');
    await write('digitalization', 'y', 'd');
    await sweep('main');
    await sweep('digitalization');
    const { tables } = await readStatus(sql, index.all);
    expect(tables.map(({ table, rows: counted, reconciledAt }) => [table, counted, reconciledAt !== null])).toEqual([
      ['notas@main', 1, true],
      ['notas@digitalization', 2, true],
    ]);
    expect(index.byTable('notas@digitalization')).toBe(notes.digitalization);
  });

  it('matches the documents after any writes, lost changes and sweeps', async () => {
    const database = fc.constantFrom(...DATABASES);
    const id = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), database, id, projected: fc.boolean() }),
      fc.record({ kind: fc.constant('delete' as const), database, id, projected: fc.boolean() }),
      fc.record({ kind: fc.constant('sweep' as const), database }),
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        await sql.query('TRUNCATE notas, documents.documents, documents.changes');
        for (const act of steps) {
          if (act.kind === 'sweep') {
            await sweep(act.database);
            continue;
          }
          const store = documents[act.database];
          const path = `notas/${act.id}`;
          if (act.kind === 'set') await store.set(path, { texto: `v${(count += 1)}` });
          else if (await store.get(path)) await store.delete(path);
          if (act.projected) await readModel.projectNow(act.database, [path]);
        }
        for (const each of DATABASES) await sweep(each);
        const stored = await Promise.all(
          DATABASES.map(async (each) =>
            (await documents[each].query({ collection: 'notas' })).map(
              (document) => `${each} ${document.id} ${readText(document.data, 'texto')}`,
            ),
          ),
        );
        expect(await rows()).toEqual(stored.flat().sort());
        expect(await drift()).toEqual([]);
      }),
      { numRuns: runs(10) },
    );
  });
});

it('two projections may share a table only when both declare it and their databases differ', () => {
  const { shared: _shared, ...alone } = notes.digitalization;
  for (const wrong of [
    [notes.main, alone],
    [notes.main, { ...notes.main, collection: 'otras' }],
    [{ ...alone, database: 'main' as const }, alone],
  ])
    expect(() => createProjectionIndex(wrong)).toThrow('two projections');
});

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOGS } from '../../catalogs/registry.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createReadModel } from '../sync/create-read-model.ts';
import { planPage } from '../pages/page-plan.ts';
import { findPage } from '../pages/page-query.ts';
import { createProjectionIndex } from '../sync/project-documents.ts';
import type { Projection } from '../projection.ts';
import { rebuildReadModel } from './rebuild.ts';
import { foldRowTotals, recountRowTotals, verifyRowTotals } from './row-totals.ts';
import { sweepCollection } from './sweep.ts';
import { verifyCollection } from './verify.ts';
import { runs } from '../../testing/run-seed.ts';

const { sql } = await createTestDatabase();
const log = createLog({ level: 'silent', process: 'test' });
const main = createEmbeddedDocumentStore({ sql, database: 'main' });
const documents = { main, digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }) };

interface ProductRow {
  nombre: string;
  isActive: boolean;
  createdAt: string;
}
await sql.query(`CREATE TABLE servicios_productos (id text PRIMARY KEY, nombre text NOT NULL, "isActive" boolean NOT NULL, "createdAt" timestamptz NOT NULL,
  source_version bigint NOT NULL, source_deleted boolean NOT NULL DEFAULT false)`);
/** A sub-collection: the row's id contains the parent's. */
const productsProjection: Projection<ProductRow> = {
  database: 'main',
  collection: 'productos',
  group: true,
  table: 'servicios_productos',
  columns: { nombre: 'text', isActive: 'boolean', createdAt: 'timestamptz' },
  project: ({ data }) => ({
    nombre: typeof data['nombre'] === 'string' ? data['nombre'] : '',
    isActive: true,
    createdAt: '2026-01-01T00:00:00Z',
  }),
  rowId: (path) => `${path.split('/')[1]}/${path.split('/')[3]}`,
  pathOf: (id) => `servicios/${id.split('/')[0]}/productos/${id.split('/')[1]}`,
};
const index = createProjectionIndex([CATALOGS.agencias.projection, productsProjection]);
const services = { sql, documents, index, log };
const readModel = createReadModel({ sql, documents, log, projections: index.all });
const PATIENCE = 20;
const sweep = (projection: (typeof index.all)[number] = CATALOGS.agencias.projection) =>
  sweepCollection(services, projection, { rewrite: false, patienceMs: PATIENCE });
const drift = async (projection: (typeof index.all)[number] = CATALOGS.agencias.projection) =>
  (await verifyCollection(services, projection, { patienceMs: PATIENCE })).drift;

const NAMES = Array.from({ length: 2_500 }, (_, n) => `a${String(n).padStart(5, '0')}`);

beforeEach(async () => {
  await sql.query('TRUNCATE agencias, servicios_productos, sync_failures, documents.documents, documents.changes');
  await main.importDocuments(
    NAMES.map((id) => ({
      path: `agencias/${id}`,
      data: { nombre: `Agencia ${id}`, tipo: 'agencia', isActive: true, createdAt: new Date(0) },
    })),
    { silent: true },
  );
  await rebuildReadModel(services, { projections: [CATALOGS.agencias.projection] });
});

describe('rebuild', () => {
  it('fills an empty table', async () => {
    expect(await drift()).toEqual([]);
    expect(await verifyCollection(services, CATALOGS.agencias.projection, { patienceMs: PATIENCE })).toMatchObject({
      documents: 2_500,
      rows: 2_500,
    });
  });

  it('repairs rows that were changed by hand while lists keep answering', async () => {
    await sql.query(`UPDATE agencias SET nombre = 'cambiada' WHERE id = 'a00007'`);
    await sql.query(`UPDATE agencias SET source_version = source_version + 1000000000, tipo = 'x' WHERE id = 'a00008'`);
    await sql.query(`UPDATE agencias SET source_deleted = true, source_version = source_version + 5 WHERE id = 'a00009'`);
    await sql.query(`DELETE FROM agencias WHERE id = 'a02499'`);
    await sql.query(
      `INSERT INTO agencias (id, "createdAt", source_version) VALUES ('a00007x', now(), 1), ('zzz', now(), 9999999999999999)`,
    );
    expect((await drift()).map(({ id, problem }) => `${id}: ${problem}`).sort()).toEqual([
      'a00007: fields nombre',
      'a00007x: extra: there is no such document',
      'a00008: fields tipo, source_version',
      'a00009: missing',
      'a02499: missing',
      'zzz: extra: there is no such document',
    ]);
    let rebuilding = true;
    const rebuilt = rebuildReadModel(services, { patienceMs: PATIENCE }).finally(() => {
      rebuilding = false;
    });
    const counts = new Set<number>();
    while (rebuilding) {
      const page = await findPage<{ id: string }>(
        sql,
        planPage({ table: 'agencias', select: 't.id' }, { q: '', page: 1, pageSize: 25, sort: 'createdAt', dir: 'asc' }),
      );
      expect(page.rows).toHaveLength(25);
      counts.add(page.total);
    }
    await rebuilt;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2_499);
    expect(await drift()).toEqual([]);
    expect(await verifyRowTotals(sql)).toEqual([]);
  });

  it.each([
    ['goes on with the others after a collection that cannot be read, and fails at the end', true, [{ nombre: 'Casa' }]],
    ['stops at the first collection when the store is down', false, []],
  ])('%s', async (_title, isUp, rows) => {
    await main.create('servicios/s/productos/p', { nombre: 'Casa' });
    const failing = {
      ...main,
      scan: (...[collection, options]: Parameters<typeof main.scan>) => {
        if (collection === 'agencias') throw new Error('too late');
        return main.scan(collection, options);
      },
      ping: () => (isUp ? main.ping() : Promise.reject(new Error('down'))),
    };
    const rebuilt = rebuildReadModel({ ...services, documents: { ...documents, main: failing } }, { patienceMs: PATIENCE });
    await expect(rebuilt).rejects.toThrow(isUp ? 'too late' : 'down');
    expect((await sql.query('SELECT nombre FROM servicios_productos')).rows).toEqual(rows);
  });

  it('loses no change made while it runs', async () => {
    const rebuilt = rebuildReadModel(services, { projections: [CATALOGS.agencias.projection] });
    for (const id of ['a00001', 'a01200', 'a02400']) {
      await main.update(`agencias/${id}`, { nombre: 'mientras tanto' });
      await readModel.projectNow('main', [`agencias/${id}`]);
    }
    await main.delete('agencias/a00002');
    await readModel.projectNow('main', ['agencias/a00002']);
    await rebuilt;
    expect(await drift()).toEqual([]);
    const { rows } = await sql.query(`SELECT id FROM agencias WHERE nombre = 'mientras tanto'`);
    expect(rows).toHaveLength(3);
  });
});

describe('the sweep of a collection', () => {
  it('finds and repairs what the sync missed, and records the counts', async () => {
    await main.update('agencias/a00005', { nombre: 'nueva' });
    await main.create('agencias/b', { nombre: 'otra' });
    await main.delete('agencias/a01999');
    expect(await sweep()).toMatchObject({ documents: 2_500, equal: 2_498, missing: 1, stale: 1, extra: 1, failed: 0 });
    expect(await drift()).toEqual([]);
    expect(await sweep()).toMatchObject({ equal: 2_500, missing: 0, stale: 0, extra: 0 });
    const { rows } = await sql.query(`SELECT documents, equal FROM reconcile_results WHERE table_name = 'agencias'`);
    expect(rows).toEqual([{ documents: 2_500n, equal: 2_500n }]);
  });

  it('compares sub-collections of many parents, whose rows are ordered differently from their documents', async () => {
    await main.importDocuments(
      ['a', 'a-b', 'a!', 'ñ'].flatMap((parent) =>
        ['x', 'y'].map((id) => ({ path: `servicios/${parent}/productos/${id}`, data: { nombre: parent + id } })),
      ),
      { silent: true },
    );
    await sql.query(`INSERT INTO servicios_productos VALUES ('a/gone', '', true, now(), 1)`);
    expect(await sweep(productsProjection)).toMatchObject({ documents: 8, missing: 8, extra: 1 });
    expect(await drift(productsProjection)).toEqual([]);
  });

  it('sets aside and names documents that cannot be stored, and retries them once they change', async () => {
    const poisoned: Projection<{ nombre: string; createdAt: string | null; isActive: boolean }> = {
      ...productsProjection,
      group: false,
      collection: 'venenos',
      project: ({ data }) => {
        if (data['nombre'] === 'throws') throw new Error('not today');
        return {
          nombre: 'x',
          isActive: true,
          createdAt: data['nombre'] === 'null' ? null : data['nombre'] === 'bad' ? 'not a time' : '2026-01-01T00:00:00Z',
        };
      },
    };
    delete (poisoned as { rowId?: unknown }).rowId;
    delete (poisoned as { pathOf?: unknown }).pathOf;
    const own = { ...services, index: createProjectionIndex([poisoned]) };
    const kinds = ['throws', 'null', 'bad'];
    await main.importDocuments(
      Array.from({ length: 300 }, (_, n) => ({
        path: `venenos/v${n}`,
        data: { nombre: n % 100 === 50 ? (kinds[Math.floor(n / 100)] ?? '') : 'good' },
      })),
      { silent: true },
    );
    const first = await sweepCollection(own, poisoned, { rewrite: false, patienceMs: PATIENCE });
    expect(first).toMatchObject({ documents: 300, equal: 0, missing: 300, stale: 0, failed: 3 });
    expect(await sweepCollection(own, poisoned, { rewrite: true, patienceMs: PATIENCE })).toMatchObject({
      documents: 300,
      equal: 297,
      missing: 0,
      stale: 0,
      failed: 3,
    });
    const { rows } = await sql.query<{ path: string; reason: string }>('SELECT path, reason FROM sync_failures ORDER BY path');
    expect(rows.map((row) => row.path)).toEqual(['venenos/v150', 'venenos/v250', 'venenos/v50']);
    expect(rows[2]?.reason).toBe('projection: not today');
    expect((await sql.query('SELECT 1 FROM servicios_productos')).rowCount).toBe(297);
    expect(await drift(poisoned)).toHaveLength(3);
    for (const { path } of rows) await main.update(path, { nombre: 'good' });
    expect(await sweepCollection(own, poisoned, { rewrite: false, patienceMs: PATIENCE })).toMatchObject({ failed: 0 });
    expect((await sql.query('SELECT 1 FROM sync_failures')).rowCount).toBe(0);
    expect(await drift(poisoned)).toEqual([]);
  });
});

it('stored totals stay correct through any statements, and recounting repairs them', async () => {
  const statement = fc.constantFrom(
    `INSERT INTO agencias (id, "createdAt", source_version, "isActive") SELECT 'n' || n, now(), 1, n % 3 > 0 FROM generate_series(1, 40) n ON CONFLICT (id) DO UPDATE SET "isActive" = NOT agencias."isActive"`,
    `UPDATE agencias SET "isActive" = NOT "isActive" WHERE id LIKE '%7'`,
    `UPDATE agencias SET source_deleted = NOT source_deleted WHERE id LIKE '%3'`,
    `DELETE FROM agencias WHERE id LIKE 'n%1'`,
    `TRUNCATE agencias`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 8 }), async (statements) => {
      for (const text of statements) await sql.query(text);
      await foldRowTotals(sql);
      expect(await verifyRowTotals(sql)).toEqual([]);
    }),
    { numRuns: runs(6) },
  );
  await sql.query(`UPDATE row_totals SET active = active + 1 WHERE table_name = 'agencias'`);
  expect(await verifyRowTotals(sql)).toHaveLength(
    (await sql.query(`SELECT 1 FROM row_totals WHERE table_name = 'agencias'`)).rowCount === 0 ? 0 : 1,
  );
  await recountRowTotals(sql);
  expect(await verifyRowTotals(sql)).toEqual([]);
});

import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Documents, DocumentStore } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/services.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { createQueues } from '#server/ports/queue/create-queues.ts';
import { applyChanges } from '#server/read-model/sync/apply-changes.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { rebuildReadModel } from '#server/read-model/upkeep/rebuild.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { syncDocumentsJob } from '#server/read-model/sync/sync-jobs.ts';
import { verifyCollection } from '#server/read-model/upkeep/verify.ts';
import { watchStreams } from '#server/read-model/sync/watch-streams.ts';
import { describeOnFirestore } from '#server/testing/describe-on-firestore.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { defineHandler } from '../../jobs/handler.ts';
import { runWorkers } from '../../jobs/start-worker.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const PATIENCE_MS = 20;
const PRODUCTS = 'productos_servicios_productos';
const PROJECTIONS = [CATALOGS.productos_servicios, CATALOGS[PRODUCTS], CATALOGS.productos_servicios_fotos].map(
  ({ projection }) => projection,
);
const log = createLog({ level: 'silent', process: 'test' });

/** Sub-collections are projected into one table over all parents, whoever writes them. */
async function describeSubCollections(main: DocumentStore | null): Promise<void> {
  const { sql, url } = await createTestDatabase();
  const documents: Documents = {
    main: main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const index = createProjectionIndex(PROJECTIONS);
  const config = { queue: { kind: 'postgres', url } } as const;
  const queues = createQueues(config, log);
  const handler = defineHandler({
    definition: syncDocumentsJob,
    handle: async ({ payload }) => void (await applyChanges({ sql, documents, index }, payload)),
  });
  const open: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(open.map((part) => part.close()));
    await queues.close();
    // A store that was passed in is closed by its owner.
    if (!main) await documents.main.close();
    await documents.digitalization.close();
  });
  const services = { sql, documents, index, log };
  const rows = async (table = PRODUCTS) =>
    (await sql.query<{ id: string; parentId: string; nombre?: string }>(`SELECT * FROM "${table}" WHERE NOT source_deleted ORDER BY id`))
      .rows;
  const drift = async () =>
    (
      await Promise.all(index.all.map((projection) => verifyCollection({ sql, documents }, projection, { patienceMs: PATIENCE_MS })))
    ).flatMap((result) => result.drift);
  const product = (service: string, id: string) => `productos_servicios/${service}/productos/${id}`;

  it('are followed under any parent when created, changed or deleted, with equal ids kept apart', async () => {
    open.push(await runWorkers({ config, services: {} as Services, log, handlers: [handler] }));
    open.push(await watchStreams({ sql, documents, queues, index, log, timings: { leaseMs: 1_500, tickMs: 100, stallMs: 5_000 } }));
    const store = documents.main;
    await store.create('productos_servicios/uno', { nombre: 'Uno', orden: 1 });
    await store.create(product('uno', 'igual'), { nombre: 'De uno', orden: 1, tasa: 5.5 });
    await store.create(product('dos', 'igual'), { nombre: 'De dos', orden: 1 });
    await store.create('productos_servicios/activos_extraordinarios/fotos/a', { url: '/images/a.jpg', orden: 1 });
    await vi.waitFor(
      async () =>
        expect(await rows()).toMatchObject([
          { id: 'dos/igual', parentId: 'dos', nombre: 'De dos' },
          { id: 'uno/igual', parentId: 'uno', nombre: 'De uno', tasa: 5.5 },
        ]),
      WAIT,
    );
    await vi.waitFor(
      async () =>
        expect(await rows('productos_servicios_fotos')).toMatchObject([
          { id: 'activos_extraordinarios/a', parentId: 'activos_extraordinarios' },
        ]),
      WAIT,
    );
    await store.update(product('uno', 'igual'), { nombre: 'De uno, otra vez' });
    await store.delete(product('dos', 'igual'));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ id: 'uno/igual', nombre: 'De uno, otra vez' }]), WAIT);
    expect(await drift()).toEqual([]);
  });

  it('of the same name under other collections are ignored', async () => {
    const store = documents.main;
    await store.create('otra_cosa/uno/productos/igual', { nombre: 'Ajeno' });
    await store.create('productos_servicios/uno/productos/igual/productos/hondo', { nombre: 'Más hondo' });
    await store.create(product('uno', 'despues'), { nombre: 'Llega después' });
    await vi.waitFor(async () => expect((await rows()).map((row) => row.nombre)).toEqual(['Llega después', 'De uno, otra vez']), WAIT);
    expect(await drift()).toEqual([]);
    const projection = index.byTable(PRODUCTS);
    expect(projection && (await verifyCollection({ sql, documents }, projection, { patienceMs: PATIENCE_MS }))).toMatchObject({
      documents: 2,
      rows: 2,
    });
  });

  it('are repaired by the sweep, and refilled by a rebuild', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    await sql.query(`DELETE FROM ${PRODUCTS} WHERE id = 'uno/igual'`);
    await sql.query(`INSERT INTO ${PRODUCTS} (id, "parentId", "createdAt", source_version) VALUES ('uno/inventado', 'uno', now(), 1)`);
    await documents.main.delete(product('uno', 'despues'));
    expect((await drift()).map((entry) => [entry.id, entry.problem.split(':')[0]])).toEqual(
      expect.arrayContaining([
        ['uno/igual', 'missing'],
        ['uno/inventado', 'extra'],
        ['uno/despues', 'extra'],
      ]),
    );
    const projection = index.byTable(PRODUCTS);
    if (!projection) throw new Error('no projection');
    expect(await sweepCollection(services, projection, { rewrite: false, patienceMs: PATIENCE_MS })).toMatchObject({
      documents: 1,
      missing: 1,
      extra: 2,
      failed: 0,
    });
    expect(await drift()).toEqual([]);
    await sql.query(`UPDATE ${PRODUCTS} SET nombre = 'a mano'; TRUNCATE productos_servicios_fotos`);
    await rebuildReadModel(services, { patienceMs: PATIENCE_MS });
    expect((await rows()).map((row) => row.nombre)).toEqual(['De uno, otra vez']);
    expect(await rows('productos_servicios_fotos')).toHaveLength(1);
    expect(await drift()).toEqual([]);
  });
}

describe('sub-collections on the embedded store', () => describeSubCollections(null));

await describeOnFirestore('sub-collections', (open) => describeSubCollections(open('main')));

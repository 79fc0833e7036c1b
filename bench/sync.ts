import { setTimeout as pause } from 'node:timers/promises';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { importDocuments } from '#server/ports/documents/embedded/import.ts';
import type { Documents, StoredDocument } from '#server/ports/documents/document-store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { applyChanges } from '#server/read-model/sync/apply-changes.ts';
import { createProjectionIndex, projectAll } from '#server/read-model/sync/project-documents.ts';
import type { AnyProjection } from '#server/read-model/projection.ts';
import { syncDocumentsJob, type SyncDocumentsPayload } from '#server/read-model/sync/sync-jobs.ts';
import { ensureStreams } from '#server/read-model/sync/sync-streams.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { startPortalProcess, testEnvironment } from '#server/testing/portal-processes.ts';
import { withDatabase } from './cluster.ts';
import { alternateMs, atLeast, atMost, quantile, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'sync';
const BATCH = 1_000;
const DOCUMENTS = { full: 40_000, quick: 10_000 };
const LATENCY_SECONDS = { full: 30, quick: 2 };
const CHANGES_PER_SECOND = 200;
const STREAM = 'bench/*';
const TABLE = 'maletin_archivos';
const ROUNDS = 3;
const NAMED = [
  ['maletin_carpetas', 'carpeta', 25],
  ['maletin_tipos_documento', 'tipo', 8],
  ['agencias', 'agencia', 40],
  ['usuarios', 'persona', 120],
] as const;

/** Rows per second of the job's handler compared with writing the same rows by plain SQL, and the time until a change is on screen. */
export async function benchSync(options: BenchOptions): Promise<BenchResult[]> {
  const count = options.quick ? DOCUMENTS.quick : DOCUMENTS.full;
  const throughput = await withDatabase(({ sql }) => measureThroughput(sql, count));
  const latency = await withDatabase(({ url, sql }) =>
    measureLatency(url, sql, options.quick ? LATENCY_SECONDS.quick : LATENCY_SECONDS.full),
  );
  return [...throughput, ...latency];
}

function openStores(sql: Sql): Documents {
  const log = createLog({ level: 'silent', process: 'bench' });
  return {
    main: createEmbeddedDocumentStore({ sql, database: 'main', log }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization', log }),
  };
}

async function measureThroughput(sql: Sql, count: number): Promise<BenchResult[]> {
  const documents = openStores(sql);
  const index = createProjectionIndex(PROJECTIONS);
  const projection = index.byTable(TABLE);
  if (!projection) throw new Error(`no projection for ${TABLE}`);
  const at = new Date('2026-01-01T12:00:00Z');
  const fields = (n: number) => ({
    nombre: `Acta de sesión ordinaria ${n}.pdf`,
    carpetaId: `carpeta-${n % 25}`,
    tipoDocumentoId: `tipo-${n % 8}`,
    agenciaId: `agencia-${n % 40}`,
    url: `https://portal.example/api/digitalization/asset?filename=demo-${n}.pdf`,
    contentType: 'application/pdf',
    bytes: n,
    sha256: n.toString(16).padStart(64, '0'),
    userId: `persona-${n % 120}`,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  });
  await importDocuments(
    sql,
    'main',
    Array.from({ length: count }, (_unused, n) => ({ path: `${TABLE}/archivo-${String(n).padStart(6, '0')}`, data: fields(n) })),
    { silent: true },
  );
  await ensureStreams(sql, [STREAM]);
  let sequence = 0;
  // Referenced records exist: dangling references would measure something else.
  for (const [collection, prefix, records] of NAMED) {
    const named = Array.from({ length: records }, (_unused, n) => ({
      path: `${collection}/${prefix}-${n}`,
      data: { nombre: `${prefix} ${n}` },
    }));
    await importDocuments(sql, 'main', named, { silent: true });
    for await (const page of documents.main.scan(collection, { pageSize: BATCH }))
      await applyChanges({ sql, documents, index }, batchOf(page, (sequence += 1)));
  }
  const pages: StoredDocument[][] = [];
  for await (const page of documents.main.scan(TABLE, { pageSize: BATCH })) pages.push(page);

  const rows = pages.map((page) =>
    projectAll(projection, page).rows.map((row) => ({
      ...row.values,
      id: row.id,
      source_version: String(row.version),
      source_deleted: false,
    })),
  );
  const statement = bareUpsert(projection);
  const writeBare = (page: (typeof rows)[number]) =>
    sql.query(
      statement.text,
      statement.columns.map((column) => page.map((row) => asParameter((row as Record<string, unknown>)[column]))),
    );
  const [synced, bare] = await alternateMs(
    ROUNDS,
    async () => {
      await atOnce(pages, (page) => applyChanges({ sql, documents, index }, batchOf(page, (sequence += 1))));
    },
    () => atOnce(rows, writeBare),
    () => sql.query(`TRUNCATE ${TABLE}`),
  );
  await documents.main.close();
  await documents.digitalization.close();
  const perSecond = (elapsed: number) => Math.round((count / elapsed) * 1_000);
  return [
    atLeast(
      GROUP,
      `rows/s, ${syncDocumentsJob.concurrency} at once: job handler ${perSecond(synced)} / bare unnest upsert ${perSecond(bare)}`,
      bare / synced,
      0.5,
    ),
  ];
}

/** The driver would send a nested list as a two-dimensional array. */
const asParameter = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Like a worker: a fixed number of batches in flight, finishing in any order. */
async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: syncDocumentsJob.concurrency }, next));
}

function batchOf(page: readonly StoredDocument[], sequence: number): SyncDocumentsPayload {
  return {
    database: 'main',
    stream: STREAM,
    epoch: 0,
    sequence,
    position: String(sequence),
    changes: page.map((document) => [document.path, String(document.version), false]),
  };
}

/** INSERT … SELECT unnest(…) with the same version guard, as one would write it by hand. */
function bareUpsert(projection: AnyProjection): { text: string; columns: string[] } {
  const types: Record<string, string> = { ...projection.columns, id: 'text', source_version: 'bigint', source_deleted: 'boolean' };
  const columns = Object.keys(types);
  const quoted = columns.map((column) => `"${column}"`);
  const assigned = quoted.map((column) => `${column} = excluded.${column}`).join(', ');
  const text = `INSERT INTO ${projection.table} AS t (${quoted.join(', ')}) SELECT * FROM unnest(${columns.map((column, index) => `$${index + 1}::${types[column]}[]`).join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${assigned} WHERE t.source_version < excluded.source_version`;
  return { text, columns };
}

/** Web and worker as in production; measured from the acknowledged write until any reader sees the row. */
async function measureLatency(url: string, sql: Sql, seconds: number): Promise<BenchResult[]> {
  const { environment, remove } = await testEnvironment(url);
  const worker = await startPortalProcess('worker', environment);
  const documents = openStores(sql);
  const written = new Map<string, number>();
  const latencies: number[] = [];
  let writing = true;
  const look = async () => {
    while (writing || written.size > 0) {
      const { rows } = await sql.query<{ id: string }>('SELECT id FROM departamentos WHERE id = ANY($1)', [[...written.keys()]]);
      const now = performance.now();
      for (const { id } of rows) {
        latencies.push(now - (written.get(id) ?? now));
        written.delete(id);
      }
      await pause(5);
    }
  };
  try {
    await documents.main.create('departamentos/first', { nombre: 'Primero' });
    while ((await sql.query(`SELECT 1 FROM departamentos WHERE id = 'first'`)).rowCount === 0) await pause(50);
    const looking = look();
    const startedAt = performance.now();
    for (let n = 0; n < seconds * CHANGES_PER_SECOND; n += 1) {
      const due = startedAt + (n * 1_000) / CHANGES_PER_SECOND;
      if (due > performance.now()) await pause(due - performance.now());
      const id = `d${n}`;
      void documents.main.create(`departamentos/${id}`, { nombre: `Departamento ${n}` }).then(() => written.set(id, performance.now()));
    }
    await pause(100);
    writing = false;
    await looking;
    const complete = latencies.length === seconds * CHANGES_PER_SECOND;
    return [
      atMost(GROUP, `change visible, p50 of ${latencies.length} at ${CHANGES_PER_SECOND}/s`, quantile(latencies, 0.5), 250),
      atMost(GROUP, `change visible, p99${complete ? '' : ' (INCOMPLETE)'}`, complete ? quantile(latencies, 0.99) : Number.NaN, 1_000),
    ];
  } finally {
    await worker.kill('SIGKILL');
    await documents.main.close();
    await documents.digitalization.close();
    await remove();
  }
}

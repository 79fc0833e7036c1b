import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { CATALOGS } from '../../catalogs/registry.ts';
import type { Documents, StoredDocument } from '../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Queues } from '../../ports/queue/queue.ts';
import type { Sql, SqlClient } from '../../platform/sql/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { applyChanges } from './apply-changes.ts';
import { createReadModel } from './create-read-model.ts';
import { createProjectionIndex } from './project-documents.ts';
import { startStreamWatch, type StreamWatch } from './stream-watch.ts';
import type { SyncDocumentsPayload } from './sync-jobs.ts';
import { claimStreams, ensureStreams, readProgress, streamsOf } from './sync-streams.ts';
import { verifyCollection } from '../upkeep/verify.ts';
import { runs } from '../../testing/run-seed.ts';

/**
 * The real store, database, watcher and handler. Only the queue is simulated, so that it can lose, repeat and reorder jobs, and the
 * processes, so that they can die anywhere.
 */
const { sql } = await createTestDatabase();
const log = createLog({ level: 'silent', process: 'test' });
const main = createEmbeddedDocumentStore({ sql, database: 'main' });
const documents: Documents = { main, digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }) };
const index = createProjectionIndex([CATALOGS.agencias.projection]);
const readModel = createReadModel({ sql, documents, log, projections: index.all });
const [stream] = streamsOf(documents, index.all);
if (!stream) throw new Error('no stream');
await ensureStreams(sql, [stream.name]);

afterAll(async () => {
  await main.close();
  await documents.digitalization.close();
});

const crash = () => {
  throw new Error('killed');
};

/** A connection that dies with its process: at the given query of a transaction, or right before or after COMMIT. */
function dyingSql(at: 'before-commit' | 'after-commit' | number): Sql {
  const connect = async () => {
    const client = await sql.connect();
    let queries = 0;
    const query = async (text: string, values?: unknown[]) => {
      queries += 1;
      if (text !== 'ROLLBACK' && (queries === at || (text === 'COMMIT' && at === 'before-commit'))) crash();
      const answer = await client.query(text, values);
      if (text === 'COMMIT' && at === 'after-commit') crash();
      return answer;
    };
    return new Proxy<SqlClient>(client, { get: (target, key) => (key === 'query' ? query : (Reflect.get(target, key) as unknown)) });
  };
  // The pool's own query() calls connect() with a callback, so single queries use the real pool.
  return new Proxy(sql, {
    get: (target, key) =>
      key === 'connect' ? connect : key === 'query' ? target.query.bind(target) : (Reflect.get(target, key) as unknown),
  });
}

/** Reads documents now but answers only when the gate opens: a handler that is slow between reading and writing. */
function slowDocuments(gate: Promise<void>): Documents {
  const getMany = async (paths: readonly string[]): Promise<(StoredDocument | null)[]> => {
    const read = await main.getMany(paths);
    await gate;
    return read;
  };
  return { ...documents, main: { ...main, getMany } };
}

class World {
  readonly jobs: SyncDocumentsPayload[] = [];
  private readonly gates: (() => void)[] = [];
  private readonly slow: Promise<unknown>[] = [];
  private watch: StreamWatch | null = null;
  queueIsDown = false;

  /** A worker restarts the watch after the previous one is gone, with its jobs in any state. */
  async restart(): Promise<void> {
    await this.watch?.close();
    await sql.query('UPDATE sync_streams SET holder = NULL');
    const [claim] = await claimStreams(sql, { names: [stream?.name ?? ''], holder: randomUUID(), leaseMs: 60_000 });
    if (!claim || !stream) throw new Error('not claimed');
    const enqueue: Queues['enqueue'] = async (_definition, payload) => {
      if (this.queueIsDown) throw new Error('queue is down');
      this.jobs.push(payload as SyncDocumentsPayload);
    };
    this.watch = await startStreamWatch({ sql, documents, index, log, queues: { enqueue } as Queues, gatherMs: 0 }, stream, claim);
  }

  async run(chosen: number, keep: boolean, over: Partial<{ sql: Sql; documents: Documents }> = {}): Promise<void> {
    const at = chosen % Math.max(1, this.jobs.length);
    const job = this.jobs[at];
    if (!job) return;
    if (!keep) this.jobs.splice(at, 1);
    await applyChanges({ sql, documents, index, ...over }, job).catch(() => undefined);
  }

  runSlowly(chosen: number): void {
    const gate = new Promise<void>((open) => this.gates.push(open));
    this.slow.push(this.run(chosen, false, { documents: slowDocuments(gate) }));
  }

  async openGates(): Promise<void> {
    this.gates.splice(0).forEach((open) => open());
    await Promise.all(this.slow.splice(0));
  }

  /** Waits until the watcher has enqueued the write: otherwise many writes become one job. */
  async delivered(path: string): Promise<void> {
    if (this.queueIsDown) return;
    const version = (await main.get(path))?.version ?? 0n;
    const arrived = () => this.jobs.some((waiting) => waiting.changes.some(([changed, at]) => changed === path && BigInt(at) >= version));
    const deadline = Date.now() + 200;
    while (!arrived() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /** Everything works again: restarts once more, and runs every job that comes. */
  async settle(): Promise<void> {
    this.queueIsDown = false;
    await this.openGates();
    await this.restart();
    await vi.waitFor(
      async () => {
        while (this.jobs.length > 0) await this.run(0, false);
        this.watch?.progressed((await readProgress(sql, stream?.name ?? '', this.watch.epoch)) ?? 0);
        expect((await verifyCollection({ sql, documents }, CATALOGS.agencias.projection, { patienceMs: 0 })).drift).toEqual([]);
      },
      { timeout: 10_000, interval: 10 },
    );
  }

  async close(): Promise<void> {
    await this.openGates();
    await this.watch?.close();
  }
}

const id = fc.integer({ min: 0, max: 4 });
const job = fc.nat({ max: 20 });
type Step = (world: World) => Promise<void> | void;
const steps: fc.Arbitrary<{ name: string; step: Step }> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(id, fc.nat({ max: 99 }), fc.boolean()).map(([n, value, wait]) => ({
      name: `set ${n} ${value}${wait ? ' delivered' : ''}`,
      step: async (world: World) => {
        await main.set(`agencias/${n}`, { nombre: `v${value}`, createdAt: new Date(0) });
        if (wait) await world.delivered(`agencias/${n}`);
      },
    })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(id, fc.boolean()).map(([n, wait]) => ({
      name: `delete ${n}${wait ? ' delivered' : ''}`,
      step: async (world: World) => {
        const known = await main.get(`agencias/${n}`);
        if (known) await main.delete(known.path);
        if (known && wait) await world.delivered(known.path);
      },
    })),
  },
  { weight: 2, arbitrary: id.map((n) => ({ name: `projectNow ${n}`, step: () => readModel.projectNow('main', [`agencias/${n}`]) })) },
  { weight: 1, arbitrary: fc.constant({ name: 'other collection', step: async () => void (await main.set('sin_tabla/x', { a: 1 })) }) },
  { weight: 5, arbitrary: job.map((n) => ({ name: `run ${n}`, step: (world: World) => world.run(n, false) })) },
  {
    weight: 2,
    arbitrary: job.map((n) => ({
      name: `run twice ${n}`,
      step: async (world: World) => {
        await world.run(n, true);
        await world.run(n, true);
      },
    })),
  },
  {
    weight: 1,
    arbitrary: job.map((n) => ({
      name: `lose ${n}`,
      step: (world: World) => void world.jobs.splice(n % Math.max(1, world.jobs.length), 1),
    })),
  },
  { weight: 2, arbitrary: job.map((n) => ({ name: `slow ${n}`, step: (world: World) => world.runSlowly(n) })) },
  { weight: 1, arbitrary: fc.constant({ name: 'open gates', step: (world: World) => world.openGates() }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(job, fc.constantFrom('before-commit' as const, 'after-commit' as const, 1, 2, 3, 4, 5, 6), fc.boolean())
      .map(([n, at, keep]) => ({
        name: `die ${n} ${at} ${keep ? 'kept' : 'lost'}`,
        step: (world: World) => world.run(n, keep, { sql: dyingSql(at) }),
      })),
  },
  { weight: 1, arbitrary: fc.constant({ name: 'restart', step: (world: World) => world.restart() }) },
  {
    weight: 1,
    arbitrary: fc
      .boolean()
      .map((down) => ({ name: `queue ${down ? 'down' : 'up'}`, step: (world: World) => void (world.queueIsDown = down) })),
  },
);

it('rows converge to the documents after any mix of writes, replays, reorderings, losses and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        steps.map(({ name, step }) => Object.assign(step, { [fc.toStringMethod]: () => name })),
        { minLength: 5, maxLength: 45 },
      ),
      async (sequence) => {
        const world = new World();
        try {
          await world.restart();
          for (const step of sequence) await step(world);
          await world.settle();
        } finally {
          await world.close();
        }
      },
    ),
    { numRuns: runs(25), endOnFailure: true },
  );
}, 120_000);

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, inRandomOrder } from '#prisma/seed/random.ts';
import { createLog } from '#server/platform/log/log.ts';
import { connectQueues } from '#server/ports/queue/connection.ts';
import { openQueue } from '#server/ports/queue/create-queues.ts';
import { JOBS } from '#server/registries.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { IS_LONG, runSeed, some } from '#server/testing/run-seed.ts';
import { hasService } from '#server/testing/services.ts';
import { FAULTS, together, type Fault } from './faults.ts';
import { openFaultWorld, pause, type FaultWorld, type Ground } from './fault-world.ts';
import { startSteadyLoad } from './steady-load.ts';

/** File for the table of results; set by `npm run reliability`. */
const TABLE = process.env['RELIABILITY'];
const FAULTS_OF_A_RUN = 2;
const PAIRS = 5;
/** Load before and after each fault, so that it occurs in the middle of work. */
const WARM_MS = 2_000;
const AFTER_MS = 1_000;
/** What takes longer to recover is taken to need manual repair. */
const RIGHT = { timeout: 90_000, interval: 250 };

const hasFirebase = hasService('Firestore emulator') && hasService('Firebase Auth emulator') && hasService('Redis');
const GROUNDS = some<Ground>(['firebase', 'embedded'], 1);
const rows: string[] = [];

describe.each(GROUNDS)('a portal on %s under load', (ground) => {
  if (ground === 'firebase' && !hasFirebase) return it.skip('needs the emulators and Redis');
  const possible = FAULTS.filter(({ on }) => on === undefined || on === ground);
  const random = createRandom(runSeed());
  const pairs = inRandomOrder(
    possible.flatMap((one, at) => possible.slice(at + 1).map((other) => [one, other] as const)),
    random,
  );
  const episodes = [...some(possible, FAULTS_OF_A_RUN), ...pairs.slice(0, IS_LONG ? PAIRS : 1).map(([one, other]) => together(one, other))];
  let world: FaultWorld;

  beforeAll(async () => {
    world = await openFaultWorld(ground);
    await vi.waitFor(async () => expect(await down('both')).toEqual([]), RIGHT);
  }, 400_000);
  afterAll(async () => {
    await world?.close();
    vi.unstubAllEnvs();
  }, 60_000);

  /** What /readyz reports as down; `silence` where nothing answers. */
  async function down(of: 'web' | 'both' = 'web'): Promise<string[]> {
    const ports = [world.environment['PORT'], ...(of === 'both' ? [world.environment['WORKER_PORT']] : [])];
    const named = ports.map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      const told = (await answer?.json().catch(() => null)) as { dependencies?: { name: string; up: boolean }[] } | null;
      return told?.dependencies?.filter(({ up }) => !up).map(({ name }) => name) ?? ['silence'];
    });
    return (await Promise.all(named)).flat();
  }

  /** Repeating jobs that are not scheduled. */
  async function repeatingJobs(): Promise<string[]> {
    const { environment } = world;
    const queue = environment['REDIS_URL']
      ? ({ kind: 'redis', url: environment['REDIS_URL'] } as const)
      : ({ kind: 'postgres', url: environment['DATABASE_URL'] ?? '' } as const);
    const connection = connectQueues(queue, { role: 'producer', poolSize: 2, log: createLog({ level: 'silent', process: 'test' }) });
    try {
      await connection.ready();
      const missing = await Promise.all(
        JOBS.filter(({ definition }) => definition.schedule).map(async ({ definition: { id } }) => {
          const opened = openQueue(id, connection);
          const found = await opened.getJobScheduler(id);
          await opened.close();
          return found ? [] : [id];
        }),
      );
      return missing.flat();
    } finally {
      await connection.close();
    }
  }

  const verify = () => runCommandProcess('read-model', ['verify'], world.environment);

  /** Polls /readyz during a fault. @returns whether the fault was named */
  async function wasNamed(fault: Fault, until: Promise<unknown>): Promise<boolean> {
    if (fault.named === null) return true;
    let over = false;
    void until.finally(() => (over = true));
    let named = false;
    while (!named && !over) {
      named = (await down()).includes(fault.named);
      await pause(100);
    }
    return named;
  }

  /** Waits until rows, jobs and dependencies are as they should be. @returns false when that needs manual repair */
  async function becomesRight(): Promise<boolean> {
    const wait = (look: () => Promise<void>) => vi.waitFor(look, RIGHT);
    try {
      await wait(async () => expect(await down('both')).toEqual([]));
      await wait(async () => expect(await repeatingJobs()).toEqual([]));
      await wait(async () => expect((await verify()).code).toBe(0));
      return true;
    } catch {
      return false;
    }
  }

  async function liveThrough(fault: Fault, at: number) {
    const load = await startSteadyLoad(world, { seed: runSeed() + at, name: `${ground}${at}` });
    await pause(WARM_MS);
    load.seen();
    let isOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const named = wasNamed(fault, over);
    const before = load.acknowledged();
    const end = await fault.begin(world);
    await pause(fault.ms);
    const meanwhile = load.acknowledged() - before;
    await end();
    isOver();
    const endedAt = Date.now();
    await pause(AFTER_MS);
    await load.rest();
    const told = load.seen();
    const isRight = await becomesRight();
    const seconds = Math.round((Date.now() - endedAt) / 100) / 10;
    return { tally: await load.tally(), told, meanwhile, seconds, hands: isRight ? 0 : 1, named: await named };
  }

  it.for(episodes.map((fault, at) => [fault.name, at, fault] as const))(
    '%s: loses no acknowledged write, stores none twice, and recovers by itself',
    { timeout: 400_000 },
    async ([name, at, fault], { skip }) => {
      if (fault.ofDisk && !world.disks) {
        rows.push(`| ${ground} | ${name} | not tried: this machine mounts no disks | | | | | | | |`);
        skip('this machine mounts no disks');
      }
      const { tally, told, meanwhile, seconds, hands, named } = await liveThrough(fault, at);
      const words = [told.late && 'late', told.refused && 'not now', told.silent && 'no answer'].filter(Boolean).join(', ');
      const row = [
        ground,
        name,
        tally.acknowledged,
        tally.stored,
        tally.lost,
        tally.twice,
        seconds,
        hands,
        (named && fault.named) || '',
        words,
      ];
      rows.push(`| ${row.join(' | ')} |`);
      process.stdout.write(`${rows.at(-1)}\n`);
      expect(tally.wrong).toEqual([]);
      expect(tally).toMatchObject({ stored: tally.acknowledged, lost: 0, twice: 0 });
      expect(tally.acknowledged).toBeGreaterThan(5);
      if (fault.writes) expect(meanwhile, 'acts that were done meanwhile').toBeGreaterThan(0);
      expect(hands).toBe(0);
      expect(named, `/readyz names ${fault.named}`).toBe(true);
      if (fault.told) expect(told[fault.told], `people are told: ${fault.told}`).toBe(true);
    },
  );

  if (ground !== 'embedded')
    it('Redis holds the paths of documents, but neither their contents nor secrets', async () => {
      const { API_TOKEN = '', SESSION_SECRET = '', DATABASE_URL = '' } = world.environment;
      const kept = await everythingIn(world.redis?.url ?? '');
      expect(kept).toContain('agencias/');
      for (const secret of ['Zona 1', '5555-0002', 'Papel 0', 'Berta Tum', API_TOKEN, SESSION_SECRET, DATABASE_URL])
        expect(kept).not.toContain(secret);
    });

  it('`audit verify` succeeds after all faults', { timeout: 120_000 }, async () => {
    const { code, output } = await runCommandProcess('audit', ['verify'], world.environment);
    expect(code, output).toBe(0);
  });
});

/** All keys and values of a Redis. */
async function everythingIn(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key) => {
        const kind = await redis.type(key);
        if (kind === 'hash') return redis.hgetall(key);
        if (kind === 'list') return redis.lrange(key, 0, -1);
        return kind === 'string' ? redis.get(key) : kind === 'zset' ? redis.zrange(key, '0', '-1') : null;
      }),
    );
    return JSON.stringify([keys, values]);
  } finally {
    redis.disconnect();
  }
}

afterAll(async () => {
  if (!TABLE) return;
  const file = path.resolve(import.meta.dirname, '../..', TABLE);
  const text = await readFile(file, 'utf8');
  const [head = '', , tail = ''] = text.split(/<!-- table[^>]*-->/);
  const title =
    '| portal on | fault | acknowledged | stored | lost | twice | seconds until right | hands | /readyz named | people read |\n|---|---|---|---|---|---|---|---|---|---|';
  await writeFile(file, `${head}<!-- table: TEST_SEED=${runSeed()} -->\n${title}\n${rows.join('\n')}\n<!-- table -->${tail}`);
});

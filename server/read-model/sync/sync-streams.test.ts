import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { claimStreams, ensureStreams, readProgress, releaseStreams, renewStreams, restartStream, skipRange } from './sync-streams.ts';
import { runs } from '../../testing/run-seed.ts';

const { sql } = await createTestDatabase();
const claim = (holder: string, leaseMs = 60_000) => claimStreams(sql, { names: ['s', 't'], holder, leaseMs });
const report = (name: string, epoch: number) => ({ name, epoch, freshAt: 'now' as const, pendingChanges: 0, lastError: null });
const position = async () =>
  (await sql.query<{ position: string | null }>(`SELECT position FROM sync_streams WHERE name = 's'`)).rows[0]?.position ?? null;

beforeEach(async () => {
  await sql.query('TRUNCATE sync_streams, sync_ranges');
  await ensureStreams(sql, ['s', 't']);
});

describe('leases', () => {
  it('have one holder at a time, until they expire or are released', async () => {
    expect(await claim('first')).toHaveLength(2);
    expect(await claim('second')).toEqual([]);
    await sql.query(`UPDATE sync_streams SET lease_until = now() - interval '1 second' WHERE name = 't'`);
    expect(await claim('second')).toEqual([{ name: 't', epoch: 2, position: null }]);
    expect([...(await renewStreams(sql, { holder: 'first', leaseMs: 60_000, reports: [report('s', 1), report('t', 1)] })).keys()]).toEqual([
      's',
    ]);
    expect(await restartStream(sql, { name: 't', holder: 'first' })).toBeNull();
    await releaseStreams(sql, 'second');
    expect(await claim('first')).toEqual([{ name: 't', epoch: 3, position: null }]);
  });
});

describe('the durable position', () => {
  const finish = (epoch: number, sequence: number) => skipRange(sql, { stream: 's', epoch, sequence, position: `p${sequence}` });

  it('advances over finished batches without a gap, whatever their order and repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 0 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
        async (order, repeated) => {
          await sql.query(`UPDATE sync_streams SET holder = NULL, position = NULL`);
          const epoch = (await claim('w')).find((stream) => stream.name === 's')?.epoch ?? 0;
          for (const sequence of [...order, ...repeated.filter((again) => order.includes(again))]) await finish(epoch, sequence);
          const reached = [1, 2, 3, 4, 5, 6].findIndex((sequence) => !order.includes(sequence));
          const expected = reached === -1 ? 6 : reached;
          expect(await readProgress(sql, 's', epoch)).toBe(expected);
          expect(await position()).toBe(expected === 0 ? null : `p${expected}`);
          const { rowCount } = await sql.query('SELECT 1 FROM sync_ranges WHERE epoch = $1 AND sequence <= $2', [epoch, expected]);
          expect(rowCount).toBe(0);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it('ignores batches of an earlier epoch', async () => {
    await claim('w');
    await finish(1, 1);
    await restartStream(sql, { name: 's', holder: 'w' });
    await finish(1, 2);
    expect(await position()).toBe('p1');
    expect(await readProgress(sql, 's', 1)).toBeNull();
    expect(await readProgress(sql, 's', 2)).toBe(0);
  });

  it('advances over all batches that finish at the same time', async () => {
    await claim('w');
    await Promise.all([5, 3, 1, 4, 2].map((sequence) => finish(1, sequence)));
    expect(await position()).toBe('p5');
    expect((await sql.query('SELECT 1 FROM sync_ranges')).rowCount).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { REGISTRIES } from '../../registries.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { failedJobsFigure } from './state-figures.ts';
import type { Services } from '../../services.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const question = { actor: testStaff(), now: new Date(), today: '2026-11-22' };
const log = createLog({ level: 'silent', process: 'test' });

/** Queues of which each kind has so many failed jobs; what `answer` says, they do. */
function queuesWith(answer: () => Promise<number>) {
  const asked = { times: 0 };
  const counts: Services['queues']['counts'] = async () => {
    asked.times += 1;
    return { waiting: 0, active: 0, delayed: 0, completed: 0, failed: await answer() };
  };
  return { asked, services: someServices({ sql, log, queues: { counts } }) };
}

describe('the count of failed jobs on «Inicio»', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const figure = failedJobsFigure.queryFor(question);
  const count = (services: Services) => figure?.count?.(services) ?? Promise.reject(new Error('no count'));

  it('is cached for 15 seconds, and the old value is shown while it is refreshed', async () => {
    let failed = 1;
    const { asked, services } = queuesWith(async () => failed);
    expect(await count(services)).toBe(REGISTRIES.jobs.length);
    failed = 2;
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await count(services)).toBe(REGISTRIES.jobs.length);
    expect(asked.times).toBe(REGISTRIES.jobs.length);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await count(services)).toBe(REGISTRIES.jobs.length);
    await vi.advanceTimersByTimeAsync(1);
    expect(await count(services)).toBe(2 * REGISTRIES.jobs.length);
    expect(asked.times).toBe(2 * REGISTRIES.jobs.length);
    failed = 3;
    await vi.advanceTimersByTimeAsync(400_000);
    expect(await count(services)).toBe(3 * REGISTRIES.jobs.length);
  });

  it('is shown as «Sin respuesta» when the queue fails or hangs', async () => {
    const broken = queuesWith(() => Promise.reject(new Error('gone')));
    expect(await count(broken.services)).toBe(-1);
    expect(figure?.figureOf?.(-1)).toBe('Sin respuesta');
    const hanging = queuesWith(() => new Promise(() => undefined));
    const answer = count(hanging.services);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await answer).toBe(-1);
  });
});

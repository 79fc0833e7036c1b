import { expect, it } from 'vitest';
import { userActivityProjection } from './clicks.ts';

it('counts a document without a day on the Guatemalan day of its creation', () => {
  const lateEvening = new Date('2026-03-02T04:30:00Z');
  const version = BigInt(lateEvening.getTime()) * 1_000n;
  const data = { userId: 'ana', clicks: 3, createdAt: lateEvening };
  const { day } = userActivityProjection.project({
    path: 'user_activity/x',
    id: 'x',
    collection: 'user_activity',
    data,
    version,
    createdVersion: version,
  });
  expect(day).toBe('2026-03-01');
});

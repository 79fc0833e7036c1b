import { expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createQueues } from './create-queues.ts';
import { describeQueue } from './queue.contract.ts';

describeQueue('Postgres', async () => ({ kind: 'postgres', url: (await createTestDatabase()).url }));

it('rejects a ping with «unavailable» when the server is down', async () => {
  const queues = createQueues(
    { queue: { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' } },
    createLog({ level: 'silent', process: 'test' }),
  );
  await expect(queues.ping()).rejects.toMatchObject({ code: 'unavailable' });
  await queues.close();
});

import { expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { reconcileReadModel } from './read-model-jobs.ts';

it('sweeps a collection that could not be read by a job of its own, after looking for missing uploads', async () => {
  const { services } = await createStoresFixture();
  const { main } = services.documents;
  const failing = {
    ...main,
    scan: (...[collection, options]: Parameters<typeof main.scan>) => {
      if (collection === 'agencias') throw new Error('too late');
      return main.scan(collection, options);
    },
  };
  const asked: unknown[] = [];
  const fileAreas = {
    [Symbol.iterator]() {
      asked.push('missing uploads');
      return [][Symbol.iterator]();
    },
  };
  const reconcile = (tables?: string[]) =>
    reconcileReadModel({
      payload: { tables },
      services: {
        ...services,
        documents: { ...services.documents, main: failing },
        registries: { ...services.registries, fileAreas: fileAreas as never },
        queues: { ...services.queues, enqueue: (_job, payload) => Promise.resolve(void asked.push(payload)) },
      },
      log: createLog({ level: 'silent', process: 'test' }),
      signal: new AbortController().signal,
    });
  await reconcile();
  expect(asked).toEqual(['missing uploads', { tables: ['agencias'] }]);
  await expect(reconcile(['agencias'])).rejects.toThrow('too late');
});

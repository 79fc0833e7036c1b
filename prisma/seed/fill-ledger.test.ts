import pino from 'pino';
import { expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { inTransaction } from '#server/platform/sql/sql.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { fileEventsProjection } from '#server/stored-files/file-events.projection.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { makeDemoData } from './demo-data.ts';
import { makeFileEvents, makeOpenings } from './file-events.ts';
import { fillLedger } from './fill-ledger.ts';

const TODAY = new Date('2026-11-19T22:00:00Z');

it('makes the same rows as the projection', async () => {
  const { sql } = await createTestDatabase();
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  const demo = makeDemoData(TODAY);
  const events = [...makeFileEvents({ ...demo, count: 3_200, today: TODAY }), ...makeOpenings({ ...demo, count: 100, today: TODAY })];
  await main.importDocuments(events, { silent: true });
  expect(await inTransaction(sql, (client) => fillLedger(client, fileEventsProjection))).toBe(3_300);
  const services = {
    sql,
    documents: { main, digitalization: main },
    log: pino({ level: 'silent' }),
    index: createProjectionIndex([fileEventsProjection]),
  };
  const swept = await sweepCollection(services, fileEventsProjection, { rewrite: true, patienceMs: 0 });
  expect(swept).toMatchObject({ documents: 3_300, equal: 3_300, missing: 0, stale: 0, extra: 0, rewritten: 0, failed: 0 });
  await main.close();
});

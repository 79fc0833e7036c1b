import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { startSmtpServer } from '#server/features/snapshots/testing/smtp-server.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createQueues } from '#server/ports/queue/create-queues.ts';
import type { Queues } from '#server/ports/queue/queue.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { PortalProcess } from '#server/testing/portal-processes.ts';
import { some } from '#server/testing/run-seed.ts';
import { hasService } from '#server/testing/services.ts';
import { checkHomeFigures } from '../e2e/home-figures.ts';
import { describeReportLinks } from '../e2e/report-links.contract.ts';
import { personOf, type Visitor } from '../http/portal-client.ts';
import { describeBriefcaseLedger } from '../http/briefcase-ledger.contract.ts';
import { describeExpiredOffer } from '../http/expired-offer.contract.ts';
import { makeCollections, type World } from '../reports/random-documents.ts';
import { describeWorkbooks, workbookCases } from '../reports/workbooks.contract.ts';
import { firebasePortalClient, storeWorld } from './firebase-portal-client.ts';
import { noFirestore, useFirebaseHouse } from './firebase-house.ts';
import { describeLargeExport } from './large-export.ts';
import { describeRecounts } from './recounts.ts';
import { describeSnapshotChecks } from './snapshot-checks.ts';
import { describeUnsentMail } from './unsent-mail.ts';

const noAccounts = !hasService('Firebase Auth emulator');
const noRedis = !hasService('Redis');
const smtp = await startSmtpServer();
/** Ends yesterday: events caused by the tests are of today, so the numbers of earlier days stay the same. */
const DAYS = { from: '2016-01-01', to: addDays(dayOf(new Date()), -1) };

/** Promises of reports, on a portal as in production: web, worker, both Firestore projects, Firebase Auth, Redis and a mail server. */
describe.skipIf(noFirestore || noAccounts || noRedis)('reports on Firestore and Redis', () => {
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@demo.coop' };
  const house = useFirebaseHouse({ name: 'reports', accounts: true, redis: true, environment });
  let web: PortalProcess;
  let queues: Queues;
  let world: World;
  let admin: Visitor;
  const portal = firebasePortalClient(house, { url: () => web.url, queues: () => queues });

  beforeAll(async () => {
    const url = house.environment['REDIS_URL'] ?? '';
    queues = createQueues({ queue: { kind: 'redis', url } }, createLog({ level: 'silent', process: 'test' }));
    await ensureBuild(path.resolve(import.meta.dirname, '../..'));
    [web] = await Promise.all([house.start('web'), house.start('worker')]);
    const data = personOf('Lucía Mena', 'lucia@demo.coop', 'admin');
    admin = await portal.enter({ id: 'lucia', email: 'lucia@demo.coop', data });
    const users = PROJECTIONS.filter(({ collection }) => collection === 'usuarios');
    const document = { path: 'usuarios/lucia', id: 'lucia', collection: 'usuarios', data, version: 0n, createdVersion: 0n };
    const alsoMade = users.map((projection) => ({ projection, documents: [document], gone: [] }));
    world = await storeWorld(house, [...makeCollections({ seed: 21, size: 60 }), ...alsoMade]);
  }, 360_000);
  afterAll(() => queues?.close());

  const answer = async (address: string, accept = 'application/json') => {
    const response = await portal.ask(admin, address, { headers: { Accept: accept } });
    expect([address, response.status]).toEqual([address, 200]);
    return response;
  };
  const ask = async (address: string) => (await answer(address)).text();

  describeRecounts({ ask, world: () => world, days: DAYS });
  describeReportLinks(ask, { days: DAYS, links: 1, reports: 8 });
  it('show figures on Inicio that equal the lists they lead to', { timeout: 120_000 }, () =>
    checkHomeFigures(async (address) => (await answer(address, 'text/html,*/*')).text()),
  );
  describeWorkbooks({
    // tests/reports/workbooks.test.ts covers all of them on the same read model.
    cases: some(workbookCases([0]), 1),
    days: DAYS,
    sql: () => house.database.sql,
    write: async ({ id }, params, file) =>
      writeFile(file, Buffer.from(await (await answer(`/reports/${id}/export?format=xlsx&${params}`)).arrayBuffer())),
  });
  describeBriefcaseLedger(portal);
  describeExpiredOffer(portal);
  describeUnsentMail({ portal, smtp, admin: () => admin, sql: () => house.database.sql, queues: () => queues });
  describeSnapshotChecks({ portal, smtp, admin: () => admin });
  describeLargeExport({ portal, admin: () => admin, sql: () => house.database.sql });
});

import { beforeAll, expect, it, vi } from 'vitest';
import { loadHandlers, runWorkers } from '#jobs/start-worker.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { testConfig } from '#server/entrances/http/api/testing/api-server.ts';
import { makeAlerts } from '#server/features/alerts/make-alerts.ts';
import { requestFolderReadingsJob, requestFolderReadings } from '#server/features/briefcase/required-reading.ts';
import {
  eventsOf,
  startBriefcaseServer,
  staffOfTest,
  uploaded,
  type BriefcaseServer,
} from '#server/features/briefcase/testing/briefcase-server.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import * as sample from '#server/ports/files/testing/sample-files.ts';
import { JOBS } from '#server/registries.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { describeOnStores, type FixtureStores } from '#server/testing/describe-on-stores.ts';

/** Readings that folders require, on any document store; requested as the worker does by schedule. */
function describeReadings(stores: FixtureStores): void {
  let server: BriefcaseServer;
  beforeAll(async () => {
    server = await startBriefcaseServer(stores);
  });

  it('a folder that requires reading asks everybody with access to read old, new and moved files, until it stops', async () => {
    const { documents, services, briefcase } = server;
    const admin = staffOfTest({ id: 'jefa', role: 'admin', folders: 'all' });
    const rita = staffOfTest({ id: 'rita', agencyId: 'norte', folders: ['actas', 'circulares'] });
    const create = async (path: string, fields: Fields) => {
      await documents.main.create(path, fields);
      await services.readModel.projectNow('main', [path]);
    };
    const set = async (path: string, fields: Fields) => {
      await documents.main.update(path, fields);
      await services.readModel.projectNow('main', [path]);
    };
    const readersOf = async (id: string) => (await briefcase.getReading({ actor: admin, id }))?.readers.map(({ userId }) => userId) ?? null;
    const inFolder = (actor = admin) => briefcase.findFolderReadings({ actor, id: 'circulares' });
    const own = async () =>
      (await briefcase.findFiles({ actor: rita, params: new URLSearchParams({ lectura: 'pendiente' }) })).rows
        .map(({ nombre }) => nombre)
        .sort();
    const alerts = async () => {
      const told = await documents.main.query({ collection: 'auditoria' });
      await services.readModel.projectNow(
        'main',
        told.map(({ path }) => path),
      );
      await makeAlerts(services);
      const { rowCount } = await server.sql.query(`SELECT FROM alerts WHERE user_id = 'rita' AND kind = 'reading'`);
      return rowCount;
    };
    const folders = { briefcase_permissions: { folders: ['actas', 'circulares'] } };
    await create('usuarios/rita', { name: 'Rita Caal', role: 'editor', agency: 'norte', state: true, ...folders });
    await create('usuarios/saul', { name: 'Saúl Pop', role: 'editor', agency: 'norte', state: true, ...folders });
    await create('usuarios/tito', { name: 'Tito Sin Carpeta', role: 'editor', agency: 'norte', state: true });
    await create('maletin_carpetas/circulares', { nombre: 'Circulares', estado: true, orden: 2 });
    server.signIn(admin);
    const { id: there } = await uploaded(server, sample.TEXT, 'norma.txt', { folderId: 'circulares' });
    expect(await inFolder()).toEqual([]);
    await set('maletin_carpetas/circulares', { lecturaDias: 5 });

    const handlers = await loadHandlers(JOBS.filter(({ definition }) => definition === requestFolderReadingsJob));
    const config = testConfig({ DATABASE_URL: server.databaseUrl });
    const workers = await runWorkers({ config, services, log: services.log, handlers });
    afterFile(() => workers.close());
    await vi.waitFor(async () => expect(await readersOf(there)).toEqual(['rita', 'saul']), { timeout: 15_000, interval: 50 });
    await workers.close();
    expect(await briefcase.getReading({ actor: rita, id: there })).toMatchObject({
      hasta: addDays(dayOf(new Date()), 5),
      byFolder: true,
      askedBy: '',
      shutOut: [],
    });
    expect(await alerts()).toBe(1);

    const { id: later } = await uploaded(server, sample.TEXT, 'reforma.txt', { folderId: 'circulares' });
    const { id: moved } = await uploaded(server, sample.TEXT, 'traslado.txt');
    await set(`maletin_archivos/${moved}`, { carpetaId: 'circulares' });
    expect(await readersOf(later)).toBeNull();
    await requestFolderReadings(services);
    await requestFolderReadings(services);
    expect([await readersOf(later), await readersOf(moved), await alerts()]).toEqual([['rita', 'saul'], ['rita', 'saul'], 3]);
    const { newData, userName } =
      (await documents.main.query({ collection: 'auditoria' })).find(({ data }) => data['targetPath'] === `maletin_lecturas/${later}`)
        ?.data ?? {};
    expect([userName, newData]).toEqual(['Lectura de carpetas', expect.objectContaining({ carpeta: 'circulares' })]);
    expect(await briefcase.remindReaders({ actor: admin, id: later, formToken: 'de-carpeta' })).toBe(2);

    server.signIn(rita);
    await fetch(`${server.url}/briefcase/files/${later}/text/1`);
    await briefcase.confirmReading({ actor: rita, id: later });
    expect((await eventsOf(server, later)).map(({ kind }) => kind)).toEqual(['upload', 'view', 'confirm']);
    await set(`maletin_lecturas/${there}`, { hasta: '2026-01-01' });
    expect(await inFolder()).toEqual([
      { userId: 'rita', person: 'Rita Caal', files: 3, read: 1, late: 1 },
      { userId: 'saul', person: 'Saúl Pop', files: 3, read: 0, late: 1 },
    ]);
    expect(await inFolder(staffOfTest())).toEqual([]);
    expect(await own()).toEqual(['traslado.txt']);

    await set(`maletin_archivos/${moved}`, { carpetaId: 'actas' });
    expect([await readersOf(moved), await own()]).toEqual([null, []]);
    await set('maletin_carpetas/circulares', { lecturaDias: null });
    expect([await readersOf(there), await inFolder()]).toEqual([null, []]);
  });
}

await describeOnStores('folder-readings', describeReadings);

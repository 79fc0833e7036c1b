import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Documents, Fields } from '../../../ports/documents/document-store.ts';
import { startOfDay } from '../../../domain/dates.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createDiskFileStore } from '../../../ports/files/disk-file-store.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createMail } from '../../../ports/mail/mail.ts';
import { createQueues } from '../../../ports/queue/create-queues.ts';
import { loadStaff } from '../../../staff/load-staff.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { createStoresFixture } from '../../../testing/stores-fixture.ts';
import { createSnapshots, type Snapshots } from '../index.ts';
import { performRun } from '../perform-run.ts';
import { readRun, runPath, type Run } from '../run-document.ts';
import { toParamLines } from '../domain/report-schedules.ts';
import type { SubmittedValues } from '../../../records/record-fields.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import type { Services } from '../../../services.ts';
import { someServices } from '../../../testing/some-services.ts';

export interface SnapshotsFixture {
  services: Services;
  snapshots: Snapshots;
  smtp: SmtpServer;
  /** Stores a document as another program would, and projects it. */
  put(path: string, data: Fields): Promise<void>;
  /** Stores a person with a role; active by default. */
  putPerson(id: string, role: string, more?: Fields): Promise<void>;
  /** The person as at their next request; throws if they have no access. */
  staff(id: string): Promise<Staff>;
  /** Records a download of a Maletín file. */
  download(id: string, userId: string, at: Date): Promise<void>;
  /** Makes the read model complete up to then. */
  setFresh(at: Date): Promise<void>;
  perform(runId: string): Promise<Run>;
  readRun(runId: string): Promise<Run>;
}

/** Values of a schedule's form, with its parameters by name. */
export type ScheduleChanges = SubmittedValues & { params?: Readonly<Record<string, string>> };

/** Values of a schedule's form: last month's downloads by person, every morning. */
export function scheduleInput({ params = { relative: 'mes_anterior' }, ...changes }: ScheduleChanges = {}): SubmittedValues {
  return {
    reportId: 'downloads-by-user',
    title: 'Descargas de cada mañana',
    params: toParamLines(params),
    frequency: 'diaria',
    cron: '',
    hora: '07:30',
    format: 'ambos',
    delivery: 'enlace',
    retentionRuns: 12,
    recipients: [],
    everyDueTime: false,
    ...changes,
  };
}

/** Schedules and runs on a database, files and a mail server of their own, and the embedded document stores unless others are given. */
export async function createSnapshotsFixture(stores: Partial<Documents> = {}): Promise<SnapshotsFixture> {
  const { services: base, url, put: putInto } = await createStoresFixture(stores);
  const { sql, documents, liveSettings } = base;
  const log = createLog({ level: 'silent', process: 'test' });
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-snapshots-'));
  const smtp = await startSmtpServer();
  const queues = createQueues({ queue: { kind: 'postgres', url } }, log);
  const mail = createMail({
    config: { mail: { smtpUrl: smtp.url, from: 'portal@demo.coop' } },
    cooperativeName: () => liveSettings.current().cooperativeName,
    log,
  });
  afterFile(async () => {
    await mail.close();
    await queues.close();
    await rm(directory, { recursive: true, force: true });
  });
  const services = someServices({
    ...base,
    log,
    queues,
    mail,
    config: { web: { port: 0, host: '127.0.0.1', publicUrl: new URL('https://portal.demo.coop'), trustProxy: 0 } },
    snapshotFiles: createDiskFileStore(directory),
  });
  const put = (place: string, data: Fields) => putInto('main', place, data);
  const read = async (runId: string) => {
    const stored = await documents.main.get(runPath(runId));
    if (!stored) throw new Error(`no run ${runId}`);
    return readRun(stored);
  };
  return {
    services,
    smtp,
    put,
    snapshots: createSnapshots(services),
    putPerson: (id, role, more = {}) =>
      put(`usuarios/${id}`, { name: `Persona ${id}`, email: `${id}@demo.coop`, role, state: true, ...more }),
    async staff(id) {
      const found = await loadStaff({ sql, liveSettings }, { uid: id, sessionId: '' });
      if (!found) throw new Error(`nobody is ${id}`);
      return found;
    },
    download: (id, userId, at) =>
      put(`eventos_archivos/${id}`, {
        kind: 'download',
        area: 'briefcase',
        fileId: 'f1',
        fileName: 'Acta.pdf',
        folderId: 'c1',
        folderName: 'Actas',
        userId,
        userName: `Persona ${userId}`,
        agencyId: 'a1',
        at,
        createdAt: at,
      }),
    async setFresh(at) {
      await sql.query('DELETE FROM sync_streams');
      await sql.query(`INSERT INTO sync_streams (name, fresh_at) VALUES ('test', $1)`, [at]);
    },
    async perform(runId) {
      await performRun(services, runId, new AbortController().signal);
      return read(runId);
    },
    readRun: read,
  };
}

/**
 * Stores an administrator, Rosa who may schedule, and Luz and Beto who may only read and downloaded a file on that day; also somebody who did
 * nothing, and the agency and the folder of the downloads.
 */
export async function fillWithPeople(fixture: SnapshotsFixture, day: string): Promise<void> {
  const at = (hours: number) => new Date(startOfDay(day).getTime() + hours * 3_600_000);
  await fixture.put('permisos_rol/reportera', { menus: ['home', 'reports', 'briefcase-reports'] });
  await fixture.put('roles/reportera', { title: 'Reportera', isActive: true });
  await fixture.put('roles/lectora', { title: 'Lectora', isActive: true });
  await fixture.put('permisos_rol/lectora', { menus: ['home', 'briefcase-reports'] });
  await fixture.putPerson('admin', 'admin');
  await fixture.putPerson('rosa', 'reportera');
  await fixture.putPerson('luz', 'lectora');
  await fixture.putPerson('beto', 'lectora');
  await fixture.putPerson('zoe', 'lectora');
  await fixture.put('agencias/a1', { nombre: 'Agencia Central', isActive: true });
  await fixture.put('maletin_carpetas/c1', { nombre: 'Actas', isActive: true });
  await fixture.download('e1', 'luz', at(1));
  await fixture.download('e2', 'beto', at(2));
  await fixture.setFresh(new Date('2099-01-01T00:00:00Z'));
}

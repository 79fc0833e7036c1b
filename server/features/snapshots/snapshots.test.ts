import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, formatTime, startOfDay } from '../../domain/dates.ts';
import { resolveRelativeDays } from './domain/relative-days.ts';
import { storeUnavailable } from '../../ports/documents/document-errors.ts';
import { storageUnavailable, type FileStore } from '../../ports/files/file-store.ts';
import type { Services } from '../../services.ts';
import { failureOf } from '../../testing/failures.ts';
import { beforeNextUpdate, beforeNextTransaction } from '../../testing/before-next-write.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { createDueRuns } from './create-runs.ts';
import { createSnapshots } from './index.ts';
import { performNextRun, performRun } from './perform-run.ts';
import { dueRunId } from './run-document.ts';
import { snapshotKeys } from './snapshot-files.ts';
import { describeRights } from './snapshot-rights.contract.ts';
import {
  createSnapshotsFixture,
  fillWithPeople,
  scheduleInput,
  type ScheduleChanges,
  type SnapshotsFixture,
} from './testing/snapshots-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const MINUTE_MS = 60_000;

/** Schedules and runs, whatever keeps the documents. */
function describeSnapshots(createFixture: () => Promise<SnapshotsFixture>): void {
  let fixture: SnapshotsFixture;
  let sequence = 0;
  const lastMonth = resolveRelativeDays('mes_anterior', new Date());
  const inLastMonth = (hours: number) => new Date(startOfDay(lastMonth.from).getTime() + hours * 60 * MINUTE_MS);

  beforeAll(async () => {
    fixture = await createFixture();
    await fillWithPeople(fixture, lastMonth.from);
  });

  const create = async (changes: ScheduleChanges = {}, owner = 'rosa') => {
    const actor = await fixture.staff(owner);
    sequence += 1;
    const { id } = await fixture.snapshots.createSchedule({
      actor,
      given: scheduleInput({ title: `Reporte ${sequence}`, ...changes }),
      formToken: crypto.randomUUID(),
    });
    return id;
  };
  /** As an administrator, or another program, would have it: others have 15 minutes between two times. */
  const createEveryMinute = async (changes: ScheduleChanges = {}) => {
    const id = await create(changes);
    const stored = await fixture.services.documents.main.get(`reportes_programados/${id}`);
    await fixture.put(`reportes_programados/${id}`, { ...stored?.data, frequency: 'cron', cron: '* * * * *', hora: '' });
    return id;
  };
  /** As if it had been saved then: what was due since is due now. */
  const savedAt = async (id: string, at: Date) => {
    const stored = await fixture.services.documents.main.get(`reportes_programados/${id}`);
    await fixture.put(`reportes_programados/${id}`, { ...stored?.data, updatedAt: at });
  };
  const runNow = async (id: string, owner = 'rosa') => {
    const run = await fixture.snapshots.runScheduleNow({ actor: await fixture.staff(owner), id, formToken: crypto.randomUUID() });
    return fixture.perform(run.id);
  };
  const runsOf = async (scheduleId: string) => {
    const params = new URLSearchParams({ scheduleId, pageSize: '100' });
    return (await fixture.snapshots.findRuns({ actor: await fixture.staff('admin'), params })).rows;
  };
  /** Names of all stored files of a run. */
  const filesOf = async (runId: string) => {
    const [key = ''] = Object.values(snapshotKeys({ id: runId, dataSha256: 'x', fileSha256: 'x' }) ?? {});
    const names: string[] = [];
    for await (const file of fixture.services.snapshotFiles.list(key.slice(0, key.indexOf('-') + 1))) names.push(file.key);
    return names.sort();
  };
  const minuteBefore = (minutes: number, now: Date) => new Date(Math.floor(now.getTime() / MINUTE_MS - minutes) * MINUTE_MS);

  describe('schedules', () => {
    it('are stored under the agreed names, and once when one form is sent twice', async () => {
      const actor = await fixture.staff('rosa');
      const call = { actor, given: scheduleInput({ recipients: ['luz'] }), formToken: crypto.randomUUID() };
      const [one, two] = [await fixture.snapshots.createSchedule(call), await fixture.snapshots.createSchedule(call)];
      expect(two.id).toBe(one.id);
      const stored = await fixture.services.documents.main.get(`reportes_programados/${one.id}`);
      expect(stored?.data).toMatchObject({
        reportId: 'downloads-by-user',
        title: 'Descargas de cada mañana',
        params: { relative: 'mes_anterior' },
        frequency: 'diaria',
        cron: '',
        hora: '07:30',
        userId: 'rosa',
        recipients: ['luz'],
        format: 'ambos',
        delivery: 'enlace',
        everyDueTime: false,
        retentionRuns: 12,
        estado: true,
        isActive: true,
      });
      const { timing } = await fixture.snapshots.getSchedule({ actor, id: one.id });
      expect(timing.sentence).toBe('A las 07:30, todos los días.');
      expect(timing.next.map((time) => time.toISOString().slice(10))).toEqual(Array.from({ length: 5 }, () => 'T13:30:00.000Z'));
    });

    it.each([
      ['title', { title: ' ' }],
      ['title', { title: 'a'.repeat(121) }],
      ['reportId', { reportId: 'nada' }],
      ['hora', { hora: '24:00' }],
      ['cron', { frequency: 'cron', cron: '* * * * * *' }],
      ['cron', { frequency: 'cron', cron: '0 0 30 2 *' }],
      ['cron', { frequency: 'cron', cron: ' '.repeat(1_000_000) }],
      ['cron', { title: '', frequency: 'cron', cron: '* *' }],
      ['hora', { title: '', hora: '24:00' }],
      ['frequency', { frequency: 'anual' }],
      ['recipients', { recipients: ['nadie'] }],
      ['retentionRuns', { retentionRuns: 0 }],
      ['params.relative', { params: { relative: 'siglo_anterior' } }],
      ['params.from', { params: { from: '2026-02-30' } }],
      ['params.agencyId', { params: { agencyId: 'zzz' } }],
      ['params.userId', { params: { userId: 'luz\nnadie' } }],
    ])('refuse a wrong %s', async (field, changes) => {
      const failure = await failureOf(create(changes));
      expect(failure).toMatchObject({ code: 'invalid-input' });
      expect(Object.keys(failure.fields ?? {})).toContain(field);
    });

    it('offer namesakes with their e-mail as recipients', async () => {
      for (const id of ['ana-1', 'ana-2']) await fixture.putPerson(id, 'lectora', { name: 'Ana López' });
      const people = await fixture.snapshots.findRecipients({ actor: await fixture.staff('admin'), chosen: [] });
      const named = new Map(people.map(({ id, name }) => [id, name]));
      expect([named.get('ana-1'), named.get('ana-2'), named.get('luz')]).toEqual([
        'Ana López (ana-1@demo.coop)',
        'Ana López (ana-2@demo.coop)',
        'Persona luz',
      ]);
    });

    it('are limited to 20 per person, and to every 15 minutes except for administrators', async () => {
      await fixture.putPerson('eva', 'reportera');
      const often = { frequency: 'cron', cron: '*/5 * * * *' };
      expect(Object.keys((await failureOf(create(often, 'eva'))).fields ?? {})).toEqual(['cron']);
      const first = await create({ frequency: 'cron', cron: '*/15 * * * *' }, 'eva');
      await create(often, 'admin');
      const more = await Promise.allSettled(Array.from({ length: 21 }, () => create({}, 'eva')));
      expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
      expect((await failureOf(create({}, 'eva'))).code).toBe('conflict');
      const actor = await fixture.staff('eva');
      await fixture.snapshots.deactivateSchedule({ actor, id: first });
      await create({}, 'eva');
      expect((await failureOf(fixture.snapshots.restoreSchedule({ actor, id: first }))).code).toBe('conflict');
    });

    it('run three at a time per person, and workers alternate between people', async () => {
      await fixture.putPerson('iris', 'reportera');
      const ofIris = await create({}, 'iris');
      const ask = (id: string, owner: string) =>
        fixture.staff(owner).then((actor) => fixture.snapshots.runScheduleNow({ actor, id, formToken: crypto.randomUUID() }));
      const asked = await Promise.allSettled(Array.from({ length: 10 }, () => ask(ofIris, 'iris')));
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect((await failureOf(ask(ofIris, 'iris'))).code).toBe('too-many-requests');
      const ofRosa = await create();
      const { id } = await ask(ofRosa, 'rosa');
      const done: string[] = [];
      for (let job = 0; job < 4; job += 1) {
        await performNextRun(fixture.services, new AbortController().signal);
        const { rows } = await fixture.services.sql.query<{ id: string }>(
          `SELECT id FROM reportes_ejecuciones WHERE status = 'lista' AND NOT (id = ANY($1::text[])) AND ("userId" = 'iris' OR id = $2)`,
          [done, id],
        );
        done.push(...rows.map((row) => row.id));
      }
      expect(done).toHaveLength(4);
      expect(done.indexOf(id)).toBeLessThan(2);
    });

    it('are not found for others than owner and administrators, and forbidden without the menu or report', async () => {
      const id = await create({}, 'admin');
      const actor = await fixture.staff('rosa');
      expect((await failureOf(fixture.snapshots.findScheduleStory({ actor, id, part: null, before: '' }))).code).toBe('not-found');
      for (const verb of ['getSchedule', 'deactivateSchedule', 'restoreSchedule'] as const)
        expect((await failureOf(fixture.snapshots[verb]({ actor, id }))).code).toBe('not-found');
      expect((await failureOf(fixture.snapshots.setPaused({ actor, id, paused: true }))).code).toBe('not-found');
      expect((await failureOf(fixture.snapshots.runScheduleNow({ actor, id, formToken: '' }))).code).toBe('not-found');
      const update = { actor, id, given: scheduleInput(), ifVersion: '' };
      expect((await failureOf(fixture.snapshots.updateSchedule(update))).code).toBe('not-found');
      const { rows } = await fixture.snapshots.findSchedules({ actor, params: new URLSearchParams({ pageSize: '100' }) });
      expect(rows.map((row) => row.id)).not.toContain(id);
      const reader = await fixture.staff('luz');
      expect((await failureOf(fixture.snapshots.findSchedules({ actor: reader, params: new URLSearchParams() }))).code).toBe('forbidden');
      expect((await failureOf(create({ recipients: ['rosa'] }, 'luz'))).code).toBe('forbidden');
      expect((await failureOf(create({ reportId: 'user-activity' }))).code).toBe('forbidden');
    });

    it('cannot be run, changed or paused once deactivated', async () => {
      const [id, actor] = [await create(), await fixture.staff('rosa')];
      await fixture.snapshots.deactivateSchedule({ actor, id });
      expect((await failureOf(fixture.snapshots.runScheduleNow({ actor, id, formToken: '' }))).code).toBe('conflict');
      const { version: ifVersion } = await fixture.snapshots.getSchedule({ actor, id });
      expect((await failureOf(fixture.snapshots.updateSchedule({ actor, id, given: scheduleInput(), ifVersion }))).userMessage).toContain(
        'está desactivado',
      );
      expect((await failureOf(fixture.snapshots.setPaused({ actor, id, paused: true }))).code).toBe('conflict');
    });

    it('are not changed by a form when they were given to somebody else meanwhile', async () => {
      const [id, actor] = [await create(), await fixture.staff('rosa')];
      const { main } = fixture.services.documents;
      beforeNextTransaction(main, () => main.update(`reportes_programados/${id}`, { userId: 'admin' }));
      expect((await failureOf(fixture.snapshots.updateSchedule({ actor, id, given: scheduleInput(), ifVersion: '' }))).code).toBe(
        'not-found',
      );
    });

    it('merge fields that one of two people changed, and raise a conflict for a field both changed', async () => {
      const id = await create();
      const actor = await fixture.staff('rosa');
      const seen = await fixture.snapshots.getSchedule({ actor, id });
      const call = { actor, id, ifVersion: seen.version, base: { ...seen.values } };
      await fixture.snapshots.updateSchedule({ ...call, given: scheduleInput({ title: 'Otro título' }) });
      const merged = await fixture.snapshots.updateSchedule({ ...call, given: scheduleInput({ title: seen.values.title, hora: '08:00' }) });
      expect(merged?.fields).toEqual(['title']);
      await fixture.snapshots.setPaused({ actor, id, paused: true });
      const { events } = await fixture.snapshots.findScheduleStory({ actor, id, part: null, before: '' });
      expect(events.map(({ did }) => did)).toEqual([
        'cambió Estado de Activo a En pausa',
        'cambió Hora de 07:30 a 08:00',
        `cambió Título de ${seen.values.title} a Otro título`,
        'lo creó',
      ]);
      const failure = await failureOf(fixture.snapshots.updateSchedule({ ...call, given: scheduleInput({ title: 'Un tercero' }) }));
      expect(failure).toMatchObject({ code: 'conflict', details: { differing: ['title'] } });
    });
  });

  describe('runs', () => {
    it('keep the rows of the report in files whose digests are stored', async () => {
      const run = await runNow(await create());
      expect(run).toMatchObject({ status: 'lista', progress: 100, rows: 2, error: '', notSentTo: [], userId: 'rosa', params: lastMonth });
      expect(run.url).toBe(`/reports/runs/${run.id}/download`);
      const actor = await fixture.staff('rosa');
      const csv = await fixture.snapshots.openSnapshot({ actor, id: run.id, format: 'csv' });
      const content = await buffer(await csv.open());
      expect(content.toString()).toContain('Persona luz');
      expect(createHash('sha256').update(content).digest('hex')).toBe(run.dataSha256);
      const xlsx = await fixture.snapshots.openSnapshot({ actor, id: run.id, format: null });
      const workbook = await buffer(await xlsx.open());
      const sum = createHash('sha256').update(workbook).digest('hex');
      expect([xlsx.format, xlsx.bytes, sum]).toEqual(['xlsx', run.bytes, run.fileSha256]);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(new Uint8Array(workbook).buffer);
      const told = book.getWorksheet('Parámetros')?.getSheetValues().flat() ?? [];
      expect(told).toContain(run.dataSha256);
    });

    it('finished by another worker stay as they are, and send no failure e-mail', async () => {
      const { id } = await fixture.snapshots.runScheduleNow({ actor: await fixture.staff('rosa'), id: await create(), formToken: '' });
      const { main } = fixture.services.documents;
      const finish = () => main.update(`reportes_ejecuciones/${id}`, { status: 'lista', rows: 7 });
      beforeNextUpdate(main, finish, ({ status }) => status === 'lista');
      expect(await fixture.perform(id)).toMatchObject({ status: 'lista', rows: 7, error: '' });
      const { rows } = await fixture.services.sql.query(`SELECT FROM snapshot_mails WHERE run_id = $1 AND kind = 'failure'`, [id]);
      expect(rows).toEqual([]);
    });

    it('are forbidden without the menu, and not found once the file or the run is deleted', async () => {
      const { snapshots, services } = fixture;
      const id = await create();
      const actor = await fixture.staff('rosa');
      const waiting = await snapshots.runScheduleNow({ actor, id, formToken: '' });
      expect((await failureOf(snapshots.getRun({ actor: { ...actor, menus: new Set(['home']) }, id: waiting.id }))).code).toBe('forbidden');
      const run = await fixture.perform(waiting.id);
      const csv = snapshotKeys(run)?.csv ?? '';
      await services.snapshotFiles.delete(csv);
      expect((await failureOf(snapshots.openSnapshot({ actor, id: run.id, format: 'csv' }))).code).toBe('not-found');
      await services.documents.main.update(`reportes_ejecuciones/${run.id}`, { isActive: false });
      expect((await failureOf(snapshots.getRun({ actor, id: run.id }))).code).toBe('not-found');
    });

    it('have equal digests for equal data, and list added and changed rows when compared', async () => {
      const id = await create({ format: 'csv' });
      const [one, two] = [await runNow(id), await runNow(id)];
      expect(two.id).not.toBe(one.id);
      expect(two.dataSha256).toBe(one.dataSha256);
      await fixture.download(`e${id}`, 'rosa', inLastMonth(3));
      const three = await runNow(id);
      expect(three.dataSha256).not.toBe(one.dataSha256);
      const actor = await fixture.staff('rosa');
      const comparison = await fixture.snapshots.compareRuns({ actor, id: three.id, other: one.id });
      // The shares of the others are other ones now, which is no change of theirs.
      expect(comparison.counts).toEqual({ added: 1, gone: 0, changed: 0, same: 2 });
      expect(comparison.added).toMatchObject([{ key: 'rosa' }]);
      expect(comparison.after.run.id).toBe(three.id);
      const backwards = await fixture.snapshots.compareRuns({ actor, id: one.id, other: three.id });
      expect(backwards.counts).toEqual(comparison.counts);
      await fixture.download(`f${id}`, 'luz', inLastMonth(4));
      const four = await runNow(id);
      const changed = await fixture.snapshots.compareRuns({ actor, id: four.id, other: three.id });
      expect([changed.counts, changed.changed.map(({ key }) => key)]).toEqual([{ added: 0, gone: 0, changed: 1, same: 2 }, ['luz']]);
      expect(changed.totals.map(({ index, ...total }) => [changed.columns[index]?.title, total])).toEqual([
        ['Descargas', { before: 3, after: 4 }],
      ]);
      // One download in place of another: as many as before, the last one at another time.
      await fixture.services.documents.main.delete(`eventos_archivos/f${id}`);
      await fixture.services.readModel.projectNow('main', [`eventos_archivos/f${id}`]);
      await fixture.download(`g${id}`, 'luz', inLastMonth(5));
      const five = await runNow(id);
      expect(five.dataSha256).not.toBe(four.dataSha256);
      expect((await fixture.snapshots.compareRuns({ actor, id: five.id, other: four.id })).counts).toEqual({
        added: 0,
        gone: 0,
        changed: 0,
        same: 3,
      });
      const { isSame } = await fixture.snapshots.compareRuns({ actor, id: five.id, other: four.id });
      expect([isSame, (await fixture.snapshots.compareRuns({ actor, id: two.id, other: one.id })).isSame]).toEqual([false, true]);
      const other = await fixture.snapshots.runReportOnce({ actor, given: scheduleInput({ reportId: 'uploads-by-user' }), formToken: '' });
      await fixture.perform(other.id);
      expect((await failureOf(fixture.snapshots.compareRuns({ actor, id: four.id, other: other.id }))).code).toBe('invalid-input');
    });

    it('have changed rows when compared if only a percentage changed that is no part of the total', async () => {
      const prospect = (id: string, changes: Fields) =>
        fixture.put(`cotizaciones/${id}`, { tipo: 'prestamo', agencia: 'a1', createdAt: inLastMonth(1), isActive: true, ...changes });
      await prospect('ganada', { estado: false, resultado: 'ganada' });
      await prospect('otra', { estado: true });
      const id = await create({ reportId: 'quote-funnel', params: { relative: 'mes_anterior', by: 'agency' } }, 'admin');
      const before = await runNow(id, 'admin');
      await prospect('otra', { estado: false });
      const after = await runNow(id, 'admin');
      const actor = await fixture.staff('admin');
      const comparison = await fixture.snapshots.compareRuns({ actor, id: after.id, other: before.id });
      expect(comparison.counts).toEqual({ added: 0, gone: 0, changed: 1, same: 0 });
    });

    it('say when compared what they asked, and what of it differs', async () => {
      const actor = await fixture.staff('admin');
      const { compareRuns } = fixture.snapshots;
      const runOf = async (params: Record<string, string>) => runNow(await create({ params, retentionRuns: 12 }, 'admin'), 'admin');
      const [september, october] = [
        await runOf({ from: '2026-09-01', to: '2026-09-30', agencyId: 'a1' }),
        await runOf({ from: '2026-10-01', to: '2026-10-31', agencyId: 'a1' }),
      ];
      const months = await compareRuns({ actor, id: october.id, other: september.id });
      expect(months.asked).toMatchObject({ after: expect.arrayContaining([['Agencia', 'Agencia Central']]), differing: [] });
      const all = await runOf({ from: '2026-10-01', to: '2026-10-15' });
      const wider = await compareRuns({ actor, id: all.id, other: october.id });
      expect(wider.asked.before).toContainEqual(['Agencia', 'Agencia Central']);
      expect(wider.asked.after).toContainEqual(['Agencia', 'Todas']);
      expect(wider.asked.differing).toEqual(['«Agencia»', 'el largo del período']);
    });

    it('keep the columns of their rows, and are not compared with others, when a release changes the report', async () => {
      const id = await create({}, 'admin');
      const actor = await fixture.staff('admin');
      const before = await runNow(id, 'admin');
      const { registries } = fixture.services;
      const added = { name: 'added', title: 'Nueva', kind: 'integer', value: () => 0 } as const;
      const reports = registries.reports.map((report) =>
        report.id === 'downloads-by-user' ? { ...report, columns: [added, ...report.columns] } : report,
      );
      const released = { ...fixture.services, registries: { ...registries, reports } };
      const snapshots = createSnapshots(released);
      const titles = async (runId: string) => (await snapshots.getRun({ actor, id: runId })).table?.columns.map(({ title }) => title);
      expect((await titles(before.id))?.slice(0, 2)).toEqual(['Usuario', 'Agencia']);
      const { id: later } = await snapshots.runScheduleNow({ actor, id, formToken: '' });
      await performRun(released, later, new AbortController().signal);
      expect((await titles(later))?.slice(0, 2)).toEqual(['Nueva', 'Usuario']);
      expect((await failureOf(snapshots.compareRuns({ actor, id: later, other: before.id }))).userMessage).toContain('columnas');
      // Older runs stored no columns: those of today are theirs only while the rows have as many cells.
      const { snapshotFiles } = fixture.services;
      for (const run of [before, await fixture.readRun(later)]) {
        const key = snapshotKeys(run)?.rows ?? '';
        const [, ...lines] = gunzipSync(await buffer(await snapshotFiles.open(key)))
          .toString()
          .split('\n');
        await snapshotFiles.delete(key);
        await snapshotFiles.put(key, Readable.from([gzipSync(lines.join('\n'))]), { contentType: 'application/gzip' });
      }
      expect(await titles(before.id)).toBeUndefined();
      expect((await titles(later))?.slice(0, 2)).toEqual(['Nueva', 'Usuario']);
      expect((await failureOf(snapshots.compareRuns({ actor, id: later, other: before.id }))).userMessage).toContain('columnas');
      expect((await failureOf(snapshots.compareRuns({ actor, id: before.id, other: before.id }))).userMessage).toContain('columnas');
    });

    it('are created once when one form is sent twice', async () => {
      const id = await create();
      const call = { actor: await fixture.staff('rosa'), id, formToken: crypto.randomUUID() };
      const [one, two] = await Promise.all([fixture.snapshots.runScheduleNow(call), fixture.snapshots.runScheduleNow(call)]);
      expect(two).toEqual(one);
      expect(await runsOf(id)).toHaveLength(1);
    });

    it('are created again when the same form asks for another period', async () => {
      const actor = await fixture.staff('admin');
      const formToken = crypto.randomUUID();
      const ask = (params: Record<string, string>) =>
        fixture.snapshots.runReportOnce({ actor, given: scheduleInput({ params }), formToken });
      const first = await ask({ from: '2026-01-01', to: '2026-01-31', folderId: 'c1' });
      expect(await ask({ folderId: 'c1', to: '2026-01-31', from: '2026-01-01' })).toEqual(first);
      const other = await ask({ from: '2026-02-01', to: '2026-02-28', folderId: 'c1' });
      expect((await fixture.readRun(other.id)).params).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
      for (const { id } of [first, other]) await fixture.perform(id);
    });

    it('without days use the period that the report shows by default at their time', async () => {
      const now = new Date();
      const id = await createEveryMinute({ params: { folderId: 'c1' } });
      await savedAt(id, new Date(minuteBefore(0, now).getTime() - 1_000));
      const [taken = ''] = await createDueRuns(fixture.services, id, now);
      const today = dayOf(minuteBefore(0, now));
      expect((await fixture.readRun(taken)).params).toEqual({ folderId: 'c1', from: `${today.slice(0, 7)}-01`, to: today });
    });

    it('filter by all values given for one parameter, and store them one per line', async () => {
      const id = await create({ params: { relative: 'mes_anterior', userId: 'luz\r\nzoe', folderId: 'c1' } }, 'admin');
      const stored = await fixture.services.documents.main.get(`reportes_programados/${id}`);
      expect(stored?.data['params']).toEqual({ relative: 'mes_anterior', userId: 'luz\nzoe', folderId: 'c1' });
      const actor = await fixture.staff('admin');
      const { asking, values } = await fixture.snapshots.getSchedule({ actor, id });
      expect(values.params).toEqual(['folderId=c1', 'relative=mes_anterior', 'userId=luz', 'userId=zoe']);
      expect(await fixture.snapshots.describeParams({ actor, ...asking })).toContainEqual(['Usuario', 'Persona luz, Persona zoe']);
      const ofUsers = async (userId: string) => runNow(await create({ params: { relative: 'mes_anterior', userId } }, 'admin'), 'admin');
      const all = await ofUsers('luz');
      const some = await ofUsers('luz\nzoe');
      expect([some.status, some.rows, some.params]).toEqual(['lista', 1, { ...lastMonth, userId: 'luz\nzoe' }]);
      expect(some.dataSha256).toBe(all.dataSha256);
    });

    it('without a schedule belong to the person who asked for them', async () => {
      const actor = await fixture.staff('rosa');
      const { id } = await fixture.snapshots.runReportOnce({ actor, given: scheduleInput({ params: { ...lastMonth } }), formToken: '' });
      expect(await fixture.perform(id)).toMatchObject({ scheduleId: '', status: 'lista', userId: 'rosa' });
      expect((await failureOf(fixture.snapshots.getRun({ actor: await fixture.staff('luz'), id }))).code).toBe('not-found');
      expect((await fixture.snapshots.getRun({ actor: await fixture.staff('admin'), id })).ownerName).toBe('Persona rosa');
    });

    it('perform the latest of several missed times, and record the others as missed', async () => {
      const now = new Date();
      const id = await createEveryMinute();
      await savedAt(id, new Date(minuteBefore(2, now).getTime() - 1_000));
      const taken = await createDueRuns(fixture.services, id, now);
      expect(taken).toEqual([dueRunId(id, minuteBefore(0, now))]);
      expect(await createDueRuns(fixture.services, id, now)).toEqual([]);
      await fixture.perform(taken[0] ?? '');
      const statuses = (await runsOf(id)).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['lista', 'vencida', 'vencida']);
    });

    it('wait for fresh data when they are made up long after their due time', async () => {
      const now = new Date();
      const id = await create({ hora: formatTime(new Date(now.getTime() - 20 * MINUTE_MS)) });
      await savedAt(id, new Date(now.getTime() - 30 * MINUTE_MS));
      const [runId = ''] = await createDueRuns(fixture.services, id, now);
      await fixture.setFresh(new Date(now.getTime() - 25 * MINUTE_MS));
      const { readModel } = fixture.services;
      let isStale = true;
      const freshness = async () => {
        const found = await readModel.freshness();
        if (isStale) await fixture.setFresh(new Date('2099-01-01T00:00:00Z'));
        isStale = false;
        return found;
      };
      await performRun({ ...fixture.services, readModel: { ...readModel, freshness } }, runId, new AbortController().signal);
      const { asOf, status } = await fixture.readRun(runId);
      expect([status, asOf]).toEqual(['lista', new Date('2099-01-01T00:00:00Z')]);
    });

    it('perform every missed time when the schedule says so', async () => {
      const now = new Date();
      const id = await createEveryMinute({ everyDueTime: true, params: { relative: 'ayer' } });
      await savedAt(id, new Date(minuteBefore(2, now).getTime() - 1_000));
      const taken = await createDueRuns(fixture.services, id, now);
      expect(taken).toEqual([2, 1, 0].map((minutes) => dueRunId(id, minuteBefore(minutes, now))));
      const { params } = await fixture.perform(taken[0] ?? '');
      const yesterday = addDays(dayOf(minuteBefore(2, now)), -1);
      expect(params).toEqual({ from: yesterday, to: yesterday });
    });

    it('are created once by five concurrent workers', async () => {
      const now = new Date();
      const id = await createEveryMinute();
      await savedAt(id, new Date(minuteBefore(0, now).getTime() - 1_000));
      const taken = await Promise.all(Array.from({ length: 5 }, () => createDueRuns(fixture.services, id, now)));
      expect(taken.flat()).toEqual([dueRunId(id, minuteBefore(0, now))]);
      const done = await Promise.all(Array.from({ length: 5 }, () => fixture.perform(taken.flat()[0] ?? '')));
      expect(new Set(done.map(({ dataSha256 }) => dataSha256)).size).toBeLessThanOrEqual(2);
      expect(await runsOf(id)).toHaveLength(1);
    });

    it('are not due while a schedule is paused or deactivated, nor before it was saved', async () => {
      const id = await createEveryMinute();
      const actor = await fixture.staff('rosa');
      await fixture.snapshots.setPaused({ actor, id, paused: true });
      const later = new Date(Date.now() + 5 * MINUTE_MS);
      expect(await createDueRuns(fixture.services, id, later)).toEqual([]);
      await fixture.snapshots.setPaused({ actor, id, paused: false });
      expect(await createDueRuns(fixture.services, id, new Date())).toEqual([]);
      await fixture.snapshots.deactivateSchedule({ actor, id });
      expect(await createDueRuns(fixture.services, id, later)).toEqual([]);
    });

    it('leave no file of an attempt that was cut off, neither when another succeeds nor when it fails', async () => {
      const { services, snapshots } = fixture;
      const { snapshotFiles } = services;
      const actor = await fixture.staff('admin');
      /** Stops the worker when it has stored all files, but has not written yet which ones. */
      const cutOff = async (id: string) => {
        const worker = new AbortController();
        const files: FileStore = {
          ...snapshotFiles,
          put(key, ...given) {
            if (key.endsWith('.xlsx')) worker.abort();
            return snapshotFiles.put(key, ...given);
          },
        };
        await performRun({ ...services, snapshotFiles: files }, id, worker.signal);
        expect(await fixture.readRun(id)).toMatchObject({ status: 'en_proceso', dataSha256: '' });
        expect(await filesOf(id)).toHaveLength(3);
        await services.sql.query('DELETE FROM snapshot_work WHERE run_id = $1', [id]);
      };
      const scheduleId = await create({}, 'admin');
      const { id } = await snapshots.runScheduleNow({ actor, id: scheduleId, formToken: crypto.randomUUID() });
      await cutOff(id);
      await fixture.download(`d${id}`, 'luz', inLastMonth(4));
      const run = await fixture.perform(id);
      expect(run.status).toBe('lista');
      expect(await filesOf(id)).toEqual(Object.values(snapshotKeys(run) ?? {}).sort());

      const failing = await snapshots.runScheduleNow({ actor, id: scheduleId, formToken: crypto.randomUUID() });
      await cutOff(failing.id);
      await services.documents.main.update(`reportes_ejecuciones/${failing.id}`, { reportId: 'ninguno' });
      expect(await fixture.perform(failing.id)).toMatchObject({ status: 'fallida' });
      expect(await filesOf(failing.id)).toEqual([]);
    });

    it.each(['the document store', 'the file storage'])('wait while %s is away, and go on by themselves when it is back', async (away) => {
      const { services, snapshots } = fixture;
      const actor = await fixture.staff('admin');
      const { id } = await snapshots.runScheduleNow({ actor, id: await create({}, 'admin'), formToken: crypto.randomUUID() });
      const update = () => Promise.reject(storeUnavailable('Firestore is away', undefined));
      const put: FileStore['put'] = () => Promise.reject(storageUnavailable(new Error('ECONNREFUSED')));
      const broken: Services =
        away === 'the file storage'
          ? { ...services, snapshotFiles: { ...services.snapshotFiles, put } }
          : { ...services, documents: { ...services.documents, main: { ...services.documents.main, update } } };
      const isDue = () => services.sql.query('UPDATE snapshot_work SET next_at = now() WHERE run_id = $1', [id]);
      for (let attempt = 0; attempt < 8; attempt += 1) {
        await isDue();
        expect(await performRun(broken, id, new AbortController().signal)).toBe(true);
      }
      expect((await fixture.readRun(id)).status).toMatch(/^(pendiente|en_proceso)$/);
      expect((await snapshots.getRun({ actor, id })).waits).toMatch(/^En espera/);
      await isDue();
      expect(await fixture.perform(id)).toMatchObject({ status: 'lista' });
      expect((await snapshots.getRun({ actor, id })).waits).toBe('');
    });

    it('beyond the retention limit are deleted with their files, and never become due again', async () => {
      const now = new Date();
      const id = await createEveryMinute({ everyDueTime: true, retentionRuns: 2 });
      const saved = new Date(minuteBefore(3, now).getTime() - 1_000);
      await savedAt(id, saved);
      const taken = await createDueRuns(fixture.services, id, now);
      const first = await fixture.perform(taken[0] ?? '');
      // As a worker that was taken for dead would store it after all.
      const late = (snapshotKeys(first)?.csv ?? '').replace(first.dataSha256.slice(0, 32), '0'.repeat(32));
      await fixture.services.snapshotFiles.put(late, Readable.from(['x']), { contentType: 'text/csv' });
      for (const runId of taken.slice(1)) await fixture.perform(runId);
      expect((await runsOf(id)).map((run) => run.id).sort()).toEqual(taken.slice(2).sort());
      const keys = Object.values(snapshotKeys(first) ?? {});
      expect(keys).toHaveLength(3);
      expect(await filesOf(first.id)).toEqual([]);
      await fixture.services.sql.query(`DELETE FROM reportes_ejecuciones WHERE "scheduleId" = $1`, [id]);
      expect(await createDueRuns(fixture.services, id, now)).toEqual([]);
    });
  });

  describeRights({ fixture: () => fixture, create, runNow });
}

await describeOnStores('snapshots', (stores) => describeSnapshots(() => createSnapshotsFixture(stores)));

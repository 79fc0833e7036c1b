import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isProofNeeded } from '../../domain/proof.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { failureOf } from '../../testing/failures.ts';
import type { Run } from './run-document.ts';
import { findRunSource } from './run-source.ts';
import { sendRunMail } from './send-run-mail.ts';
import { scheduleInput, type ScheduleChanges, type SnapshotsFixture } from './testing/snapshots-fixture.ts';

interface World {
  fixture: () => SnapshotsFixture;
  /** Ids of schedules; of Rosa unless said. */
  create: (changes?: ScheduleChanges, owner?: string) => Promise<string>;
  runNow: (id: string, actor?: string) => Promise<Run>;
}

/** Who is sent a run, and whose rights make it. */
export function describeRights({ fixture, create, runNow }: World): void {
  describe('rights', () => {
    const mailed = () =>
      fixture()
        .smtp.mails.splice(0)
        .map(({ to }) => to);
    const send = async (runId: string, userIds: readonly string[]) => {
      for (const userId of userIds) await sendRunMail(fixture().services, { runId, userId });
    };

    const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);
    const listed = async (person: string, scheduleId: string) =>
      idsOf(await fixture().snapshots.findRuns({ actor: await fixture().staff(person), params: new URLSearchParams({ scheduleId }) }));
    const mine = async (person: string, scheduleId: string) =>
      idsOf(await fixture().snapshots.findMyReports({ actor: await fixture().staff(person), params: new URLSearchParams({ scheduleId }) }));

    it('are checked for each recipient at sending: without the menu nothing is sent, and the run says so', async () => {
      const id = await create({ recipients: ['luz', 'beto'] });
      mailed();
      const first = await runNow(id);
      await send(first.id, ['luz', 'beto']);
      expect(mailed().sort()).toEqual(['beto@demo.coop', 'luz@demo.coop']);
      await fixture().put('permisos_rol/sinnada', { menus: ['home'] });
      await fixture().put('roles/sinnada', { title: 'Sin nada', isActive: true });
      await fixture().putPerson('luz', 'sinnada');
      const second = await runNow(id);
      await send(second.id, ['luz', 'beto']);
      expect(mailed()).toEqual(['beto@demo.coop']);
      expect(second.notSentTo).toEqual([{ userId: 'luz', reason: 'No tiene permiso para abrir este reporte.' }]);
      expect((await failureOf(fixture().snapshots.getRun({ actor: await fixture().staff('luz'), id: second.id }))).code).toBe('forbidden');
      await fixture().putPerson('luz', 'lectora');
      // With the rights of before she reads what was made for them, and not what was made while she had none.
      const luz = await fixture().staff('luz');
      expect((await fixture().snapshots.getRun({ actor: luz, id: first.id })).run.rows).toBe(first.rows);
      expect((await failureOf(fixture().snapshots.getRun({ actor: luz, id: second.id }))).code).toBe('forbidden');
    });

    it('keep runs and own schedules from a person who may not export the report', async () => {
      const id = await create({ recipients: ['beto'] });
      await fixture().put('permisos_rol/miradora', { menus: ['home', 'briefcase-reports'], accionesNegadas: ['briefcase-reports:export'] });
      await fixture().put('roles/miradora', { title: 'Miradora', isActive: true });
      await fixture().putPerson('beto', 'miradora');
      const run = await runNow(id);
      expect(run.notSentTo).toEqual([{ userId: 'beto', reason: 'Su rol no permite exportar este reporte.' }]);
      expect(Object.keys(run.readers)).not.toContain('beto');
      expect((await failureOf(create({ recipients: ['beto'] }, 'beto'))).userMessage).toContain('no permite exportar');
      await fixture().putPerson('beto', 'lectora');
    });

    it('close a run, in lists and e-mails too, to its owner and recipients once their rights differ', async () => {
      const id = await create({ recipients: ['luz'] });
      const run = await runNow(id);
      const see = async (person: string) =>
        fixture().snapshots.openSnapshot({ actor: await fixture().staff(person), id: run.id, format: null });
      expect((await see('luz')).bytes).toBeGreaterThan(0);
      expect((await see('rosa')).bytes).toBeGreaterThan(0);
      const folders = (one: string) => ({ briefcase_permissions: { folders: [one] } });
      await fixture().putPerson('luz', 'lectora', folders('una-carpeta'));
      expect(await failureOf(see('luz'))).toMatchObject({ code: 'forbidden', userMessage: expect.stringContaining('no puede abrir') });
      await fixture().putPerson('rosa', 'reportera', folders('una-carpeta'));
      expect(await failureOf(see('rosa'))).toMatchObject({
        code: 'forbidden',
        userMessage: expect.stringContaining('Vuelva a ejecutarlo'),
      });
      expect((await see('admin')).bytes).toBeGreaterThan(0);
      mailed();
      await send(run.id, ['luz']);
      expect(mailed()).toEqual([]);
      // Nor do lists tell that it is there.
      expect([await listed('rosa', id), await mine('rosa', id), await mine('luz', id)]).toEqual([[], [], []]);
      expect(await listed('admin', id)).toEqual([run.id]);
      await fixture().putPerson('luz', 'lectora');
      await fixture().putPerson('rosa', 'reportera');
      expect([await listed('rosa', id), await mine('rosa', id), await mine('luz', id)]).toEqual([[run.id], [run.id], [run.id]]);
      expect(await mine('beto', id)).toEqual([]);
    });

    it('to the report alone allow a schedule for oneself, but not for other recipients', async () => {
      const { snapshots } = fixture();
      const beto = await fixture().staff('beto');
      const others = create({ recipients: ['beto', 'luz'] }, 'beto');
      expect(await failureOf(others)).toMatchObject({ code: 'forbidden', userMessage: expect.stringContaining('solo para usted') });
      expect((await failureOf(create({ reportId: 'user-activity', params: {} }, 'beto'))).code).toBe('forbidden');
      const id = await create({ recipients: ['beto'] }, 'beto');
      expect(await snapshots.findRecipients({ actor: beto, chosen: [] })).toEqual([{ id: 'beto', name: 'Persona beto' }]);
      const { version } = await snapshots.getSchedule({ actor: beto, id });
      const given = scheduleInput({ title: 'Solo mío', recipients: ['luz'] });
      expect((await failureOf(snapshots.updateSchedule({ actor: beto, id, ifVersion: version, given }))).code).toBe('forbidden');
      await snapshots.updateSchedule({ actor: beto, id, ifVersion: version, given: { ...given, recipients: ['beto'] } });
      const ofRosa = await create({ recipients: ['beto'] });
      for (const act of [snapshots.getSchedule, snapshots.deactivateSchedule])
        expect((await failureOf(act({ actor: beto, id: ofRosa }))).code).toBe('not-found');
      const run = await runNow(id, 'beto');
      const params = new URLSearchParams({ scheduleId: id });
      const page = await snapshots.findMyReports({ actor: beto, params });
      expect(page.rows).toMatchObject([{ id: run.id, scheduleTitle: 'Solo mío', isNew: true }]);
      expect(page.schedules.map((schedule) => schedule.id)).toEqual([id]);
      const offered = page.selects.find(({ name }) => name === 'reportId')?.options.map(({ value }) => value);
      expect(offered).toContain(scheduleInput().reportId);
      expect(offered, 'a report that he may not open').not.toContain('user-activity');
      const { table } = await snapshots.getRun({ actor: beto, id: run.id, params: new URLSearchParams({ page: '1' }) });
      expect(table).toMatchObject({ page: 1, total: run.rows });
      expect(table?.rows).toHaveLength(run.rows);
      expect((await snapshots.findMyReports({ actor: beto, params })).rows).toMatchObject([{ isNew: false }]);
      await snapshots.deactivateSchedule({ actor: beto, id });
      expect((await snapshots.findMyReports({ actor: beto, params })).schedules).toEqual([]);
      await fixture().put('permisos_rol/sinreportes', { menus: ['home', 'agencies'] });
      await fixture().put('roles/sinreportes', { title: 'Sin reportes', isActive: true });
      await fixture().putPerson('nadia', 'sinreportes');
      const actor = await fixture().staff('nadia');
      for (const act of [snapshots.findMyReports, snapshots.exportMyRuns])
        expect((await failureOf(Promise.resolve().then((): Promise<unknown> => act({ actor, params })))).code).toBe('forbidden');
    });

    it('apply to each row: a recipient with fewer folders gets no run, one with the same folders gets it', async () => {
      for (const [index, folder] of ['actas', 'sueldos'].entries()) {
        await fixture().put(`maletin_carpetas/${folder}`, { nombre: folder, estado: true });
        await fixture().put(`maletin_archivos/archivo-${folder}`, {
          nombre: 'Acta',
          carpetaId: folder,
          bytes: 1_000 * (index + 1),
          contentType: 'application/pdf',
        });
      }
      await fixture().put('permisos_rol/archivera', { menus: ['home', 'reports', 'briefcase-files'] });
      await fixture().put('roles/archivera', { title: 'Archivera', isActive: true });
      await fixture().putPerson('luz', 'archivera', { briefcase_permissions: { folders: ['actas'] } });
      await fixture().putPerson('beto', 'archivera', { briefcase_permissions: { folders: ['actas', 'sueldos'] } });
      const id = await create({ reportId: 'storage', params: {}, recipients: ['luz', 'beto'] }, 'admin');
      const run = await runNow(id, 'admin');
      expect(run.rows).toBe(2);
      expect(run.notSentTo).toEqual([{ userId: 'luz', reason: expect.stringContaining('Vería filas que no puede abrir') }]);
      const see = async (person: string) =>
        fixture().snapshots.openSnapshot({ actor: await fixture().staff(person), id: run.id, format: null });
      expect((await failureOf(see('luz'))).code).toBe('forbidden');
      expect((await see('beto')).bytes).toBeGreaterThan(0);
      mailed();
      await send(run.id, ['luz', 'beto']);
      expect(mailed()).toEqual(['beto@demo.coop']);

      // An administrator would see more, and is told what the owner sees.
      const ofLuz = await runNow(await create({ reportId: 'storage', params: {}, recipients: ['admin'] }, 'luz'), 'luz');
      const scope = 'Solo las carpetas que puede abrir Persona luz';
      expect([ofLuz.rows, ofLuz.notSentTo]).toEqual([1, []]);
      const { snapshots, smtp } = fixture();
      expect(await snapshots.getRun({ actor: await fixture().staff('admin'), id: ofLuz.id })).toMatchObject({ scope, table: { total: 1 } });
      expect(await snapshots.getRun({ actor: await fixture().staff('admin'), id: run.id })).toMatchObject({ scope: '' });
      await send(ofLuz.id, ['admin']);
      expect(smtp.mails[0]?.source.replace(/=\r\n/g, '')).toContain(`Alcance: ${scope}.`);
      mailed();
      await fixture().putPerson('luz', 'lectora');
      await fixture().putPerson('beto', 'lectora');
    });

    describe('that are the same', () => {
      const DAY = new Date('2026-05-12T15:00:00Z');
      const digitized = async (place: string, data: Fields) => {
        const { documents, readModel } = fixture().services;
        await documents.digitalization.set(place, { isActive: true, createdAt: DAY, ...data });
        await readModel.projectNow('digitalization', [place]);
      };

      it('do not stand for the rows of a list that differs per person: a colleague gets a report only if it shows them the same', async () => {
        await fixture().put('permisos_rol/archivo', { menus: ['home', 'reports', 'packages-sent', 'digitalization-documents'] });
        await fixture().put('roles/archivo', { title: 'Archivo', isActive: true });
        await digitized('permisos_documentos/propios', { agencyScope: 'own', permissions: { legal: { poder: ['view'] } } });
        const rights = { agency: 'a1', digitalization_permission_id: 'propios' };
        for (const person of ['mara', 'nora']) await fixture().putPerson(person, 'archivo', rights);
        await fixture().put('vistas_guardadas/v-enviados', {
          nombre: 'Mis paquetes',
          lista: '/maintenance/digitalization/packagesShips/send/list-packages',
          consulta: '',
          columnas: [],
          userId: 'mara',
          isActive: true,
        });
        const sentPackages = await create({ reportId: 'vista', params: { vista: 'v-enviados' }, recipients: ['nora'] }, 'mara');
        const withoutFile = await create({ reportId: 'documents-without-file', params: {}, recipients: ['nora'] }, 'mara');
        await digitized('documentos/de-todas', { categoryId: 'legal', documentId: 'poder', agencyId: 'a1', userId: '', url: '' });
        for (const id of [sentPackages, withoutFile]) {
          const run = await runNow(id, 'mara');
          expect([run.notSentTo, Object.keys(run.readers).sort()]).toEqual([[], ['mara', 'nora']]);
        }
        await digitized('PACKAGES/de-mara', { from: 'mara', fromUser: { id: 'mara', agency: 'a1' }, agencyId: 'a2', status: 'SENT' });
        await digitized('documentos/de-mara', { categoryId: 'legal', documentId: 'poder', agencyId: 'a2', userId: 'mara', url: '' });
        for (const id of [sentPackages, withoutFile]) {
          const run = await runNow(id, 'mara');
          expect(run.notSentTo).toEqual([{ userId: 'nora', reason: expect.stringContaining('Vería filas que no puede abrir') }]);
          expect(Object.keys(run.readers)).toEqual(['mara']);
        }
      });

      it('do not stand for a search of a list that also finds rows by names, which may depend on the person', async () => {
        const rosa = await fixture().staff('rosa');
        const accessOf = (query: string, id: string) => {
          const direccion = `/maintenance/digitalization/packagesShips/received/list-packages?${query}`;
          return findRunSource(fixture().services, { reportId: 'vista', params: { direccion } })?.access({ ...rosa, id });
        };
        expect(await accessOf('status=SENT', 'rosa')).toEqual(await accessOf('status=SENT', 'luz'));
        expect(await accessOf('q=ana', 'rosa')).not.toEqual(await accessOf('q=ana', 'luz'));
      });
    });

    it('withdrawn between the run and the e-mail stop the e-mail', async () => {
      const id = await create({ recipients: ['luz'] });
      const run = await runNow(id);
      await fixture().putPerson('luz', 'lectora', { state: false });
      mailed();
      await send(run.id, ['luz']);
      expect(mailed()).toEqual([]);
      expect((await fixture().readRun(run.id)).notSentTo).toEqual([{ userId: 'luz', reason: 'Está desactivada o ya no existe.' }]);
      await fixture().putPerson('luz', 'lectora');
    });

    it('lost by the owner make the run fail, and administrators are told once', async () => {
      await fixture().putPerson('dueña', 'reportera');
      const id = await create({ recipients: ['beto'] }, 'dueña');
      await fixture().putPerson('dueña', 'reportera', { state: false });
      mailed();
      const run = await runNow(id, 'admin');
      await send(run.id, ['admin', 'beto']);
      expect(run).toMatchObject({ status: 'fallida', error: 'Su dueño está desactivado o ya no existe.', dataSha256: '' });
      expect(mailed()).toEqual(['admin@demo.coop']);
      const again = await runNow(id, 'admin');
      await send(again.id, ['admin', 'beto']);
      expect(mailed()).toEqual([]);
      await fixture().putPerson('dueña', 'sinnada');
      expect(await runNow(id, 'admin')).toMatchObject({
        status: 'fallida',
        error: 'Persona dueña ya no tiene permiso para abrir este reporte.',
      });
    });

    it('of the owner decide about a run of a view, which fails once the view is deleted or unshared', async () => {
      const put: SnapshotsFixture['put'] = (place, data) => fixture().put(place, data);
      await put('permisos_rol/asociada', { menus: ['home', 'reports', 'customers'] });
      await put('roles/asociada', { title: 'Asociada', isActive: true });
      await fixture().putPerson('vera', 'asociada');
      for (const [id, nombre, estado] of [
        ['c1', 'Ana Cruz', true],
        ['c2', 'Berta Sis', false],
        ['c3', 'Carla Tun', false],
      ] as const)
        await put(`clientes/${id}`, { nombre, codigo: id, agencia: 'a1', estado, createdAt: new Date(), isActive: true });
      const view = { nombre: 'De baja', lista: '/customers/list-customers', consulta: 'estado=false&sort=nombre&dir=asc', userId: 'admin' };
      const keep = (changes: Fields) =>
        put('vistas_guardadas/v1', {
          ...view,
          columnas: ['nombre', 'estado'],
          roles: ['asociada'],
          agencias: [],
          isActive: true,
          ...changes,
        });
      await keep({});
      const asked = { reportId: 'vista', params: { vista: 'v1' } };
      const vera = await fixture().staff('vera');
      expect(await failureOf(create({ ...asked, params: { vista: 'v2' } }, 'vera'))).toMatchObject({
        fields: { 'params.vista': [expect.any(String)] },
      });
      const old = { ...vera, signedInLongAgo: true as const };
      expect(
        isProofNeeded(await failureOf(fixture().snapshots.createSchedule({ actor: old, given: scheduleInput(asked), formToken: '' }))),
      ).toBe(true);
      const id = await create({ ...asked, recipients: ['luz', 'admin'], delivery: 'adjunto' }, 'vera');
      expect(await fixture().snapshots.findSchedulableViews({ actor: vera, userId: 'vera' })).toEqual([
        { value: 'v1', label: 'De baja · Asociados' },
      ]);

      const run = await runNow(id, 'vera');
      expect(run).toMatchObject({
        status: 'lista',
        rows: 2,
        asOf: new Date('2099-01-01T00:00:00Z'),
        params: { vista: 'v1', nombre: 'De baja' },
      });
      expect(run.notSentTo).toEqual([{ userId: 'luz', reason: 'No tiene permiso para abrir este reporte.' }]);
      await fixture().services.documents.main.update(`reportes_ejecuciones/${run.id}`, { rows: 501 });
      expect(isProofNeeded(await failureOf(fixture().snapshots.openSnapshot({ actor: old, id: run.id, format: null })))).toBe(true);
      await fixture().services.documents.main.update(`reportes_ejecuciones/${run.id}`, { rows: 2 });
      const seen = await fixture().snapshots.getRun({ actor: vera, id: run.id });
      expect(seen.table?.columns.map(({ title }) => title)).toEqual(['Nombre', 'Estado']);
      expect(seen.table?.rows.map(({ key, cells }) => [key, cells[0]])).toEqual([
        ['c2', 'Berta Sis'],
        ['c3', 'Carla Tun'],
      ]);
      expect(await fixture().snapshots.describeParams({ actor: vera, ...run })).toEqual([
        ['Vista', 'De baja'],
        ['Estado', 'Inactivo'],
        ['Columnas', 'Nombre, Estado'],
      ]);

      mailed();
      await send(run.id, ['admin']);
      expect(mailed()).toEqual(['admin@demo.coop']);
      const kept = await fixture().snapshots.openSnapshot({ actor: vera, id: run.id, format: 'csv' });
      await buffer(await kept.open());
      const leaving = {
        collection: 'auditoria',
        where: [{ field: 'targetPath', op: '==', value: 'exportaciones/customers.list-customers' }],
      } as const;
      const title = expect.stringContaining('Reporte') as string;
      const told = { title, url: `/reports/runs/${run.id}`, rows: 2 };
      const entries = (await fixture().services.documents.main.query(leaving)).map(({ data }) => data);
      expect(entries.sort((a, b) => Number('sentTo' in Object(b['newData'])) - Number('sentTo' in Object(a['newData'])))).toEqual([
        expect.objectContaining({
          action: 'DATOS EXPORTADOS',
          user: 'vera',
          userName: 'Persona vera',
          newData: { ...told, format: 'correo (xlsx, csv)', sentTo: 'admin' },
        }),
        expect.objectContaining({ action: 'DATOS EXPORTADOS', user: 'vera', newData: { ...told, format: 'csv' } }),
      ]);
      // The same rows in three ways are two members; with other files of the day they may be too many for an old session.
      const open = () => fixture().snapshots.openSnapshot({ actor: old, id: run.id, format: 'csv' });
      await open();
      const other = { title: 'Asociados', url: '/customers/list-customers?q=a', format: 'csv', rows: 499 };
      await put('auditoria/otra-parte', {
        user: 'vera',
        action: 'DATOS EXPORTADOS',
        targetPath: 'exportaciones/customers.list-customers',
        newData: other,
        at: new Date(),
      });
      expect((await failureOf(open())).userMessage).toContain('501 asociados en 24 horas');

      await put('clientes/c3', { nombre: 'Carla Tun', codigo: 'c3', agencia: 'a1', estado: true, createdAt: new Date(), isActive: true });
      const second = await runNow(id, 'vera');
      const changes = await fixture().snapshots.compareRuns({ actor: vera, id: run.id, other: second.id });
      expect(changes.gone.map(({ key }) => key)).toEqual(['c3']);
      await keep({ consulta: 'estado=true' });
      const third = await runNow(id, 'vera');
      expect(third.rows).toBe(2);
      expect((await failureOf(fixture().snapshots.compareRuns({ actor: vera, id: third.id, other: second.id }))).userMessage).toContain(
        'La vista cambió',
      );

      // Masked as the list is, and of their own agency alone once the role is; what was kept before is closed.
      await put('clientes/c4', { nombre: 'Dora Paz', dpi: '2345678910101', agencia: 'a2', estado: true, createdAt: new Date() });
      await keep({ consulta: 'estado=true&sort=nombre', columnas: ['nombre', 'dpi'] });
      const cellsOf = async ({ id: runId }: Run) => {
        const { table } = await fixture().snapshots.getRun({ actor: await fixture().staff('vera'), id: runId });
        return table?.rows.map(({ cells }) => cells);
      };
      const all = await runNow(id, 'vera');
      expect(await cellsOf(all)).toEqual([
        ['Ana Cruz', ''],
        ['Carla Tun', ''],
        ['Dora Paz', '•••• ••••• 0101'],
      ]);
      await put('roles/asociada', { title: 'Asociada', isActive: true, soloAgencia: true });
      await fixture().putPerson('vera', 'asociada', { agency: 'a1' });
      expect((await failureOf(cellsOf(all))).code).toBe('forbidden');
      expect((await cellsOf(await runNow(id, 'vera')))?.map(([nombre]) => nombre)).toEqual(['Ana Cruz', 'Carla Tun']);
      const failed = async () => (await runNow(id, 'vera')).error;
      await keep({ consulta: 'estado=true&filtroquefue=1' });
      expect(await failed()).toContain('ya no tiene el filtro «filtroquefue»');
      await keep({ roles: [] });
      expect(await failed()).toContain('La vista ya no está al alcance de Persona vera');
      expect((await fixture().snapshots.getSchedule({ actor: vera, id })).problem).toContain('dejó de compartirse');
      await keep({ isActive: false });
      expect(await failed()).toContain('La vista ya no está al alcance');
    });
  });
}

import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { resolveRelativeDays } from '#server/features/snapshots/domain/relative-days.ts';
import { startOfDay } from '#server/domain/dates.ts';
import type { SmtpServer } from '#server/features/snapshots/testing/smtp-server.ts';
import { personOf, type PortalClient, type Visitor } from '../http/portal-client.ts';
import { runSchedule, WAIT, weekly } from './run-schedule.ts';

const HOUR_MS = 3_600_000;

/** Snapshots of reports in a full portal: other programs change schedules, people and events, and the worker runs. */
export function describeSnapshotChecks(given: { portal: PortalClient; smtp: SmtpServer; admin: () => Visitor }): void {
  const { portal, smtp, admin } = given;
  const mailed = () => smtp.mails.splice(0).map(({ to }) => to);
  const reader = (id: string, role: string, more: Fields = {}) =>
    portal.put(`usuarios/${id}`, { ...personOf(`Persona ${id}`, `${id}@demo.coop`, role), ...more });

  describe('snapshots of reports', () => {
    beforeAll(async () => {
      smtp.mood = 'takes';
      await portal.put('roles/lee-reportes', { title: 'Lee reportes', value: 'lee-reportes', isActive: true });
      await portal.put('permisos_rol/lee-reportes', { menus: ['home', 'reports', 'briefcase-reports'] });
      await portal.put('roles/lee-nada', { title: 'Lee nada', value: 'lee-nada', isActive: true });
      await portal.put('permisos_rol/lee-nada', { menus: ['home'] });
      for (const id of ['luz', 'beto', 'duena']) await reader(id, 'lee-reportes');
    }, WAIT.timeout);

    it('are not sent to a recipient who lost the menu, and record the reason', { timeout: 120_000 }, async () => {
      await portal.put('reportes_programados/para-dos', weekly(admin(), { recipients: ['luz', 'beto'] }));
      mailed();
      await runSchedule(portal, admin(), 'para-dos');
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(2), WAIT);
      expect(mailed().sort()).toEqual(['beto@demo.coop', 'luz@demo.coop']);
      await reader('luz', 'lee-nada');
      const runId = await runSchedule(portal, admin(), 'para-dos');
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), WAIT);
      expect(await portal.stored(`reportes_ejecuciones/${runId}`)).toMatchObject({
        notSentTo: [{ userId: 'luz', reason: 'No tiene permiso para abrir este reporte.' }],
      });
      expect(mailed()).toEqual(['beto@demo.coop']);
    });

    it('fail when their owner is deactivated, and an administrator is told by e-mail', { timeout: 120_000 }, async () => {
      await portal.put('reportes_programados/sin-duena', weekly({ ...admin(), id: 'duena' }, { recipients: ['beto'] }));
      await reader('duena', 'lee-reportes', { state: false });
      mailed();
      const runId = await runSchedule(portal, admin(), 'sin-duena', 'fallida');
      const run = await portal.stored(`reportes_ejecuciones/${runId}`);
      expect(run).toMatchObject({ error: 'Su dueño está desactivado o ya no existe.', dataSha256: '' });
      await vi.waitFor(() => expect(smtp.mails.map(({ to }) => to)).toContain('lucia@demo.coop'), WAIT);
      expect(mailed()).not.toContain('beto@demo.coop');
    });

    it('show an event that another program backdates as exactly one new row', { timeout: 120_000 }, async () => {
      const params = { relative: 'mes_anterior' };
      await portal.put('reportes_programados/del-mes', weekly(admin(), { reportId: 'downloads-by-user', params }));
      const before = await runSchedule(portal, admin(), 'del-mes');
      const same = await runSchedule(portal, admin(), 'del-mes');
      expect(await compared(same, before)).toContain(figures(0));
      await reader('recien-vista', 'lee-nada');
      const at = new Date(startOfDay(resolveRelativeDays('mes_anterior', new Date()).from).getTime() + HOUR_MS);
      await portal.put('eventos_archivos/con-fecha-de-antes', {
        kind: 'download',
        area: 'briefcase',
        fileId: 'f1',
        fileName: 'Acta.pdf',
        folderId: 'k1',
        at,
        userId: 'recien-vista',
        userName: 'Persona recien-vista',
        agencyId: 'a1',
      });
      const after = await runSchedule(portal, admin(), 'del-mes');
      const page = await compared(after, before);
      expect(page).toContain(figures(1));
      expect(page.split('Persona recien-vista')).toHaveLength(2);
    });
  });

  /** Text of the page that compares two runs. */
  async function compared(runId: string, other: string): Promise<string> {
    const answer = await portal.ask(admin(), `/reports/runs/${runId}?compare=${other}`, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(200);
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
    return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  }
}

/** Expected text of the comparison. */
const figures = (added: number) => `Filas nuevas ${added} Filas que ya no están 0 Filas que cambiaron 0`;

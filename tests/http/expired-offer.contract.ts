import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { personOf, type PortalClient, type Visitor } from './portal-client.ts';

const OFFER = 'plazas_vacantes/ayer';
const NAME = 'Guardián de noche';
const ITS = `q=${encodeURIComponent(NAME)}`;
const HEALTH = '/reports/content-health';
const ADVICE = /Guardián de noche.*Plaza vencida sin ocultar.*Ocúltela o cambie su fecha.*Plazas vacantes/;
const EMAIL = 'contenidos@prueba.coop';

interface Answer {
  rows: { kind: string; title: string; href: string; detail: string }[];
  counts: { value: string; count: number }[];
  total: number;
}

/** What happens to a job offer whose last day was yesterday. */
export function describeExpiredOffer(portal: PortalClient): void {
  let admin: Visitor;
  const fileAt = async (address: string) => (await portal.ask(admin, address)).text();
  const health = async () => JSON.parse(await fileAt(`${HEALTH}.json?tipo=plaza-vencida&${ITS}`)) as Answer;
  const offersFile = (query = '') => fileAt(`/job-offers/list-job-offer/export?format=csv&${ITS}${query}`);

  describe('a job offer whose last day was yesterday', () => {
    beforeAll(async () => {
      admin = await portal.enter({ id: 'contenidos', email: EMAIL, data: personOf('Alma Contenidos', EMAIL, 'admin') });
      const yesterday = addDays(dayOf(new Date()), -1);
      await portal.put(OFFER, { nombre: NAME, fechaPapeleria: yesterday, estado: true, isActive: true, agencia: '' });
    });

    it('is Vencida in the export and the filter of its list, and a finding of content health', async () => {
      expect(await offersFile()).toMatch(/Guardián de noche.*Vencida/);
      expect(await offersFile('&publicacion=vencida')).toContain(NAME);
      expect(await offersFile('&publicacion=publicada')).not.toContain(NAME);
      const { rows, counts, total } = await health();
      expect(rows).toMatchObject([{ title: NAME, href: '/job-offers/list-job-offer/ayer/edit' }]);
      expect([total, counts.find(({ value }) => value === 'plaza-vencida')?.count]).toEqual([1, 1]);
    });

    it('is in the CSV of findings with advice, and also in their workbook', async () => {
      expect(await fileAt(`${HEALTH}/export?format=csv`)).toMatch(ADVICE);
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(await (await portal.ask(admin, `${HEALTH}/export?format=xlsx&tipo=plaza-vencida`)).arrayBuffer());
      const rows: string[] = [];
      workbook.worksheets[1]?.eachRow(({ values }) => rows.push(JSON.stringify(values)));
      expect(rows).toContainEqual(expect.stringMatching(ADVICE));
    });

    it('is hidden by the job, with its audit entry, once publicacionAutomatica is on, and is no finding then', async () => {
      await portal.publish();
      expect(await portal.stored(OFFER)).toMatchObject({ estado: true });
      await portal.put('configuracion/portal', { publicacionAutomatica: true });
      // Each process caches the settings for up to a second.
      await expect
        .poll(async () => {
          await portal.publish();
          return (await portal.stored(OFFER))['estado'];
        })
        .toBe(false);
      expect((await portal.auditOf(OFFER)).map(({ user, userName, action }) => [user, userName, action])).toEqual([
        ['publicacion-automatica', 'Publicación automática', AUDIT_ACTIONS.contentExpired],
      ]);
      await expect.poll(async () => (await health()).total).toBe(0);
      expect(await offersFile()).toMatch(/Guardián de noche.*Vencida/);
    });
  });
}

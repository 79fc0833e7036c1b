import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '#server/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { publishContents } from '#server/features/publishing/publish-contents.ts';
import { useTestWeb } from './test-web.ts';

const web = useTestWeb();
const yesterday = addDays(dayOf(new Date()), -1);
const OFFER = 'plazas_vacantes/ayer';
const HEALTH = '/reports/content-health';

interface Answer {
  rows: { kind: string; title: string; href: string; detail: string }[];
  counts: { value: string; count: number }[];
  total: number;
}
const health = async (query = ''): Promise<Answer> => (await web.getSigned(`${HEALTH}.json${query}`)).json() as Promise<Answer>;
const put = async (path: string, data: Fields) => {
  await web.portal.documents.main.create(path, data);
  await web.portal.readModel.projectNow('main', [path]);
};
const offersFile = async (query = '') => (await web.getSigned(`/job-offers/list-job-offer/export?format=csv${query}`)).text();

beforeAll(() => put(OFFER, { nombre: 'Guardián de noche', fechaPapeleria: yesterday, estado: true, agencia: '' }));

describe('an offer of which yesterday was the last day', () => {
  it('is Vencida in the file of its list, by which it is filtered, and among what members see wrong', async () => {
    expect(await offersFile()).toMatch(/Guardián de noche.*Vencida/);
    expect(await offersFile('&publicacion=vencida')).toContain('Guardián de noche');
    expect(await offersFile('&publicacion=publicada')).not.toContain('Guardián de noche');
    const { rows, counts, total } = await health('?tipo=plaza-vencida');
    expect(rows).toMatchObject([{ title: 'Guardián de noche', href: '/job-offers/list-job-offer/ayer/edit' }]);
    expect([total, counts.find(({ value }) => value === 'plaza-vencida')?.count]).toEqual([1, 1]);
  });

  it('is in the workbook and the file of the findings, with what to do', async () => {
    const file = await (await web.getSigned(`${HEALTH}/export?format=csv`)).text();
    expect(file).toMatch(/Plaza vencida.*Plazas vacantes.*Guardián de noche.*Ocúltela o cambie su fecha/);
    const workbook = await web.getSigned(`${HEALTH}/export?format=xlsx&tipo=plaza-vencida`);
    expect([workbook.status, workbook.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  });

  it('is off after the job once the cooperative wants it, with an entry that names the job, and no finding any more', async () => {
    await publishContents(web.portal);
    expect((await web.portal.documents.main.get(OFFER))?.data['estado']).toBe(true);
    await web.portal.documents.main.set('configuracion/portal', { publicacionAutomatica: true });
    await web.portal.liveSettings.reload();
    await publishContents(web.portal);
    expect((await web.portal.documents.main.get(OFFER))?.data['estado']).toBe(false);
    const entries = await web.portal.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: OFFER }],
    });
    expect(entries.map(({ data }) => [data['user'], data['userName'], data['action']])).toEqual([
      ['publicacion-automatica', 'Publicación automática', AUDIT_ACTIONS.contentExpired],
    ]);
    expect((await health('?tipo=plaza-vencida')).total).toBe(0);
    expect(await offersFile()).toMatch(/Guardián de noche.*Vencida/);
  });
});

it('is asked with a session only, and takes any parameters', async () => {
  expect((await web.get(`${HEALTH}.json`, { headers: { Accept: 'application/json' } })).status).toBe(401);
  for (const query of [
    '?tipo=nada&menu=x',
    '?page=abc&pageSize=9999&sort=drop&dir=up',
    `?q=${'%25'.repeat(400)}`,
    '?cursor=%00%ff',
    '?tipo=a&tipo=b',
  ])
    expect((await web.getSigned(`${HEALTH}.json${query}`)).status, query).toBe(200);
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { dayOf } from '../../domain/dates.ts';
import type { Staff } from '../../domain/permissions.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { List } from '../../lists/list.ts';
import { REPORTS } from '../../registries.ts';
import { putStaffRow } from '../../testing/staff-rows.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { FILES } from '../briefcase/file-list.ts';
import { DOCUMENTS } from '../documents/document-list.ts';
import { clerk, createDocumentsFixture } from '../documents/testing/documents-fixture.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from '../packages/package-lists.ts';
import { QUOTES } from '../quotes/quote-list.ts';
import { MY_REPORTS_URL, myRunList, runList } from '../snapshots/run-list.ts';
import { rightsOf } from '../../staff/rights.ts';
import { createInbox } from './index.ts';
import { someServices } from '../../testing/some-services.ts';

const fixture = await createDocumentsFixture();
const { sql } = fixture;
const inbox = createInbox(someServices({ sql }));

const RUNS = runList(REPORTS);

/** Files may be added to promissory notes only. */
const VIEW = { legal: { pagare: ['view', 'create'], hipoteca: ['view'] } };
const ana = clerk('ana', VIEW);
const dora = clerk('dora', {});
const people = [
  ana,
  clerk('beto', VIEW, { agencyId: 'sur' }),
  clerk('cata', VIEW, { agencyScope: 'own', agencyId: '' }),
  dora,
  testStaff({ id: 'jefa' }),
];

const STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED', 'LOST'];
const HOLDERS = ['', 'ana', 'beto', 'cata'];

/** Of prospects that wait for Ana, whatever her agency. */
const CONTACTS = { 'contacts-overdue': 2, 'contacts-today': 1 };

/** Lines that count anything. */
const linesOf = async (actor: Staff) =>
  Object.fromEntries((await inbox.readInbox({ actor })).filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));

type Ask = (actor: Staff, params: URLSearchParams) => Promise<ListPage<object>>;
const askOf =
  <Row extends object>(list: List<Row>): Ask =>
  (actor, params) =>
    readForList({ sql }, list, { actor }, (read) => readListPage(read, list, { actor, params }));
const LISTS: Readonly<Record<string, Ask>> = {
  [FILES.url]: askOf(FILES),
  [DOCUMENTS.url]: askOf(DOCUMENTS),
  [PACKAGES_RECEIVED.url]: askOf(PACKAGES_RECEIVED),
  [PACKAGES_SENT.url]: askOf(PACKAGES_SENT),
  [QUOTES.url]: askOf(QUOTES),
  [RUNS.url]: askOf(RUNS),
  [MY_REPORTS_URL]: (actor, params) => askOf(myRunList(REPORTS, actor))(actor, params),
};

beforeAll(async () => {
  for (const { id, agencyId } of people) await putStaffRow(sql, { id, role: 'editor', agency: agencyId });
  let number = 0;
  for (const status of STATES) {
    for (const userId of HOLDERS) {
      for (const categoryId of ['legal', 'ajena']) {
        number += 1;
        await fixture.put('digitalization', `documentos/d${number}`, {
          status,
          userId,
          userAssign: userId,
          categoryId,
          documentId: 'pagare',
          documentName: `Pagaré ${number}`,
          agencyId: 'norte',
          agencyFromDoc: number % 3 === 0 ? 'sur' : 'norte',
          createdBy: HOLDERS[number % 4] ?? '',
          url: number % 5 === 0 ? 'archivo' : '',
          isActive: number % 7 !== 0,
          createdAt: new Date(Date.UTC(2026, 0, number)),
        });
      }
    }
  }
  // Without a file too, but Ana may not add one.
  const mortgage = { status: 'INDEXED', categoryId: 'legal', documentId: 'hipoteca', documentName: 'Hipoteca', agencyId: 'norte' };
  await fixture.put('digitalization', 'documentos/hipoteca', { ...mortgage, userId: 'ana', userAssign: 'ana', url: '', isActive: true });
  const line = (verdict: string) => ({ document: 'Papel', digitalizationId: '', verdict });
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const packages: Record<string, Fields> = {
    draft: { from: 'ana', status: 'ENTERED', agencyId: 'sur' },
    cancelled: { from: 'ana', status: 'ENTERED', agencyId: 'sur', isActive: false },
    fresh: { from: 'ana', status: 'SENT', agencyId: 'sur', sendedAt: days(3.9) },
    late: { from: 'ana', status: 'SENT', agencyId: 'sur', sendedAt: days(4.1) },
    mine: { from: 'beto', status: 'SENT', agencyId: 'norte', sendedAt: days(1), userAssign: 'otra' },
    differing: { from: 'ana', status: 'ACCEPTED', agencyId: 'sur', detailOfPackage: [line('RECEIVED'), line('MISSING')] },
    seen: { from: 'ana', status: 'ACCEPTED', agencyId: 'sur', detailOfPackage: [line('MISSING')], differencesSeenAt: days(0) },
    whole: { from: 'ana', status: 'ACCEPTED', agencyId: 'sur', detailOfPackage: [line('RECEIVED')] },
  };
  for (const [id, data] of Object.entries(packages)) await fixture.put('digitalization', `PACKAGES/${id}`, { createdAt: days(9), ...data });
  const stalled = { estado: true, nombre: 'Óscar', tipo: 'prestamo', agencia: 'norte' };
  await fixture.put('main', 'cotizaciones/q1', { ...stalled, createdAt: new Date('2026-01-05T12:00:00Z') });
  await fixture.put('main', 'cotizaciones/q2', { ...stalled, estado: false, createdAt: new Date('2026-01-05T12:00:00Z') });
  const waiting = { ...stalled, createdAt: new Date('2026-01-05T12:00:00Z') };
  await fixture.put('main', 'cotizaciones/q4', { ...waiting, agencia: 'sur' });
  await fixture.put('main', 'cotizaciones/q5', { ...waiting, agencia: '' });
  const due = { ...stalled, createdAt: new Date(), responsable: 'ana', agencia: 'este' };
  await fixture.put('main', 'cotizaciones/q6', { ...due, proximoContacto: dayOf(days(2)) });
  await fixture.put('main', 'cotizaciones/q7', { ...due, proximoContacto: dayOf(new Date()) });
  await fixture.put('main', 'cotizaciones/q8', { ...due, proximoContacto: dayOf(days(2)), estado: false });
  await fixture.put('main', 'cotizaciones/q9', { ...due, proximoContacto: dayOf(days(2)), responsable: '', agencia: 'sur' });
  // Of an agency where hers are overdue too, and for which somebody fixed a day: each waits in one line.
  await fixture.put('main', 'cotizaciones/q10', { ...waiting, responsable: 'ana', proximoContacto: dayOf(days(2)) });
  await fixture.put('main', 'cotizaciones/q11', { ...waiting, responsable: 'beto', proximoContacto: dayOf(days(-2)) });
  const failed = { status: 'fallida', reportId: 'downloads-by-user', userId: 'ana' };
  await fixture.put('main', 'reportes_ejecuciones/r1', { ...failed, dueAt: days(1) });
  await fixture.put('main', 'reportes_ejecuciones/r2', { ...failed, dueAt: days(8) });
  await fixture.put('main', 'reportes_ejecuciones/r3', { ...failed, dueAt: days(1), status: 'lista', finishedAt: days(1) });
  const ready = { ...failed, status: 'lista', dueAt: days(1), finishedAt: days(1), readers: { ana: rightsOf(ana) } };
  await fixture.put('main', 'reportes_ejecuciones/r4', ready);
  await fixture.put('main', 'reportes_ejecuciones/r5', ready);
  await fixture.put('main', 'reportes_ejecuciones/r6', { ...ready, dueAt: days(40), finishedAt: days(40) });
  await sql.query(`INSERT INTO run_openings (run_id, user_id) VALUES ('r4', 'ana'), ('r5', 'jefa')`);
  await fixture.put('main', 'cotizaciones/q3', { ...stalled, createdAt: new Date() });
});

describe('the inbox', () => {
  it('counts the documents, packages, prospects and reports that wait for the person, and no others', async () => {
    expect(await linesOf(ana)).toEqual({
      assigned: 1,
      returned: 3,
      'without-file': 4,
      'contacts-overdue': 2,
      'contacts-today': 1,
      quotes: 1,
      drafts: 1,
      late: 1,
      differences: 1,
      'to-receive': 1,
      'new-reports': 1,
    });
  });

  it.each(people.map((actor) => [actor.id, actor] as const))(
    'links %s to lists that hold as many rows as each line counts',
    async (_id, actor) => {
      const lines = await inbox.readInbox({ actor });
      const asked = await Promise.all(
        lines.map(async ({ id, href }) => {
          const { pathname, searchParams: params } = new URL(href, 'http://portal');
          const page = await LISTS[pathname]?.(actor, params);
          // A filter that the list did not know would narrow nothing.
          expect(page?.sentences, href).toHaveLength(params.size);
          return [id, page?.total];
        }),
      );
      expect(lines.map(({ id, count }) => [id, count])).toEqual(asked);
    },
  );

  it('shows failed runs to administrators only', async () => {
    expect(await linesOf(testStaff({ id: 'jefa' }))).toMatchObject({ 'failed-runs': 1 });
    expect(await linesOf(ana)).not.toHaveProperty('failed-runs');
  });

  it('omits what the person may not see, and every line whose menu they lack', async () => {
    expect(await linesOf(dora)).toEqual({ 'to-receive': 1, quotes: 1, 'agency-contacts-overdue': 1 });
    expect(await linesOf({ ...ana, menus: new Set(['home', 'quotes']) })).toEqual({ ...CONTACTS, quotes: 1 });
    expect(await inbox.readInbox({ actor: { ...ana, menus: new Set(['home']) } })).toEqual([]);
    expect(await linesOf({ ...ana, agencyId: '', menus: new Set(['home', 'quotes']) })).toEqual(CONTACTS);
    expect(await linesOf(people[1] ?? ana)).toMatchObject({ 'agency-contacts-overdue': 1 });
  });
});

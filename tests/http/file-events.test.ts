import { beforeAll, describe, expect, it } from 'vitest';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { FILES, useFilesWeb } from './files-web.ts';
import { PASSWORD } from './test-web.ts';

const { web, people, get, uploaded, tiff } = useFilesWeb();
const LIST = '/reports/file-events';

/** A person with reports of files and, if a permission set allows it, of documents. */
async function letReport(name: string, menus: readonly string[]): Promise<void> {
  const role = `reporta-${name}`;
  await putRoleRow(web.portal.sql, { id: role, menus: ['home', ...menus] });
  const id = people[name]?.id ?? '';
  const email = `${name}@prueba.coop`;
  await putStaffRow(web.portal.sql, { id, email, role, agency: 'agencia-01', digitalization_permission_id: name });
  // A changed role ends the session, so sign in again.
  const session = await web.portal.identity.signIn({ email, password: PASSWORD, userAgent: 'test' });
  people[name] = { id, headers: { Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` } };
}

/** Kinds of events in the list's export, newest first. */
async function linesOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  const [head = '', ...lines] = (await response.text()).trimEnd().split(/\r?\n/);
  const place = head.split(',').findIndex((title) => title.includes('Qué hizo'));
  return lines.map((line) => line.split(',')[place] ?? '');
}
const exportOf = (search: string) => `${LIST}/export?format=csv&${search}`;
const asAdministrator = async (search: string) => linesOf(await web.getSigned(exportOf(search)));
const as = async (name: string, search: string) => linesOf(await get(name, exportOf(search)));

describe('the ledger of file events', () => {
  let id = '';
  beforeAll(async () => {
    id = await uploaded('todo', tiff());
    for (const part of ['pages/1', 'pages/2', 'print', 'download']) expect((await get('todo', `${FILES}/${id}/${part}`)).status).toBe(200);
  });

  it('has one line for the upload, one for all viewed pages, one for a print and one for a download', async () => {
    expect((await asAdministrator(`fileId=${id}`)).sort()).toEqual(['Cargó', 'Descargó', 'Imprimió', 'Vio']);
    expect(await asAdministrator(`fileId=${id}&kind=print`)).toEqual(['Imprimió']);
    expect(await asAdministrator(`fileId=${id}&area=briefcase`)).toEqual([]);
    expect(await asAdministrator(`fileId=${id}&categoryId=legal&userId=${people['todo']?.id ?? ''}`)).toHaveLength(4);
    expect(await asAdministrator(`fileId=${id}&categoryId=otra`)).toEqual([]);
  });

  it('is searched by name and category of the document, area and kind of event', async () => {
    for (const q of ['escritura 12', 'legal', 'imprimio', 'digitalización imprimió'])
      expect([q, await asAdministrator(`fileId=${id}&q=${encodeURIComponent(q)}`)]).toEqual([q, expect.arrayContaining(['Imprimió'])]);
    expect(await asAdministrator(`fileId=${id}&q=nadie`)).toEqual([]);
  });

  it('shows events of a document only to people who may view its type', async () => {
    await letReport('mira', ['briefcase-reports', 'digitalization-documents']);
    await letReport('imprime', ['briefcase-reports']);
    await letReport('indexa', ['digitalization-documents']);
    expect(await as('mira', `fileId=${id}`)).toHaveLength(4);
    expect(await as('imprime', `fileId=${id}`)).toEqual([]);
    expect((await get('indexa', exportOf(`fileId=${id}`))).status).toBe(403);
    await web.portal.sql.query(`UPDATE documentos SET "documentId" = 'acta' WHERE id = $1`, [id]);
    expect(await as('mira', `fileId=${id}`)).toEqual([]);
    expect(await asAdministrator(`fileId=${id}`)).toHaveLength(4);
    await web.portal.sql.query(`UPDATE documentos SET "documentId" = 'escritura' WHERE id = $1`, [id]);
  });

  it('has as many events for each person as the report of openings counts', async () => {
    const report = async (answer: Response) => (await answer.json()) as { totals: { events: number }; rows: { href: string | null }[] };
    const all = await report(await web.getSigned('/reports/document-openings.json'));
    expect(all.totals.events).toBe((await asAdministrator('area=digitalization')).length);
    const seen = await report(await get('mira', '/reports/document-openings.json'));
    expect(seen.totals.events).toBe((await as('mira', 'area=digitalization')).length);
    // Somebody without the reports of files gets no links to the list.
    const closed = await report(await get('indexa', '/reports/document-openings.json'));
    expect(closed.rows.length).toBeGreaterThan(0);
    expect(closed.rows.map(({ href }) => href)).toEqual(closed.rows.map(() => null));
  });

  it('answers 200 for invalid query parameters', async () => {
    const odd = ['fileId=%00', 'kind=nada', `fileId=${'a'.repeat(200)}`, 'from=ayer&to=9999-99-99', 'q=%25_%5C', 'cursor=x&page=-1'];
    for (const search of odd) {
      const answer = await web.getSigned(exportOf(search));
      // Read completely: a person may run only two exports at once.
      await answer.text();
      expect([search, answer.status]).toEqual([search, 200]);
    }
  });
});

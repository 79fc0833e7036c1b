import path from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { IMMEDIATE_EXPORT_ROWS, MEMBERS_WITHOUT_PROOF_MAX } from '#server/domain/large-exports.ts';
import { formatCount } from '#server/domain/text.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { readToast } from '#server/testing/toast.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });
const LIST = '/locations/list-agencies';
const PAGE = { Accept: 'text/html' };
const PROGRAM = { Accept: 'application/json' };

/** Fills the list with that many agencies, one in a thousand of them called Central. */
async function haveAgencies(count: number): Promise<void> {
  const { sql } = web.portal;
  await sql.query(
    `INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
     SELECT 'a' || i, CASE WHEN i % 1000 = 0 THEN 'Central ' ELSE 'Agencia ' END || i, 'agencia', timestamptz '2020-01-01' + i * interval '1 minute', 1,
       CASE WHEN i % 1000 = 0 THEN 'central' ELSE 'agencia' END FROM generate_series(1, $1) i ON CONFLICT DO NOTHING`,
    [count],
  );
  await sql.query('DELETE FROM agencias WHERE substr(id, 2)::int > $1', [count]);
  await sql.query('ANALYZE agencias');
}

const linesIn = (csv: string) => csv.trimEnd().split('\r\n').length - 1;
const locationOf = (answer: Response) => answer.headers.get('location') ?? '';
const perform = (location: string) => web.portal.exports.performExport(location.split('/').at(-1) ?? '', new AbortController().signal);

describe('an export', () => {
  beforeAll(() => haveAgencies(IMMEDIATE_EXPORT_ROWS));

  it('of 100,000 rows is answered with the file itself', async () => {
    const answer = await web.getSigned(`${LIST}/export?format=csv`, { headers: PAGE });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="agencias-/);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    expect(linesIn(await answer.text())).toBe(IMMEDIATE_EXPORT_ROWS);
    expect((await web.portal.sql.query('SELECT FROM exports')).rowCount).toBe(0);
  });
});

describe('an export of more than 100,000 rows', () => {
  let location = '';
  beforeAll(async () => {
    await haveAgencies(IMMEDIATE_EXPORT_ROWS + 1);
    const answer = await web.getSigned(`${LIST}/export?format=csv&sort=nombre&page=3`, { headers: PAGE });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    location = locationOf(answer);
    expect(location).toMatch(/^\/exports\/[A-Za-z0-9]{20}$/);
  });

  it('is answered with the file itself if a filter leaves fewer rows', async () => {
    const answer = await web.getSigned(`${LIST}/export?format=csv&q=central`, { headers: PAGE });
    expect([answer.status, linesIn(await answer.text())]).toEqual([200, 100]);
  });

  it('answers programs with 202 and its addresses, and is the same one if it is requested again', async () => {
    const answer = await web.getSigned(`${LIST}/export?sort=nombre&format=csv`, { headers: PROGRAM });
    expect([answer.status, locationOf(answer)]).toEqual([202, location]);
    const { progress, download } = (await answer.json()) as { progress: string; download: string };
    expect(await (await web.getSigned(progress, { headers: PROGRAM })).json()).toEqual({
      state: 'waiting',
      rowsWritten: 0,
      rowsExpected: null,
      error: '',
      waits: '',
    });
    const early = await web.getSigned(download, { headers: PROGRAM });
    expect([early.status, early.headers.get('content-type')]).toEqual([409, expect.stringContaining('application/problem+json')]);
  });

  it('refuses an unknown format, a person without the menu, and everybody but its owner', async () => {
    expect((await web.getSigned(`${LIST}/export?format=pdf`, { headers: PROGRAM })).status).toBe(400);
    await putRoleRow(web.portal.sql, { id: 'sin-agencias', menus: ['home'] });
    const { headers } = await signInAs(web, { name: 'ajeno', role: 'sin-agencias', folders: [], permissionSet: '' });
    expect((await web.get(`${LIST}/export`, { headers: { ...PROGRAM, ...headers } })).status).toBe(403);
    for (const under of ['', '/progress', '/download'])
      expect((await web.get(`${location}${under}`, { headers: { ...PAGE, ...headers } })).status).toBe(404);
    for (const id of ['x'.repeat(170), '%00', 'a%2Fb', '..%2F..', encodeURIComponent('\u{1F600}')])
      expect((await web.getSigned(`/exports/${id}/download`, { headers: PAGE })).status).toBeGreaterThanOrEqual(400);
  });

  it('has a page without JavaScript, a notice once it is ready, and then its file', async () => {
    const waiting = await (await web.getSigned(location, { headers: PAGE })).text();
    expect(waiting).toContain('Espera su turno');
    expect(waiting).toContain('Ver cómo va');
    await perform(location);
    const home = await (await web.getSigned('/account', { headers: PAGE })).text();
    expect(readToast(home)?.text).toBe('La exportación «Agencias» está lista.');
    expect(home).toContain(location);
    expect(readToast(await (await web.getSigned('/account', { headers: PAGE })).text())).toBeNull();
    const page = await (await web.getSigned(location, { headers: PAGE })).text();
    expect(page).toContain('Listo');
    expect(page).toContain(`${location}/download`);
    const answer = await web.getSigned(`${location}/download`, { headers: PAGE });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="agencias-\d{8}-\d{6}\.csv"/);
    const csv = await answer.text();
    expect(linesIn(csv)).toBe(IMMEDIATE_EXPORT_ROWS + 1);
    expect(csv.split('\r\n')[1]).toMatch(/^Agencia 1,/);
  });

  it('is listed for its owner only, with its file once it is ready', async () => {
    const list = async (query = '', headers: Record<string, string> = {}) =>
      (await web.getSigned(`/exports${query}`, { headers: { ...PAGE, ...headers } })).text();
    const all = await list();
    expect(all).toContain('Mis exportaciones');
    expect(all).toContain(`href="${location}"`);
    expect(all).toContain(`${location}/download`);
    expect(all).toContain(formatCount(IMMEDIATE_EXPORT_ROWS + 1));
    expect(await list('?q=agencias.csv')).not.toContain(location);
    expect(await list('?q=agenc&state=ready')).toContain(location);
    expect(await list('?state=failed')).not.toContain(location);
    const stranger = await signInAs(web, { name: 'otra', role: 'sin-agencias', folders: [], permissionSet: '' });
    const theirs = await (await web.get('/exports', { headers: { ...PAGE, ...stranger.headers } })).text();
    expect(theirs).toContain('Todavía no tiene exportaciones grandes.');
    expect(theirs).not.toContain(location);
    const file = (headers: Record<string, string>) => web.get('/exports/export?format=csv', { headers: { ...PAGE, ...headers } });
    expect(linesIn(await (await file({ Cookie: web.cookie })).text())).toBe(1);
    expect(linesIn(await (await file(stranger.headers)).text())).toBe(0);
  });

  it('is listed without its file once rights have changed, and as «Venció» once it has expired', async () => {
    const { sql } = web.portal;
    const id = location.split('/').at(-1);
    const list = async () => (await web.getSigned('/exports', { headers: PAGE })).text();
    await sql.query(`UPDATE exports SET rights = 'otros' WHERE id = $1`, [id]);
    expect(await list()).not.toContain(`${location}/download`);
    await sql.query(`UPDATE exports SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    expect(await list()).toMatch(/Venció/);
    expect(await (await web.getSigned('/exports?state=expired', { headers: PAGE })).text()).toContain(location);
  });

  it('has every row if it is a workbook', async () => {
    const begun = locationOf(await web.getSigned(`${LIST}/export`, { headers: PAGE }));
    await perform(begun);
    const file = await web.getSigned(`${begun}/download`, { headers: PAGE });
    // Cell by cell comparison is tested with fewer rows.
    const parts = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer()))).map((part) => Buffer.from(part).toString('latin1'));
    expect(parts.flatMap((part) => part.match(/<v>(?:Agencia|Central) \d/g) ?? [])).toHaveLength(IMMEDIATE_EXPORT_ROWS + 1);
  });

  it('answers its owner 403 once the menu is taken away or the role is limited to one agency', async () => {
    await putRoleRow(web.portal.sql, { id: 'con-agencias', menus: ['home', 'agencies'] });
    const { headers } = await signInAs(web, { name: 'zonal', role: 'con-agencias', folders: [], permissionSet: '' });
    const get = (url: string) => web.get(url, { headers: { ...PAGE, ...headers } });
    const mine = locationOf(await get(`${LIST}/export?format=csv`));
    // The export has the rows at the time of writing: fewer are enough here.
    await haveAgencies(100);
    await perform(mine);
    expect((await get(`${mine}/download`)).status).toBe(200);
    // It is also closed while their role is limited to their own agency: the file has rows of all.
    const { documents, readModel } = web.portal;
    const narrow = async (soloAgencia: boolean) => {
      await documents.main.set('roles/con-agencias', { title: 'Zonal', value: 'con-agencias', soloAgencia });
      await readModel.projectNow('main', ['roles/con-agencias']);
    };
    await narrow(true);
    expect((await get(`${mine}/download`)).status).toBe(403);
    await narrow(false);
    expect((await get(`${mine}/download`)).status).toBe(200);
    await putRoleRow(web.portal.sql, { id: 'con-agencias', menus: ['home'] });
    expect((await get(`${mine}/download`)).status).toBe(403);
    expect(await (await get(mine)).text()).toContain('Sus permisos cambiaron');
    expect((await web.getSigned(`${mine}/download`, { headers: PAGE })).status).toBe(404);
  });
});

it('exporting more than 500 members, at once or within 24 hours, needs a proof of identity within 10 minutes', async () => {
  await web.portal.sql.query(
    `INSERT INTO clientes (id, nombre, "createdAt", source_version, search_text)
     SELECT 'm' || i, 'Asociado ' || i, now(), 1, CASE WHEN i % 2 = 0 THEN 'norte' ELSE 'sur' END FROM generate_series(1, $1) i`,
    [MEMBERS_WITHOUT_PROOF_MAX + 1],
  );
  const signIn = async (name: string) => {
    const { id, headers } = await signInAs(web, { name, role: 'admin', folders: [] });
    return {
      ask: async (q: string, format = 'csv') => {
        const answer = await web.get(`/customers/list-customers/export?format=${format}&q=${q}`, { headers: { ...headers, ...PROGRAM } });
        const text = await answer.text();
        return answer.ok ? 'answered' : (JSON.parse(text) as { detail: string }).detail;
      },
      signedInBefore: (minutes: number) =>
        web.portal.sql.query(`UPDATE identity.sessions SET created_at = now() - make_interval(mins => $2) WHERE uid = $1`, [id, minutes]),
    };
  };
  const tooMany =
    'Confirme que es usted: con este archivo serían 501 asociados en 24 horas, y más de 500 salen solo con quien lo confirma.';
  const { ask, signedInBefore } = await signIn('zoila');
  await signedInBefore(11);
  expect(await ask('')).toBe('Confirme que es usted: inició sesión hace más de 10 minutos.');
  // The same members again, or in another format, count only once.
  expect([await ask('norte'), await ask('norte'), await ask('norte', 'xlsx')]).toEqual(['answered', 'answered', 'answered']);
  expect(await ask('sur')).toBe(tooMany);
  await signedInBefore(0);
  expect([await ask('sur'), await ask('')]).toEqual(['answered', 'answered']);

  // Of two exports requested at the same time, the second counts the first.
  const other = await signIn('zoraida');
  await other.signedInBefore(11);
  expect((await Promise.all([other.ask('norte'), other.ask('sur')])).sort()).toEqual([tooMany, 'answered']);
});

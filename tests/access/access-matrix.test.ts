import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/demo/ensure-build.ts';
import { MENU_IDS, type MenuId } from '#server/domain/menu.ts';
import { createApp } from '#server/http/create-app.ts';
import { loadBuild } from '#server/http/load-build.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { API_TOKEN, PASSWORD, useTestWeb } from '../http/test-web.ts';
import { ACCESS, SAMPLE_ID, sampleAddress, type AccessRow } from './access-table.ts';
import { expressEndpoints, remixEndpoints } from './enumerate-routes.ts';
import { renderAccess } from './render-access.ts';
import { addSampleRecords } from './sample-records.ts';

/** Menus with which pictures of the app are shown and sent. */
const PICTURE_MENUS: readonly MenuId[] = ['agencies', 'promotions', 'education', 'how-associated', 'products', 'settings'];
/** The role whose menus a test changes while a person is signed in with it. */
const CHANGING_ROLE = 'cambiante';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();
const web = useTestWeb({ app: { build } });

const nameOf = ({ method, pattern }: Pick<AccessRow, 'method' | 'pattern'> | { method: string; pattern: string }) => `${method} ${pattern}`;
const isOfApi = ({ guard }: AccessRow) => guard === 'api-token';
const needsSession = ({ guard }: AccessRow) => guard !== 'everybody' && guard !== 'api-token' && guard !== 'metrics';
const menusOf = ({ guard }: AccessRow): readonly MenuId[] => (guard === 'pictures' ? PICTURE_MENUS : MENU_IDS.filter((id) => id === guard));
const isGuarded = (row: AccessRow) => menusOf(row).length > 0;
/** Signing out would end the sessions of the test; server/http's gate test has it. */
const isRepeatable = (row: AccessRow) => row.pattern !== '/logout';

/** The statuses by row, so that one comparison shows every difference. Exports in a row: a person may have two at once. */
async function askAll(selected: readonly AccessRow[], headers: Record<string, string>, suffix = ''): Promise<Record<string, number>> {
  const isExport = ({ pattern }: AccessRow) => pattern.endsWith('/export');
  const statusOf = async (row: AccessRow) => [nameOf(row), (await ask(row, headers, suffix)).status] as const;
  const answers = await Promise.all(selected.filter((row) => !isExport(row)).map(statusOf));
  for (const row of selected.filter(isExport)) answers.push(await statusOf(row));
  return Object.fromEntries(answers);
}

/** A form that asks for nothing that exists; for the REST backend an object without anything. */
async function ask(row: AccessRow, headers: Record<string, string>, suffix = ''): Promise<Response> {
  const { method, pattern } = row;
  const form = isOfApi(row) ? new Blob(['{}'], { type: 'application/json' }) : new URLSearchParams({ intent: 'nada' });
  const body = method === 'GET' ? undefined : form;
  const response = await web.get(sampleAddress(pattern) + suffix, { method, body, headers: { Accept: 'text/html', Origin: web.base, ...headers } });
  await response.arrayBuffer();
  return response;
}

const expected = (selected: readonly AccessRow[], status: (row: AccessRow) => number) => Object.fromEntries(selected.map((row) => [nameOf(row), status(row)]));

async function signIn(id: string, role: string): Promise<Record<string, string>> {
  const email = `${id}@prueba.coop`;
  const { uid } = await web.portal.identity.createAccount({ email, password: PASSWORD });
  await putStaffRow(web.portal.sql, { id: uid, email, role, briefcase_permissions: { folders: [SAMPLE_ID] } });
  const session = await web.portal.identity.signIn({ email, password: PASSWORD, userAgent: 'test' });
  return { Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` };
}

/** Everything stored: a denied request must leave it as it is. */
async function writtenSoFar(): Promise<unknown> {
  const { rows } = await web.portal.sql.query('SELECT count(*)::int AS documents, max(version)::text AS newest, (SELECT count(*)::int FROM documents.changes) AS changes FROM documents.documents');
  return rows[0];
}

const people: Record<'A' | 'E' | 'U' | 'nobody' | 'changing', Record<string, string>> = { A: {}, E: {}, U: {}, nobody: {}, changing: {} };

beforeAll(async () => {
  const { sql } = web.portal;
  await addSampleRecords(web.portal);
  await putRoleRow(sql, { id: 'nadie', menus: [] });
  await putRoleRow(sql, { id: CHANGING_ROLE, menus: [] });
  people.A = { Cookie: web.cookie };
  people.E = await signIn('editor', 'editor');
  people.U = await signIn('reportes', 'user');
  people.nobody = await signIn('nadie', 'nadie');
  people.changing = await signIn('cambiante', CHANGING_ROLE);
});

it('knows every route of the screens and of Express, and no other', () => {
  const real = [...remixEndpoints(build), ...expressEndpoints(createApp({ portal: web.portal, build }))].map(nameOf);
  expect(ACCESS.map(nameOf).sort()).toEqual(real.sort());
  expect(real.length).toBeGreaterThan(100);
});

it('is written down for people in docs/access.md (`npx vitest run tests/access -u` writes it)', async () => {
  await expect(renderAccess(ACCESS)).toMatchFileSnapshot('../../docs/access.md');
});

describe('without a session', () => {
  const guarded = ACCESS.filter(needsSession);

  it('a page leads to the sign-in page', async () => {
    expect(await askAll(guarded, {})).toEqual(expected(guarded, () => 302));
    for (const row of guarded) expect((await ask(row, {})).headers.get('location'), nameOf(row)).toMatch(/^\/login\?redirectTo=/);
  });

  it('data is refused with 401', async () => {
    const data = { Accept: 'application/json', 'Sec-Fetch-Dest': 'empty' };
    expect(await askAll(guarded, data)).toEqual(expected(guarded, () => 401));
  });

  it('a session that never was is none', async () => {
    expect(await askAll(guarded, { Cookie: 'portal_session=inventada' })).toEqual(expected(guarded, () => 302));
  });

  it('what everybody may see answers', async () => {
    const open = ACCESS.filter(({ guard }) => guard === 'everybody');
    expect(await askAll(open, {})).toEqual(expected(open, ({ status }) => status));
  });
});

describe.each(['A', 'E', 'U'] as const)('role %s as delivered', (role) => {
  const own = ACCESS.filter((row) => needsSession(row) && isRepeatable(row));

  it('gets in where the table says, and is refused everywhere else without a trace', async () => {
    const denied = own.filter(({ roles }) => !roles.includes(role));
    const before = await writtenSoFar();
    expect(await askAll(denied, people[role])).toEqual(expected(denied, () => 403));
    expect(await writtenSoFar()).toEqual(before);
    const allowed = own.filter(({ roles }) => roles.includes(role));
    expect(await askAll(allowed, people[role])).toEqual(expected(allowed, ({ status }) => status));
  });

  it('gets the same answer for the data of a page', async () => {
    const pages = own.filter(({ method, pattern }) => method === 'GET' && remixEndpoints(build).some((page) => page.pattern === pattern) && pattern !== '/' && pattern !== '/preferences');
    // A redirect of data is a 202 that says where to go.
    expect(await askAll(pages, people[role], '.data')).toEqual(expected(pages, ({ roles, status }) => (!roles.includes(role) ? 403 : status === 302 ? 202 : status)));
  });
});

it('somebody without any menu only has what needs none', async () => {
  const own = ACCESS.filter((row) => needsSession(row) && isRepeatable(row));
  expect(await askAll(own, people.nobody)).toEqual(expected(own, (row) => (isGuarded(row) ? 403 : row.status)));
});

describe.each(MENU_IDS.filter((menu) => ACCESS.some((row) => menusOf(row).includes(menu))))('menu %s', (menu) => {
  const guarded = ACCESS.filter((row) => isGuarded(row) && row.guard !== 'pictures');

  it('alone opens just its own addresses, at the next request', async () => {
    await putRoleRow(web.portal.sql, { id: CHANGING_ROLE, menus: [menu] });
    expect(await askAll(guarded, people.changing)).toEqual(expected(guarded, (row) => (row.guard === menu ? row.status : 403)));
    const pictures = ACCESS.filter(({ guard }) => guard === 'pictures');
    expect(await askAll(pictures, people.changing)).toEqual(expected(pictures, (row) => (PICTURE_MENUS.includes(menu) ? row.status : 403)));
  });

  it('taken away closes its addresses, whatever else the role has', async () => {
    const own = guarded.filter((row) => row.guard === menu);
    await putRoleRow(web.portal.sql, { id: CHANGING_ROLE, menus: MENU_IDS.filter((id) => id !== menu) });
    expect(await askAll(own, people.changing)).toEqual(expected(own, () => 403));
  });
});

it('every write that comes from another site is refused, also for the administrator', async () => {
  const writes = ACCESS.filter((row) => row.method !== 'GET' && !isOfApi(row));
  const before = await writtenSoFar();
  expect(await askAll(writes, { ...people.A, Origin: 'https://otro-sitio.example' })).toEqual(expected(writes, () => 403));
  expect(await writtenSoFar()).toEqual(before);
});

describe('the REST backend', () => {
  const calls = ACCESS.filter(isOfApi);

  it.each([
    ['no token', () => ({})],
    ['a wrong token', () => ({ Authorization: 'token-of-somebody-else' })],
    ['the session of an administrator', () => people.A],
  ])('refuses %s', async (_name, headers) => {
    expect(await askAll(calls, headers())).toEqual(expected(calls, () => 401));
  });

  it('answers who holds the token', async () => {
    expect(await askAll(calls, { Authorization: API_TOKEN })).toEqual(expected(calls, ({ status }) => status));
  });
});

describe('files of a folder that is not theirs', () => {
  const reading = ACCESS.filter(({ method, pattern }) => method === 'GET' && pattern.startsWith('/briefcase/files/:id'));
  const file = `/briefcase/files/${SAMPLE_ID}`;
  const send = (url: string, fields: Record<string, string>) => web.get(url, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'text/html', Origin: web.base, ...people.E } });

  it('do not exist for an editor: neither to read, nor to change, nor in lists and exports', async () => {
    await web.portal.sql.query(`UPDATE usuarios SET briefcase_permissions = '{"folders": []}' WHERE email = 'editor@prueba.coop'`);
    const before = await writtenSoFar();
    expect(await askAll(reading, people.E)).toEqual(expected(reading, () => 404));
    for (const intent of ['deactivate', 'restore']) expect((await send(file, { intent })).status, intent).toBe(404);
    // The form names a folder that they may not choose either.
    expect((await send(`${file}/edit`, { nombre: 'Otro.txt', carpetaId: SAMPLE_ID, version: '1' })).status).toBe(400);
    for (const url of ['/briefcase/list-briefcase', '/briefcase/list-briefcase?q=muestra', '/briefcase/list-briefcase/export?format=csv']) {
      expect(await (await web.get(url, { headers: people.E })).text(), url).not.toContain('Archivo de muestra');
    }
    expect(await writtenSoFar()).toEqual(before);
  });
});

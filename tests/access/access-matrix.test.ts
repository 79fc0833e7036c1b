import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import { createApp } from '#server/entrances/http/create-app.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { some } from '#server/testing/run-seed.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { API_TOKEN, useTestWeb } from '../http/test-web.ts';
import { ACCESS, ANY_OF, guardMenus, SAMPLE_ID, sampleAddress, type AccessRow } from './access-table.ts';
import { expressEndpoints, prefixHandlers, remixEndpoints } from './enumerate-routes.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { signInAs, writtenSoFar } from './people.ts';
import { renderAccess } from './render-access.ts';
import { addSampleRecords } from './sample-records.ts';

/** A role whose menus a test changes while somebody is signed in with it. */
const CHANGING_ROLE = 'cambiante';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();
const web = useTestWeb({ app: { build } });

const nameOf = ({ method, pattern }: Pick<AccessRow, 'method' | 'pattern'> | { method: string; pattern: string }) => `${method} ${pattern}`;
const isOfApi = ({ guard }: AccessRow) => guard === 'api-token';
const needsSession = ({ guard }: AccessRow) => guard !== 'everybody' && guard !== 'api-token' && guard !== 'metrics';
const isGuarded = (row: AccessRow) => guardMenus(row).length > 0;
/** Signing out would end the tests' sessions; the gate test of server/entrances/http covers it. */
const isRepeatable = (row: AccessRow) => row.pattern !== '/logout';

/** Pages with data. Not `/`, whose data has another address, and not `/preferences`, which only sets a cookie. */
const pages = remixEndpoints(build).filter(
  ({ method, pattern, hasLoader }) => method === 'GET' && hasLoader && pattern !== '/' && pattern !== '/preferences',
);
const isPage = (row: AccessRow) => pages.some((page) => nameOf(page) === nameOf(row));
/** Requests the data of a page without its parent routes, as any program can: each page must guard itself. */
const dataAlone = (row: AccessRow) =>
  `.data?_routes=${encodeURIComponent(pages.find((page) => nameOf(page) === nameOf(row))?.routeId ?? '')}`;

const asPage = () => '';
const asData = (row: AccessRow) => (isPage(row) ? dataAlone(row) : asLines(row));
/** A data request answers a redirect with a 202 that names the target. */
const statusAs = (row: AccessRow, suffixOf: (row: AccessRow) => string) => (row.status === 302 && suffixOf(row) !== '' ? 202 : row.status);

const isExport = ({ pattern }: AccessRow) => pattern.endsWith('/export');
/**
 * CSV is enough: the guard does not depend on the format, and a workbook takes three times as long. Each list's workbook is tested with the
 * list.
 */
const asLines = (row: AccessRow) => (isExport(row) ? '?format=csv' : '');

/** Statuses by row, so that one comparison shows every difference. Exports one after another: a person may run only two at once. */
async function askAll(
  selected: readonly AccessRow[],
  headers: Record<string, string>,
  suffixOf: (row: AccessRow) => string = () => '',
): Promise<Record<string, number>> {
  const statusOf = async (row: AccessRow) => [nameOf(row), (await ask(row, headers, suffixOf(row))).status] as const;
  const answers = await mapWithLimit(
    selected.filter((row) => !isExport(row)),
    statusOf,
  );
  for (const row of selected.filter(isExport)) answers.push(await statusOf(row));
  return Object.fromEntries(answers);
}

/** Sends a form with an intent that no screen has, or an empty object to the REST backend. */
async function ask(row: AccessRow, headers: Record<string, string>, suffix = ''): Promise<Response> {
  const { method, pattern } = row;
  const form = isOfApi(row) ? new Blob(['{}'], { type: 'application/json' }) : new URLSearchParams({ intent: 'nada' });
  const body = method === 'GET' ? undefined : form;
  const response = await web.get(sampleAddress(pattern) + suffix, {
    method,
    body,
    headers: { Accept: 'text/html', Origin: web.base, ...headers },
  });
  await response.arrayBuffer();
  return response;
}

const expected = (selected: readonly AccessRow[], status: (row: AccessRow) => number) =>
  Object.fromEntries(selected.map((row) => [nameOf(row), status(row)]));

const people: Record<'A' | 'E' | 'U' | 'nobody' | 'changing', Record<string, string>> = { A: {}, E: {}, U: {}, nobody: {}, changing: {} };

beforeAll(async () => {
  const { sql } = web.portal;
  await addSampleRecords(web.portal);
  await putRoleRow(sql, { id: 'nadie', menus: [] });
  await putRoleRow(sql, { id: CHANGING_ROLE, menus: [] });
  people.A = { Cookie: web.cookie };
  const signIn = (name: string, role: string) => signInAs(web, { name, role, folders: [SAMPLE_ID], permissionSet: SAMPLE_ID });
  people.E = (await signIn('editor', 'editor')).headers;
  people.U = (await signIn('reportes', 'user')).headers;
  people.nobody = (await signIn('nadie', 'nadie')).headers;
  const changing = await signIn('cambiante', CHANGING_ROLE);
  people.changing = changing.headers;
  // A sent package exists only for its sender and receiver.
  await web.portal.documents.digitalization.update(`PACKAGES/${SAMPLE_ID}`, { from: changing.id });
});

it('the access table lists every route of Remix and of Express, and no other', () => {
  const app = createApp({ portal: web.portal, build });
  const real = [...remixEndpoints(build), ...expressEndpoints(app)].map(nameOf);
  expect(ACCESS.map(nameOf).sort()).toEqual(real.sort());
  expect(real.length).toBeGreaterThan(100);
  // Prefixes of scripts and styles for everybody, of the REST backend behind its token, and of public pictures; a prefix listed twice also
  // has its 404 handler. None of them serves people's data.
  expect(prefixHandlers(app).sort()).toEqual(['/api', '/api', '/build', '/build', '/media']);
});

it('docs/access.md matches the access table (`npx vitest run tests/access -u` updates it)', async () => {
  await expect(renderAccess(ACCESS)).toMatchFileSnapshot('../../docs/access.md');
});

describe('without a session', () => {
  const guarded = ACCESS.filter(needsSession);
  const refusal = ({ pattern }: AccessRow) => (pattern.endsWith('.json') ? 401 : 302);

  it('redirects every guarded page to /login?redirectTo=…, and answers 401 at the addresses of JSON', async () => {
    const answers = await mapWithLimit(guarded, async (row) => [nameOf(row), await ask(row, {})] as const);
    expect(Object.fromEntries(answers.map(([name, { status }]) => [name, status]))).toEqual(expected(guarded, refusal));
    for (const [name, { status, headers }] of answers)
      if (status === 302) expect(headers.get('location'), name).toMatch(/^\/login\?redirectTo=/);
  });

  it('answers 401 to a request for data at every guarded address', async () => {
    const data = { Accept: 'application/json', 'Sec-Fetch-Dest': 'empty' };
    expect(await askAll(guarded, data)).toEqual(expected(guarded, () => 401));
  });

  it('answers 401 to a request for the data of one page without its parent routes', async () => {
    const selected = guarded.filter(isPage);
    expect(await askAll(selected, { Accept: 'application/json', 'Sec-Fetch-Dest': 'empty' }, dataAlone)).toEqual(
      expected(selected, () => 401),
    );
  });

  it('treats an invented session cookie as no session', async () => {
    expect(await askAll(guarded, { Cookie: 'portal_session=inventada' })).toEqual(expected(guarded, refusal));
  });

  it('what everybody may see answers with the status of the table', async () => {
    const open = ACCESS.filter(({ guard }) => guard === 'everybody');
    expect(await askAll(open, {})).toEqual(expected(open, ({ status }) => status));
  });
});

describe.each(['A', 'E', 'U'] as const)('default role %s', (role) => {
  const own = ACCESS.filter((row) => needsSession(row) && isRepeatable(row));
  // For one role a random quarter is requested as rendered pages; everything else as data alone, which each page guards itself.
  const drawn = role === 'A' ? some(own, Math.ceil(own.length / 4)) : [];
  const suffixOf = (row: AccessRow) => (drawn.includes(row) ? asPage() : asData(row));

  it('is let in exactly where the table says, and a refusal writes nothing but its audit entry', async () => {
    const denied = own.filter(({ roles }) => !roles.includes(role));
    const before = await writtenSoFar(web);
    expect(await askAll(denied, people[role], suffixOf)).toEqual(expected(denied, () => 403));
    expect(await writtenSoFar(web)).toEqual(before);
    // For roles other than A a third is enough: each menu's addresses are tested below, and the menus of each role in domain/roles.
    const all = own.filter(({ roles }) => roles.includes(role));
    const allowed = role === 'A' ? all : some(all, Math.ceil(all.length / 3));
    expect(await askAll(allowed, people[role], suffixOf)).toEqual(expected(allowed, (row) => statusAs(row, suffixOf)));
  });
});

it.each([
  ['with', () => '.data'],
  ['without', dataAlone],
] as const)('answers a request for the data of a page with the page’s status, %s its parent routes', async (_name, suffixOf) => {
  const selected = ACCESS.filter((row) => needsSession(row) && isRepeatable(row) && isPage(row));
  expect(selected.length).toBeGreaterThan(40);
  expect(await askAll(selected, people.A, suffixOf)).toEqual(
    expected(selected, (row) => (row.roles.includes('A') ? statusAs(row, suffixOf) : 403)),
  );
});

it('somebody without any menu reaches only the addresses that need none', async () => {
  const own = ACCESS.filter((row) => needsSession(row) && isRepeatable(row));
  expect(await askAll(own, people.nobody, asData)).toEqual(expected(own, (row) => (isGuarded(row) ? 403 : statusAs(row, asData))));
});

const MENUS = MENU_IDS.filter((menu) => ACCESS.some((row) => guardMenus(row).includes(menu)));
/** One run tests half of them: the guard that a menu closes is the one that it opened. */
const TAKEN_AWAY = some(MENUS, Math.ceil(MENUS.length / 2));

describe.each(MENUS)('menu %s', (menu) => {
  const own = ACCESS.filter((row) => guardMenus(row).includes(menu));
  const onlyOwn = own.filter((row) => !(row.guard in ANY_OF));

  it('is enough to open its addresses, from the next request on', async () => {
    await putRoleRow(web.portal.sql, { id: CHANGING_ROLE, menus: [menu] });
    // Somebody with this menu alone may not change anybody who has more, nor see what is assigned to them.
    const beyond = ({ method, pattern }: AccessRow) => method === 'GET' && pattern === '/users/list-users/:id/hand-over';
    expect(await askAll(own, people.changing, asData)).toEqual(expected(own, (row) => (beyond(row) ? 403 : statusAs(row, asData))));
  });

  it.each(TAKEN_AWAY.filter((one) => one === menu))(
    'without %s its addresses answer 403, although the role has every other menu',
    async () => {
      await putRoleRow(web.portal.sql, { id: CHANGING_ROLE, menus: MENU_IDS.filter((id) => id !== menu) });
      // Inicio redirects to the first remaining menu.
      expect(await askAll(onlyOwn, people.changing, asData)).toEqual(expected(onlyOwn, ({ pattern }) => (pattern === '/' ? 302 : 403)));
    },
  );
});

it.each(Object.entries(ANY_OF))('a role with every menu but those of guard %s gets 403 at its addresses', async (guard, menus) => {
  const shared = ACCESS.filter((row) => row.guard === guard);
  await putRoleRow(web.portal.sql, { id: CHANGING_ROLE, menus: MENU_IDS.filter((id) => !menus.includes(id)) });
  expect(await askAll(shared, people.changing)).toEqual(expected(shared, () => 403));
});

it('every write from another origin is refused with 403, even for an administrator, and writes nothing', async () => {
  const writes = ACCESS.filter((row) => row.method !== 'GET' && row.method !== 'OPTIONS' && !isOfApi(row));
  const before = await writtenSoFar(web);
  expect(await askAll(writes, { ...people.A, Origin: 'https://otro-sitio.example' })).toEqual(expected(writes, () => 403));
  expect(await writtenSoFar(web)).toEqual(before);
});

describe('the REST backend', () => {
  const calls = ACCESS.filter(isOfApi);

  it.each([
    ['no token', () => ({})],
    ['a wrong token', () => ({ Authorization: 'token-of-somebody-else' })],
    ['the session of an administrator', () => people.A],
  ])('answers 401 to %s', async (_name, headers) => {
    expect(await askAll(calls, headers())).toEqual(expected(calls, () => 401));
  });

  it('answers calls with the right token', async () => {
    expect(await askAll(calls, { Authorization: API_TOKEN })).toEqual(expected(calls, ({ status }) => status));
  });
});

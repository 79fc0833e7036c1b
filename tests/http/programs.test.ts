import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Staff } from '#server/domain/permissions.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { rawRequest, useTestWeb } from './test-web.ts';

const web = useTestWeb();
const URL = '/briefcase/reports/uploads-by-user.json';
/** Accept headers of curl, Power Query and a browser. */
const ACCEPTS = ['*/*', 'application/json', 'text/html,application/xhtml+xml,*/*;q=0.8', ''];

let token = '';
let owner: Staff;

beforeAll(async () => {
  await putRoleRow(web.portal.sql, { id: 'lector', menus: ['briefcase-reports'] });
  const { id } = await signInAs(web, { name: 'lectora', role: 'lector', folders: [] });
  const staff = await web.portal.staff.loadStaff({ uid: id, sessionId: '' });
  if (!staff) throw new Error('no owner');
  owner = staff;
  token = await issue();
});
beforeEach(() => web.portal.sql.query('TRUNCATE identity.rate_limits'));

async function issue(): Promise<string> {
  const formToken = `formulario-${crypto.randomUUID()}`;
  return (await web.portal.tokens.issueToken({ actor: owner, values: { nombre: 'Hoja', days: '30' }, formToken })).token;
}
const ask = (url: string, headers: Record<string, string> = {}, init: RequestInit = {}) => web.get(url, { ...init, headers });
const withToken = (given = token) => ({ Authorization: `Bearer ${given}` });

async function expectProblem(response: Response, status: number, told: object = {}): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ status, ...told });
}

describe('a program with a token and no cookie', () => {
  it.each(ACCEPTS)('reads a report with any Accept header (%s)', async (Accept) => {
    const response = await ask(`${URL}?from=2026-01-01&to=2026-01-31`, { ...withToken(), ...(Accept && { Accept }) });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({ report: { id: 'uploads-by-user' }, rows: [], next: null });
  });

  it('reads it at its other address and with HEAD', async () => {
    expect((await ask('/reports/uploads-by-user.json', withToken())).status).toBe(200);
    const head = await ask(URL, withToken(), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('may write the scheme in lower case', async () => {
    expect((await ask(URL, { Authorization: `bearer  ${token}` })).status).toBe(200);
  });

  it('gets 403 with the name of the menu that it lacks', async () => {
    await expectProblem(await ask('/reports/user-activity.json', withToken()), 403, {
      code: 'forbidden',
      permission: 'Sistema › Usuarios',
    });
  });

  it.each([
    ['from=ayer', 'from'],
    ['desde=2026-01-01', 'desde'],
    ['FROM=2026-01-01', 'FROM'],
    ['from=2026-01-01&from=2026-02-01', 'from'],
    ['by=agencia', 'by'],
    ['sort=zzz', 'sort'],
    ['dir=up', 'dir'],
    ['compare=antes', 'compare'],
    ['agencyId=agencia-999', 'agencyId'],
    ['page=2', 'page'],
    ['cursor=x', 'cursor'],
    ['cursor=0', 'cursor'],
    ['cursor=2', 'cursor'],
  ])('gets 400 that names the parameter for «%s»', async (search, name) => {
    const errors = { [name]: [expect.any(String)] };
    await expectProblem(await ask(`${URL}?${search}`, withToken()), 400, { code: 'invalid-input', errors });
  });

  it('gets the report for every parameter of the screen, and for empty ones', async () => {
    await web.portal.sql.query(
      `INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('agencia-01', 'Central', now(), 1) ON CONFLICT DO NOTHING`,
    );
    const search = 'from=2026-01-01&to=2026-01-31&agencyId=agencia-01&userId=&sort=name&dir=asc&compare=year&cursor=1';
    expect((await ask(`${URL}?${search}`, withToken())).status).toBe(200);
  });

  it('reads the content’s health, but no list', async () => {
    await putRoleRow(web.portal.sql, { id: 'lector', menus: ['briefcase-reports', 'agencies'] });
    expect((await ask('/reports/content-health.json', withToken())).status).toBe(200);
    await putRoleRow(web.portal.sql, { id: 'lector', menus: ['briefcase-reports'] });
    for (const list of ['/reports/required-readings.json', '/reports/file-events.json'])
      await expectProblem(await ask(list, withToken()), 403, { detail: expect.stringContaining('son listas') as string });
  });

  it('gets 401 from the next request on once the token is revoked', async () => {
    const other = await issue();
    expect((await ask(URL, withToken(other))).status).toBe(200);
    const [newest] = await web.portal.tokens.findOwnTokens({ actor: owner });
    await web.portal.tokens.revokeOwnToken({ actor: owner, id: newest?.id ?? '' });
    await expectProblem(await ask(URL, withToken(other)), 401, { code: 'unauthenticated' });
  });

  it('loses at once what its owner loses', async () => {
    await putRoleRow(web.portal.sql, { id: 'lector', menus: [] });
    await expectProblem(await ask(URL, withToken()), 403);
    await putRoleRow(web.portal.sql, { id: 'lector', menus: ['briefcase-reports'] });
    expect((await ask(URL, withToken())).status).toBe(200);
    await web.portal.sql.query('UPDATE usuarios SET state = false WHERE id = $1', [owner.id]);
    await expectProblem(await ask(URL, withToken()), 401);
    await web.portal.sql.query('UPDATE usuarios SET state = true WHERE id = $1', [owner.id]);
  });
});

describe('a wrong token', () => {
  const WRONG: readonly (readonly [string, string])[] = [
    ['none', 'Bearer '],
    ['another kind', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['one cut short', 'Bearer pcp_abc'],
    ['an injection', `Bearer pcp_' OR 1=1 --`],
    ['ten thousand letters', `Bearer pcp_${'a'.repeat(10_000)}`],
    ['ten thousand blanks', `Bearer ${' '.repeat(10_000)}x`],
    ['bytes of no text', 'Bearer pcp_\u00ff\u00fe\u00e9'],
  ];

  it.each(WRONG)('%s gets 401 with WWW-Authenticate', async (_name, Authorization) => {
    for (const Accept of ACCEPTS) {
      const { status, headers, body } = await rawRequest(web.port, { path: URL, headers: { Authorization, Accept } });
      expect([status, headers['content-type'], headers.location]).toEqual([401, 'application/problem+json; charset=utf-8', undefined]);
      expect(headers['www-authenticate']).toMatch(/^Bearer realm="portal"/);
      expect(body).not.toContain('pcp_abc');
    }
  });

  it('of a megabyte is refused with 431 or a closed connection', async () => {
    const answer = await rawRequest(web.port, { path: URL, headers: { Authorization: `Bearer pcp_${'a'.repeat(1_000_000)}` } }).catch(
      () => null,
    );
    expect([431, undefined]).toContain(answer?.status);
    expect((await ask(URL, withToken())).status).toBe(200);
  });

  it.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic YW5hOnNlY3JldG8=' }],
    ['the token alone', { Authorization: 'token' }],
    ['a session that never was', { Cookie: 'portal_session=inventada' }],
  ])('%s gets 401 without a redirect', async (_name, headers) => {
    for (const Accept of ACCEPTS) {
      const response = await ask(URL, { Accept, ...headers });
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="portal"');
      await expectProblem(response, 401, { code: 'unauthenticated' });
    }
    await expectProblem(await ask('/reports/nada.json', { Accept: 'text/html', ...headers }), 401);
  });

  it('is refused with 401 as a query parameter or a cookie, even if it is a right one', async () => {
    expect((await ask(`${URL}?access_token=${token}&token=${token}`, { Accept: '*/*' })).status).toBe(401);
    expect((await ask(URL, { Accept: '*/*', Cookie: `portal_session=${token}` })).status).toBe(401);
  });

  it('gets 429 with Retry-After after 60 attempts, while a right one still works', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 62; attempt += 1) statuses.push((await ask(URL, withToken('pcp_nada'))).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([401]));
    const limited = await ask(URL, withToken('pcp_nada'));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectProblem(limited, 429, { code: 'too-many-requests' });
    expect((await ask(URL, withToken())).status).toBe(200);
  });
});

describe('a cookie and a token together', () => {
  it('a report takes only the token into account', async () => {
    const cookie = { Cookie: web.cookie };
    expect((await ask('/reports/user-activity.json', cookie)).status).toBe(200);
    expect((await ask('/reports/user-activity.json', { ...cookie, ...withToken() })).status).toBe(403);
    expect((await ask(URL, { ...cookie, ...withToken('pcp_nada') })).status).toBe(401);
  });

  it('a page takes only the cookie into account, as does a report with another scheme', async () => {
    expect((await ask('/', { Accept: 'text/html', Cookie: web.cookie, ...withToken() })).status).toBe(200);
    expect((await ask(URL, { Cookie: web.cookie, Authorization: 'Basic YTpi' })).status).toBe(200);
  });
});

it.each([
  '/',
  '/account',
  '/reports/uploads-by-user/export',
  `${URL}/`,
  '/REPORTS/uploads-by-user.json',
  '/reports/nada.json',
  '/reports/x/y.json',
])('a token alone gets 403 without a redirect at %s', async (url) => {
  for (const Accept of ACCEPTS)
    await expectProblem(await ask(url, { ...withToken(), ...(Accept && { Accept }) }), 403, { code: 'forbidden' });
});

it('a token cannot write: POST, PUT, PATCH and DELETE get 403', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const Origin of [web.base, 'https://otro.example'])
      await expectProblem(await ask(URL, { ...withToken(), Origin }, { method, body: 'a=1' }), 403);
  expect(
    (await ask(URL, { ...withToken(), Origin: 'https://otro.example' }, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
  ).toBeNull();
});

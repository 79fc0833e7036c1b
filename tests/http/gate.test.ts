import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/domain/errors.ts';
import { signInAs } from '../access/people.ts';
import { rawRequest, useTestWeb } from './test-web.ts';

const web = useTestWeb();
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('between password and second factor', () => {
  const wait = (seconds: number) =>
    web.portal.sql.query(`UPDATE identity.sessions SET created_at = now() - make_interval(secs => $1)`, [seconds]);
  it('pages and data lead to the second step, and after ten minutes to the first', async () => {
    await web.portal.sql.query(`INSERT INTO identity.factors (id, uid, kind, name, sealed) VALUES ('f', $1, 'code', 'Teléfono', '')`, [
      web.administrator.id,
    ]);
    try {
      for (const [seconds, step] of [
        [0, '/login/factor'],
        [601, '/login'],
      ] as const) {
        await wait(seconds);
        const page = await web.getSigned('/page', { headers: HTML });
        expect([page.status, page.headers.get('location')]).toEqual([302, `${step}?redirectTo=%2Fpage`]);
        const data = await web.getSigned('/page.data');
        expect([data.status, data.headers.get('x-sign-in')]).toEqual([401, `${step}?redirectTo=%2Fpage`]);
        const sent = await web.getSigned('/page', { method: 'POST', headers: { Accept: 'application/json' } });
        expect(sent.status).toBe(401);
      }
    } finally {
      await web.portal.sql.query('DELETE FROM identity.factors');
      await wait(0);
    }
    expect((await web.getSigned('/page', { headers: HTML })).status).toBe(200);
  });
});

it('/sesion.json tells an open page when its session ends; a request with X-At-Rest does not prolong it', async () => {
  const left = async (headers: Record<string, string> = {}) => {
    const answer = await web.getSigned('/sesion.json', { headers });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { restSeconds, email } = (await answer.json()) as { restSeconds: number; email: string };
    expect(email).toMatch(/@/);
    return restSeconds;
  };
  await web.portal.sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '30 minutes'`);
  const twice = [await left({ 'X-At-Rest': '1' }), await left({ 'X-At-Rest': '1' })];
  expect(twice.every((seconds) => Math.abs(seconds - 60) < 10)).toBe(true);
  expect(Math.abs((await left()) - 31 * 60)).toBeLessThan(10);
  expect((await web.get('/sesion.json', { headers: { Accept: 'application/json' } })).status).toBe(401);
});

it('the longer idle time of a person’s own device ends once the role no longer allows it', async () => {
  const { sql } = web.portal;
  await sql.query(
    `INSERT INTO roles (id, title, value, "equipoPropio", "createdAt", source_version) VALUES ('viajera', 'Viajera', 'viajera', true, now(), 1)`,
  );
  const { id, headers } = await signInAs(web, { name: 'viajera', role: 'viajera', folders: [] });
  const rested = async (minutes: number) => {
    const text = 'UPDATE identity.sessions SET rest_minutes = 480, last_seen_at = now() - make_interval(mins => $1) WHERE uid = $2';
    await sql.query(text, [minutes, id]);
    return (await web.get('/page', { headers: { ...HTML, ...headers } })).status;
  };
  expect(await rested(120)).toBe(200);
  await sql.query(`UPDATE roles SET "equipoPropio" = false WHERE id = 'viajera'`);
  expect(await rested(20)).toBe(200);
  const { rows } = await sql.query('SELECT rest_minutes FROM identity.sessions WHERE uid = $1', [id]);
  expect(rows).toEqual([{ rest_minutes: null }]);
  expect(await rested(120)).toBe(302);
});

describe('without a session', () => {
  it.each([
    ['/', '/'],
    ['/page', '/page'],
    ['/page?q=caf%C3%A9&page=2', '/page?q=caf%C3%A9&page=2'],
    ['/nada', '/nada'],
    ['/LOGIN/', '/LOGIN/'],
    ['/login/x', '/login/x'],
    ['/briefcase/files/1/download', '/briefcase/files/1/download'],
  ])('GET %s redirects to the sign-in page with the way back', async (url, redirectTo) => {
    const response = await web.get(url);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
    expect(await response.text()).not.toContain('Hola');
  });

  it.each([
    ['/page.data', {}, '/page'],
    ['/_root.data', {}, '/'],
    ['/page.data?q=1&_routes=routes%2F_shell.page', {}, '/page?q=1'],
    ['/page', { Accept: 'application/json' }, '/page'],
    ['/page', { 'Sec-Fetch-Dest': 'empty' }, '/page'],
  ])('data request %s gets a 401 problem that names the sign-in page', async (url, headers, redirectTo) => {
    const response = await web.get(url, { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('x-sign-in')).toBe(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
    expect(await response.json()).toMatchObject({
      status: 401,
      code: 'unauthenticated',
      detail: 'Su sesión terminó. Inicie sesión de nuevo.',
    });
  });

  it('an address too long to return to redirects to the sign-in page without the way back', async () => {
    const response = await web.get(`/page?q=${'x'.repeat(3000)}`);
    expect(response.headers.get('location')).toBe('/login');
  });

  it('a form sent from a page redirects to the sign-in page, a script gets 401', async () => {
    expect((await web.get('/page', { method: 'POST', headers: { Origin: web.base, ...HTML } })).status).toBe(302);
    expect((await web.get('/page', { method: 'POST', headers: { Origin: web.base } })).status).toBe(401);
  });

  it('the API answers 401 with problem JSON, even for unknown paths and in upper case', async () => {
    for (const url of ['/api/digitalization/asset?filename=x', '/api/nada', '/API/nada']) {
      const response = await web.get(url, { headers: HTML });
      expect(response.status, url).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it.each([
    '/api/../page',
    '/api/%2e%2e/page',
    '/login/../page',
    '/login/%2E%2E/page',
    '/build/..%2fpage',
    '//page',
    '/api/..\\page',
    '/page%00.data',
    '/page?_data=routes%2F_shell.page',
    '/page?a=?&%5Fdata=x',
    `/page${'/a'.repeat(16)}`,
    `/page${'%2Fa'.repeat(16)}`,
    `/page/${'a'.repeat(1_995)}`,
  ])('an ambiguous or overlong address is refused with 400: %s', async (path) => {
    const answer = await rawRequest(web.port, { path, headers: { Cookie: web.cookie } });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('Hola');
  });

  it.each([
    'portal_session=',
    'portal_session=%zz',
    'portal_session=no-such-session',
    '__Host-portal_session=x',
    `portal_session=${'x'.repeat(4000)}`,
  ])('cookie %s is not accepted as a session', async (cookie) => {
    expect((await web.get('/page', { headers: { Cookie: cookie } })).status).toBe(302);
  });

  it('the route manifest names only public pages, and only for the running version', async () => {
    const ask = (query: string) => web.get(`/__manifest?${query}`);
    expect(Object.keys((await (await ask('version=small&p=/login')).json()) as object)).toEqual(
      expect.arrayContaining(['root', 'routes/login']),
    );
    for (const query of ['version=small&p=/page', 'version=small&p=/login&p=/items/1', 'version=other&p=/login']) {
      const answer = await ask(query);
      expect([answer.status, answer.headers.get('x-remix-reload-document'), await answer.text()], query).toEqual([204, 'true', '']);
    }
    expect((await ask('version=small')).status).toBe(400);
    expect((await ask(`version=small${'&p=/login'.repeat(101)}`)).status).toBe(400);
    const signed = await web.getSigned('/__manifest?version=small&p=/items/1');
    expect(Object.keys((await signed.json()) as object)).toContain('routes/_shell.item');
  });

  it('the sign-in page answers', async () => {
    const response = await web.get('/login');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Iniciar sesión');
  });
});

describe('with a session', () => {
  it('addresses within the limits of depth and length are answered with 200 or 404', async () => {
    for (const path of [`/page${'/a'.repeat(15)}`, `/page/${'%C3%A9'.repeat(1_300)}`, '/page?x=_data'])
      expect([404, 200]).toContain((await web.getSigned(path)).status);
  });

  it('pages and data answer', async () => {
    expect(await (await web.getSigned('/page')).text()).toContain('Hola Ana Pérez');
    expect((await web.getSigned('/page.data')).status).toBe(200);
  });

  it('a permission that was taken away is missing from the next request on', async () => {
    const save = () => web.getSigned('/page', { method: 'POST', headers: HTML, body: new URLSearchParams({ nombre: 'Caja' }) });
    expect((await save()).status).toBe(200);
    await web.portal.sql.query(`INSERT INTO permisos_rol (id, menus, "createdAt", source_version) VALUES ('admin', '{home}', now(), 1)`);
    const denied = await save();
    expect(denied.status).toBe(403);
    expect(await denied.text()).toContain('Sistema › Departamentos');
    await web.portal.sql.query(`DELETE FROM permisos_rol`);
  });

  it('signing out ends the session itself, not only the cookie', async () => {
    const session = await web.portal.identity.signIn({ email: 'ana@prueba.coop', password: 'Tambor-lluvia-2026!', userAgent: 'test' });
    const headers = { Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}`, Origin: web.base };
    expect((await web.get('/page', { headers })).status).toBe(200);
    const answer = await web.get('/logout', { method: 'POST', headers: { ...headers, ...HTML } });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/login');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^portal_session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect((await web.get('/page', { headers })).status).toBe(302);
  });

  it('a failed sign-out answers 503 with its reason and keeps the cookie', async () => {
    const signOut = vi
      .spyOn(web.portal.identity, 'signOut')
      .mockRejectedValue(new AppError('unavailable', 'down', { userMessage: 'No pudimos cerrar su sesión.' }));
    const answer = await web.getSigned('/logout', { method: 'POST', headers: HTML });
    signOut.mockRestore();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('No pudimos cerrar su sesión.');
  });

  it('a deactivated person is signed out at the next request, told why, and stays signed out', async () => {
    await web.portal.sql.query('UPDATE usuarios SET state = false');
    expect((await web.getSigned('/page')).status).toBe(302);
    expect((await web.getSigned('/page.data')).status).toBe(401);
    const written = await web.getSigned('/page.data', { method: 'POST' });
    const why = 'Un Administrador desactivó su cuenta, y con eso se cerró su sesión. Si cree que es un error, hable con un Administrador.';
    expect([written.status, decodeURIComponent(written.headers.get('x-session-end') ?? '')]).toEqual([401, why]);
    expect(await written.json()).toMatchObject({ detail: why });
    await web.portal.sql.query('UPDATE usuarios SET state = true');
    expect((await web.getSigned('/page')).status, 'a session that ended is not brought back').toBe(302);
  });
});

import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { listenToQueries } from '#server/testing/count-queries.ts';
import { EMAIL, PASSWORD, useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });
const QUERIES_MAX = 5;
const today = dayOf(new Date());

/** Session cookie of a new person with that role. */
async function cookieOf(role: string): Promise<string> {
  const email = `${role}@prueba.coop`;
  const { uid } = await web.portal.identity.createAccount({ email, password: PASSWORD });
  await web.portal.sql.query(
    `INSERT INTO usuarios (id, name, email, role, "createdAt", source_version) VALUES ($1, 'Berta Paz', $2, $3, now(), 1)`,
    [uid, email, role],
  );
  const session = await web.portal.identity.signIn({ email, password: PASSWORD, userAgent: 'test' });
  return `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}`;
}

const put = async (at: string, data: Fields) => {
  await web.portal.documents.main.create(at, data);
  await web.portal.readModel.projectNow('main', [at]);
};
const home = async (cookie = web.cookie, address = '/') => {
  const answer = await web.get(address, { headers: { Cookie: cookie, Accept: 'text/html' } });
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&') };
};
const tilesIn = (html: string) => [...html.matchAll(/data-tile="([^"]+)"/g)].map(([, id]) => id);
const post = (fields: Record<string, string> | FormData, headers: Record<string, string> = {}) =>
  web.getSigned('/preferences', {
    method: 'POST',
    headers: { Accept: 'text/html', ...headers },
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
  });
const figureOf = (html: string, line: string) =>
  Number(new RegExp(`data-line="${line}".*?data-figure="">([^<]*)<`, 's').exec(html)?.[1] ?? Number.NaN);
/** Number of rows of an export. */
const rowsOf = async (address: string) => {
  const csv = await (await web.getSigned(address)).text();
  return csv.trimEnd().split('\r\n').length - 1;
};
const arrangement = async () => {
  const { html } = await home(web.cookie, '/?ordenar=1');
  return [...html.matchAll(/data-item="([^"]+)"/g)].map(([, id = '']) => id);
};

let editor = '';
let reader = '';
let queries: () => string[];
beforeAll(async () => {
  queries = listenToQueries(web.portal.sql);
  [editor, reader] = [await cookieOf('editor'), await cookieOf('user')];
  await put('promociones/pronto', { nombre: 'Ahorro <navideño> & más', estado: true, image_url: '', vigenciaHasta: addDays(today, 3) });
  await put('promociones/luego', { nombre: 'Luego', estado: true, image_url: '', vigenciaHasta: addDays(today, 30) });
  const waiting = { estado: true, nombre: 'Óscar', tipo: 'prestamo', agencia: 'central' };
  await put('cotizaciones/vieja', { ...waiting, createdAt: new Date('2026-01-05T12:00:00Z') });
  await web.portal.sql.query(`UPDATE usuarios SET agency = 'central' WHERE email = $1`, [EMAIL]);
});

describe('Inicio while a table is locked', () => {
  it('answers 200 with the inbox, and with a retry link in place of the figures', async () => {
    const lines = (html: string) => [...html.matchAll(/data-inbox="([^"]+)"/g)].map(([, id]) => id);
    const before = await home();
    expect(lines(before.html)).not.toEqual([]);
    expect(before.html).not.toContain('No se pudo calcular.');
    const locker = await web.portal.sql.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE checked_addresses IN ACCESS EXCLUSIVE MODE');
      const { status, html } = await home();
      expect(status).toBe(200);
      expect(lines(html)).toEqual(lines(before.html));
      expect(tilesIn(html)).toEqual(tilesIn(before.html));
      const late = [...html.matchAll(/data-late=""/g)].length;
      expect(late).toBe(tilesIn(html).length - 1);
      expect(html).toMatch(/No se pudo calcular\. ?<a [^>]*href="\/"[^>]*>Reintentar/);
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
    expect((await home()).html).not.toContain('No se pudo calcular.');
  });
});

describe('Inicio', () => {
  it('runs at most five queries for an administrator, an editor and a reader', async () => {
    for (const cookie of [web.cookie, editor, reader]) {
      await home(cookie);
      queries();
      expect((await home(cookie)).status).toBe(200);
      // Ignores reads of the settings, which any request may make, at most once a second.
      const asked = queries().filter((text) => !text.includes('documents.documents'));
      expect(asked.length, asked.join('\n\n')).toBeLessThanOrEqual(QUERIES_MAX);
      expect(asked.length).toBeGreaterThan(1);
    }
  });

  it('leaves out tiles that need a permission which the person lacks, and their queries', async () => {
    queries();
    const { html } = await home(reader);
    expect(tilesIn(html)).toEqual(['trends', 'month', 'risers', 'agencies-downloads-by-user', 'screens']);
    expect(queries().join('\n')).not.toMatch(/cotizaciones|checked_addresses|promociones|maletin_archivos t WHERE|sync_failures/);
    expect(tilesIn((await home()).html)).toContain('state');
  });

  it('names promotions that end this week and counts old quotes; the figures match the linked lists', async () => {
    const { html } = await home(editor);
    expect(html).toMatch(/href="\/promotions\/list-promotions\?termina=7"/);
    expect(html).toContain(`Ahorro &lt;navideño&gt; & más (${addDays(today, 3).slice(8)}/${addDays(today, 3).slice(5, 7)})`);
    expect(html).not.toContain('Luego (');
    expect([figureOf(html, 'promociones'), figureOf(html, '31')]).toEqual([1, 1]);
    expect(await rowsOf('/promotions/list-promotions/export?format=csv&termina=7')).toBe(figureOf(html, 'promociones'));
    expect(await rowsOf('/quotes/list-quotes/export?format=csv&sinSeguimiento=31')).toBe(figureOf(html, '31'));
    // In the list it is a filter, with a sentence and a link to remove it.
    expect((await home(editor, '/promotions/list-promotions?termina=7')).html).toContain('Fin: En 7 días');
    expect(html).toMatch(/href="\/quotes\/list-quotes\?sinSeguimiento=31"/);
  });
});

describe('the arrangement of Inicio', () => {
  it('is changed by forms that move, hide and restore tiles', async () => {
    const before = await arrangement();
    const [first = '', second = ''] = before;
    const moved = await post({ home: `before:${first}`, tile: second, redirectTo: '/?ordenar=1' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/?ordenar=1']);
    expect(await arrangement()).toEqual([second, first, ...before.slice(2)]);
    await post({ home: 'hide', tile: second });
    expect(tilesIn((await home()).html)).not.toContain(second);
    expect((await arrangement()).at(-1)).toBe(second);
    await post({ home: 'restore' });
    expect(await arrangement()).toEqual(before);
  });

  it('keeps every change of concurrent requests', async () => {
    const [first = '', second = '', third = ''] = await arrangement();
    await Promise.all([
      post({ home: 'hide', tile: first }),
      post({ home: 'hide', tile: second }),
      post({ home: `after:${third}`, tile: first }),
    ]);
    expect((await arrangement()).slice(-2).sort()).toEqual([first, second].sort());
    await post({ home: 'restore' });
  });

  it('shows a link to arrange the tiles in their place when all are hidden, and restores them', async () => {
    const all = await arrangement();
    for (const tile of all) await post({ home: 'hide', tile });
    const { html, status } = await home();
    expect([status, tilesIn(html)]).toEqual([200, []]);
    expect(html).toContain('href="/?ordenar=1">Volver a mostrar</a>');
    await post({ home: 'restore' });
    expect(tilesIn((await home()).html).sort()).toEqual([...all].sort());
  });

  it.each([
    ['an unknown act', { home: 'drop', tile: 'trends' }, 400],
    ['an unknown tile', { home: 'hide', tile: '../../etc' }, 400],
    ['no tile', { home: 'hide' }, 400],
    ['a neighbour that is none', { home: 'before:__proto__', tile: 'trends' }, 400],
    ['60 KB of blanks', { home: ' '.repeat(60_000), tile: ' ' }, 413],
  ])('refuses %s and changes nothing', async (_what, fields, status) => {
    const before = await arrangement();
    const answer = await post(fields);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/TypeError|at \w+ \(/);
    expect(await arrangement()).toEqual(before);
  });

  it('refuses a tile without its permission (400), a foreign origin (403) and a request without a session', async () => {
    const body = new URLSearchParams({ home: 'hide', tile: 'state' });
    const send = (headers: Record<string, string>) => web.get('/preferences', { method: 'POST', body, headers });
    expect((await send({ Cookie: reader, Origin: web.base })).status).toBe(400);
    expect((await send({ Cookie: web.cookie, Origin: 'https://otro.example' })).status).toBe(403);
    expect([302, 401]).toContain((await send({ Origin: web.base })).status);
    expect(tilesIn((await home()).html)).toContain('state');
  });

  it('answers a file in place of a text with 4xx', async () => {
    const form = new FormData();
    form.set('home', new File(['x'], 'hide'));
    form.set('tile', 'trends');
    const answer = await post(form);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { createNotices } from '#server/entrances/request/notices.ts';
import { EMAIL, useTestWeb } from '../http/test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

/** Posts a plain form, as browsers without JavaScript do. */
const post = (url: string, fields: Record<string, string>, signed = false) => {
  const init = {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: web.base, Accept: 'text/html', ...(signed ? { Cookie: web.cookie } : {}) },
  };
  return web.get(url, init);
};

describe('signing in', () => {
  it('answers 401 with the same sentence for known and unknown addresses, and keeps the typed address', async () => {
    const answers = await Promise.all([
      post('/login', { email: EMAIL, password: 'No-es-2026!' }),
      post('/login', { email: 'nadie@prueba.coop', password: 'No-es-2026!' }),
    ]);
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map((answer) => answer.status)).toEqual([401, 401]);
    for (const page of pages) expect(page).toContain('El correo electrónico o la contraseña no son correctos.');
    expect(pages[1]).toContain('value="nadie@prueba.coop"');
    expect(pages.join('')).not.toContain('No-es-2026!');
  });

  it('shows a problem beside each invalid field', async () => {
    const answer = await post('/login', { email: 'sin-arroba', password: '' });
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('Escriba un correo electrónico válido, como ana@correo.com.');
    expect(page).toMatch(/id="campo-password"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="campo-password"/);
  });

  it('redirects people with a session to Inicio', async () => {
    const answer = await web.getSigned('/login');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  });
});

describe('choosing a new password', () => {
  it('answers alike for known and unknown addresses', async () => {
    const answers = await Promise.all([EMAIL, 'nadie@prueba.coop'].map((email) => post('/reset-password', { email })));
    const texts = await Promise.all(answers.map(async (answer) => /<main[^>]*>(.*?)<\/main>/s.exec(await answer.text())?.[1]));
    // This portal has no mail server: it says so, and whom to contact.
    expect(answers.map((answer) => answer.status)).toEqual([503, 503]);
    expect(texts[0]).toContain('El portal no envía correos.');
    expect(texts[0]).toBe(texts[1]);
  });

  it('refuses an invented token before and after a password is typed, and says how to get a new link', async () => {
    const answer = await post('/reset-password?token=inventado', { token: 'inventado', password: 'Nueva-clave-2026' });
    expect(answer.status).toBe(400);
    for (const shown of [
      answer,
      ...(await Promise.all(['token', 'oobCode'].map((name) => web.get(`/reset-password?${name}=inventado`)))),
    ]) {
      const page = await shown.text();
      expect(page).toContain('El enlace no es válido o ya venció. Solicite uno nuevo.');
      expect(page).toContain('Cómo obtener un enlace nuevo');
      expect(page).not.toContain('type="password"');
    }
  });

  it('shows the form of a link that may be used', async () => {
    const { href } = await web.portal.identity.createResetLink(web.administrator.id, null);
    expect(await (await web.get(`/reset-password${new URL(href).search}`)).text()).toContain('type="password"');
  });
});

describe('the shell', () => {
  it('marks the current page, has its landmarks, and says that data is being prepared before the first sync', async () => {
    const page = await (await web.getSigned('/')).text();
    expect(page.match(/aria-current="page"/g)).toHaveLength(1);
    expect(page).toMatch(/<a[^>]*href="\/"[^>]*aria-current="page"/);
    for (const landmark of ['<main', '<header', 'aria-label="Menú principal"', 'href="#contenido"']) expect(page).toContain(landmark);
    // No worker has run yet, so there is no time to show.
    expect(page).toContain('Preparando los datos…');
    expect(page).toContain('<title>Cooperativa Prueba</title>');
  });

  it('shows the date of the data after the first sync', async () => {
    await web.portal.sql.query(`INSERT INTO sync_streams (name, fresh_at) VALUES ('main/*', '2026-11-19 12:30:04Z')`);
    await expect
      .poll(async () => (await web.getSigned('/')).text(), { timeout: 10_000 })
      .toContain('Datos al 19/11/2026 06:30:04 (con retraso)');
  });

  it('is rendered by the server with the person’s reduced menu and closed groups', async () => {
    const page = await (await web.getSigned('/', { headers: { Cookie: `${web.cookie}; menu=iconos.maletin` } })).text();
    expect(page).toMatch(/class="shell" data-menu="icons"/);
    expect(
      [...page.matchAll(/<details class="menu-group"( open="")?><summary><span>([^<]*)/g)]
        .filter((match) => !match[1])
        .map((match) => match[2]),
    ).toEqual(['Maletín']);
  });

  it('shows the notice of an action once, escaped and with an undo button', async () => {
    const notice = createNotices(web.portal.config.session).tell(web.administrator, {
      kind: 'success',
      text: 'Se eliminó <b>la agencia</b>.',
      undo: { restores: 'records', menu: 'agencies', ids: ['a1'] },
    });
    const answer = await web.getSigned('/', { headers: { Cookie: `${web.cookie}; ${notice.split(';')[0]}` } });
    const page = await answer.text();
    expect(answer.headers.getSetCookie().join()).toMatch(/aviso=; .*Max-Age=0/);
    expect(page).toContain('Se eliminó &lt;b&gt;la agencia&lt;/b&gt;.');
    expect(page).toContain('Deshacer');
    expect((await web.getSigned('/')).headers.getSetCookie()).toEqual([]);
  });

  it('searches screens and records without JavaScript', async () => {
    const { documents, readModel } = web.portal;
    const paths = Array.from({ length: 6 }, (_, index) => `agencias/a${index}`);
    for (const one of paths) await documents.main.create(one, { nombre: `Agencia ${one.at(-1)}` });
    await readModel.projectNow('main', paths);
    const page = await (await web.getSigned('/buscar?q=agen')).text();
    expect(page).toContain('href="/locations/list-agencies/a5"');
    expect(page).toMatch(/href="\/locations\/list-agencies\?q=agen"[^>]*>Ver 6 en Agencias/);
    expect(page).toMatch(/href="\/locations\/list-agencies"/);
  });
});

describe('preferences', () => {
  it('keep the theme, and redirect back to the page', async () => {
    const answer = await post('/preferences', { theme: 'dark', redirectTo: '/departments/list-departments?q=a' }, true);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/departments/list-departments?q=a']);
    expect(await (await web.getSigned('/')).text()).toMatch(/<html[^>]*data-theme="cooperativa-oscuro"/);
    await post('/preferences', { theme: 'system', redirectTo: '/' }, true);
    expect(await (await web.getSigned('/')).text()).not.toMatch(/<html[^>]*data-theme/);
  });

  it('switch off the shortcuts of a single key, marked on the root element for the scripts', async () => {
    expect(await (await web.getSigned('/account')).text()).not.toMatch(/<html[^>]*data-keys/);
    await post('/preferences', { keys: 'off', redirectTo: '/account' }, true);
    const page = await (await web.getSigned('/account')).text();
    expect(page).toMatch(/<html[^>]*data-keys="off"/);
    expect(page).toContain('name="keys" value="off" aria-pressed="true"');
    await post('/preferences', { keys: 'on', redirectTo: '/account' }, true);
  });

  it.each(['https://otro.example/', '//otro.example', '/\\otro.example', '/.//otro.example', 'javascript:alert(1)', ''])(
    'redirect to Inicio instead of %s',
    async (redirectTo) => {
      const answer = await post('/preferences', { pageSize: '50', redirectTo }, true);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    },
  );

  it('reject a theme or page size that is not offered with 400', async () => {
    expect((await post('/preferences', { theme: 'rosa' }, true)).status).toBe(400);
    expect((await post('/preferences', { pageSize: '1000000' }, true)).status).toBe(400);
  });
});

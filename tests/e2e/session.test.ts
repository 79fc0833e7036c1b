import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { createEmbeddedDocumentStore, type EmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { emailOf, noChromium, useDemoPortal, type Person } from './demo-portal.ts';

const AGENCIES = '/locations/list-agencies';
const SYNC_MS = 15_000;

describe.skipIf(noChromium)('a session', () => {
  const portal = useDemoPortal({ worker: true });
  /** Writes to the store past the portal, as another program does (the mobile app's administration). */
  const store = (): EmbeddedDocumentStore => createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' });

  /** A session of their own, through the form; portal.as() shares one. */
  const signIn = async (person: Person) => {
    const visitor = await portal.visitor();
    await visitor.page.goto('/login');
    await signInOn(visitor.page, person);
    await visitor.page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    return visitor;
  };

  it('redirects to the requested page after sign-in, but never out of the portal', async () => {
    const { page } = await portal.visitor();
    await page.goto(`${AGENCIES}?q=cob%C3%A1n&sort=nombre`);
    await page.waitForURL(/\/login\?redirectTo=/);
    await signInOn(page, 'admin');
    await page.waitForURL(`${portal.url}${AGENCIES}?q=cob%C3%A1n&sort=nombre`);
    for (const elsewhere of ['//malo.example/', 'https://malo.example/', '/\\malo.example', 'javascript:alert(1)']) {
      const visitor = await portal.visitor();
      await visitor.page.goto(`/login?redirectTo=${encodeURIComponent(elsewhere)}`);
      await signInOn(visitor.page, 'reportes');
      await visitor.page.waitForURL(`${portal.url}/`);
      await visitor.page.getByRole('heading', { name: /, Sofía$/, level: 1 }).waitFor();
      await visitor.close();
    }
  });

  it('asks to sign in at the next click after it expired, and returns to that page', async () => {
    const visitor = await signIn('admin');
    const { page } = visitor;
    await portal.database.sql.query(`UPDATE identity.sessions SET expires_at = now() WHERE uid = 'demo-admin'`);
    visitor.allow(/^401: GET .*list-departments\.data/);
    await menuEntry(page, 'Departamentos').click();
    await page.waitForURL(`${portal.url}/login?redirectTo=%2Fdepartments%2Flist-departments`);
    await signInOn(page, 'admin');
    await page.getByRole('heading', { name: /^Departamentos/, level: 1 }).waitFor();
  });

  it('loses a menu as soon as the role does, without a new sign-in', async () => {
    const editor = await portal.as('editor');
    const { page } = editor;
    await page.goto('/');
    await store().update('permisos_rol/editor', { menus: DEFAULT_MENUS.editor.filter((menu) => menu !== 'agencies') });
    await expect.poll(async () => (await page.request.get(AGENCIES)).status(), { timeout: SYNC_MS }).toBe(403);
    editor.allow(/^403: GET .*list-agencies/);
    await menuEntry(page, 'Agencias').click();
    await page.getByRole('heading', { name: 'No tiene permiso' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('App móvil › Agencias');
    await page.goto('/');
    expect(await menuEntry(page, 'Agencias').count()).toBe(0);
    expect(await menuEntry(page, 'Archivos').count()).toBe(1);
    await store().update('permisos_rol/editor', { menus: [...DEFAULT_MENUS.editor] });
    await expect.poll(async () => (await page.request.get(AGENCIES)).status(), { timeout: SYNC_MS }).toBe(200);
  });

  it('that is ended in another window covers an open page within a minute, which does not store its draft again', async () => {
    const visitor = await signIn('admin');
    const { page } = visitor;
    const form = await page.context().newPage();
    await form.clock.install();
    await form.goto(`${AGENCIES}/new`);
    await form.locator('html[data-hydrated]').waitFor();
    const name = form.getByLabel('Nombre');
    await name.fill('Escrito a medias');
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('borrador:')));
    await expect
      .poll(async () => {
        await form.clock.runFor(1_000);
        return drafts();
      })
      .toHaveLength(1);
    await page.getByText('Cerrar sesión').evaluate((button: HTMLElement) => button.click());
    await page.waitForURL(/\/login/);
    // As a browser does with the control in focus when its page is left.
    await name.evaluate((input) => input.dispatchEvent(new Event('change', { bubbles: true })));
    await form.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    expect(await drafts()).toEqual([]);
    visitor.allow(/^401: GET .*sesion\.json/);
    await form.clock.runFor(61_000);
    await form.getByRole('alertdialog', { name: 'Su sesión terminó' }).waitFor();
    expect(await name.inputValue()).toBe('Escrito a medias');
    await visitor.close();
  });

  it('ends at the next click when the person is deactivated', async () => {
    const { rows } = await portal.database.sql.query<{ id: string; email: string }>(
      `SELECT id, email FROM usuarios WHERE id LIKE 'persona-%' AND role = 'editor' ORDER BY id LIMIT 1`,
    );
    const person = rows[0] ?? { id: '', email: '' };
    const session = await portal.as(person.email);
    const { page } = session;
    await page.goto('/');
    await store().update(`usuarios/${person.id}`, { state: false });
    await expect.poll(async () => (await page.request.get(AGENCIES, { maxRedirects: 0 })).status(), { timeout: SYNC_MS }).toBe(302);
    session.allow(/^401: /);
    await menuEntry(page, 'Agencias').click();
    await page.waitForURL(/\/login\?redirectTo=/);
    await signInOn(page, person.email);
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('warns of inactivity in every tab, goes on by a button, and covers open pages when it ends; lasts hours on an own device', async () => {
    const visitor = await signIn('editor');
    const { page } = visitor;
    const used = (secondsAgo: number) =>
      portal.database.sql.query(
        `UPDATE identity.sessions SET created_at = now() - interval '2 hours', last_seen_at = now() - make_interval(secs => $1) WHERE uid = 'demo-editor'`,
        [secondsAgo],
      );
    const isUsedNow = async () =>
      (
        await portal.database.sql.query<{ now: boolean }>(
          `SELECT bool_or(last_seen_at > now() - interval '1 minute') AS now FROM identity.sessions WHERE uid = 'demo-editor'`,
        )
      ).rows[0]?.now;
    const tabs = [page, await page.context().newPage()];
    for (const tab of tabs) {
      await tab.goto(`${AGENCIES}/new`);
      await tab.locator('html[data-hydrated]').waitFor();
      await tab.getByLabel('Nombre').fill('Escrito a medias');
    }
    const look = async () => {
      for (const tab of tabs) await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    const warnings = tabs.map((tab) => tab.getByRole('alertdialog', { name: '¿Sigue ahí?' }));
    const goOn = warnings[0]?.getByRole('button', { name: 'Seguir trabajando' });
    const shown = (state: 'hidden' | 'visible') => Promise.all(warnings.map((warning) => warning.waitFor({ state })));

    await used(30 * 60 + 20);
    await look();
    await shown('visible');
    expect(await goOn?.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await isUsedNow()).toBe(false);
    await goOn?.click();
    await shown('hidden');
    expect(await isUsedNow()).toBe(true);
    const typed = tabs.map((tab) => tab.getByLabel('Nombre'));
    for (const name of typed)
      expect([await name.inputValue(), await name.evaluate((input) => input === document.activeElement)]).toEqual([
        'Escrito a medias',
        true,
      ]);

    // Like requests of pages that nobody has touched for a minute: the page's own clock shows the warning.
    await page.context().setExtraHTTPHeaders({ 'X-At-Rest': '1' });
    await used(30 * 60 - 2);
    await look();
    await shown('visible');
    visitor.allow(/^401: GET .*sesion\.json/);
    await used(31 * 60 + 1);
    await shown('hidden');
    // Open pages are covered until the same person has signed in again.
    const covers = tabs.map((tab) => tab.getByRole('alertdialog', { name: 'Su sesión terminó' }));
    await Promise.all(covers.map((cover) => cover.waitFor()));
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await covers[0]?.waitFor();
    const [other] = await Promise.all([page.waitForEvent('popup'), page.getByText('Iniciar sesión en otra pestaña').click()]);
    await signInOn(other, 'editor');
    await other.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    await look();
    await Promise.all(covers.map((cover) => cover.waitFor({ state: 'hidden' })));
    expect(await typed[0]?.inputValue()).toBe('Escrito a medias');
    await used(31 * 60 + 1);
    await page.goto('/');
    await page.getByText('Su sesión se cerró porque pasó un rato sin uso.').waitFor();

    // On a person's own device the session lasts for hours, if the role allows it.
    const allow = async (equipoPropio: boolean) => {
      await store().update('roles/editor', { equipoPropio });
      const isAllowed = `SELECT FROM roles WHERE id = 'editor' AND "equipoPropio" = $1`;
      await expect.poll(async () => (await portal.database.sql.query(isAllowed, [equipoPropio])).rowCount, { timeout: SYNC_MS }).toBe(1);
    };
    await page.context().setExtraHTTPHeaders({});
    await allow(true);
    await page.getByLabel('Este equipo es mío').check();
    await signInOn(page, 'editor');
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    await used(2 * 3600);
    await page.goto(AGENCIES);
    await page.getByRole('heading', { name: 'Agencias', level: 1 }).waitFor();
    await allow(false);
    await used(2 * 3600);
    await page.goto('/');
    await page.getByText('Su sesión se cerró porque pasó un rato sin uso.').waitFor();

    await signInOn(page, 'admin');
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    await look();
    await tabs[1]?.getByRole('alertdialog', { name: 'Otra persona inició sesión' }).waitFor();
    await visitor.close();
  });

  it('is usable by keyboard: skip link, tab order, and keys for search, new, rows, help and global search', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1440, height: 900 } });
    await page.goto(AGENCIES);
    const stops: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(
          () => (document.activeElement?.querySelector('.menu-entry > :first-child') ?? document.activeElement)?.textContent?.trim() ?? '',
        ),
      );
      expect(await isFocusVisible(page), stops.at(-1)).toBe(true);
    }
    const menu = await page
      .getByRole('navigation', { name: 'Menú principal' })
      .locator('.menu-entry > :first-child, summary')
      .allInnerTexts();
    expect(stops).toEqual(['Saltar al contenido', 'Cooperativa Demostración', ...menu.slice(0, 6).map((text) => text.trim())]);
    await page.getByRole('link', { name: 'Saltar al contenido' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Buscar agencias' });
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('n?'); // typed into a field, they are text
    expect(await search.inputValue()).toBe('n?');
    await search.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Teclas' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Teclas' }).waitFor({ state: 'hidden' });

    const firstRow = await page.getByRole('table').locator('td.key').first().innerText();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: firstRow, level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Buscar en el portal' }).waitFor();
    await page.keyboard.type('depar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Departamentos/, level: 1 }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Nuevo departamento', level: 1 }).waitFor();
  });

  it('focuses where each page begins, announces its heading, and restores the focus when going back', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1440, height: 900 } });
    /** The focused element (`#` for a heading), and what was announced since the last call. */
    const state = () =>
      page.evaluate(() => {
        const told = document.querySelector('.shell > [role=status] > span');
        const element = document.activeElement;
        const name = ['name', 'aria-label'].map((attribute) => element?.getAttribute(attribute)).find((text) => text);
        const kind = element?.matches('main h1') ? '#' : element?.matches('main') ? 'main' : element === document.body ? 'nowhere' : null;
        const focus = kind ?? name ?? element?.textContent?.trim();
        const heading = document.querySelector('main h1')?.textContent?.replace(/\s+/g, ' ').trim();
        const isNew = told !== null && told.textContent !== '' && !told.hasAttribute('data-seen');
        told?.setAttribute('data-seen', '');
        return { focus, told: isNew ? told.textContent : '', heading };
      });
    const goes = async (heading: string | RegExp, act: () => Promise<unknown>, focus = '#') => {
      await act();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expect.poll(async () => (await state()).focus, { message: `${heading}` }).toBe(focus);
    };
    /** Navigates to another page, whose heading must be announced. */
    const arrives = async (heading: string | RegExp, act: () => Promise<unknown>, focus = '#') => {
      await state();
      await act();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const seen: Awaited<ReturnType<typeof state>>[] = [];
      await expect
        .poll(
          async () => {
            seen.push(await state());
            return seen.some(({ told, heading: shown }) => told === shown) && seen.at(-1)?.focus === focus;
          },
          { message: `${heading}: ${JSON.stringify(seen)}` },
        )
        .toBe(true);
    };
    /** Stays on the page with other rows: their order, their page or their number is announced. */
    const stays = async (focus: string, url: RegExp, act: () => Promise<unknown>, said: string | RegExp = '') => {
      await act();
      await page.waitForURL(url);
      await waitForPendingRequests(page);
      const told: (string | null)[] = [];
      await expect
        .poll(async () => {
          const seen = await state();
          told.push(seen.told);
          return [seen.focus, told.join('')];
        })
        .toEqual([focus, typeof said === 'string' ? said : expect.stringMatching(said)]);
    };
    const main = page.getByRole('main');
    await page.goto('/');
    expect(await state()).toMatchObject({ focus: 'nowhere', told: '' });

    // By menu, row, key, button and breadcrumb.
    await arrives(/^Agencias/, () => menuEntry(page, 'Agencias').click());
    const [first = '', second = ''] = await main.locator('td.key').allInnerTexts();
    await page.keyboard.press('j');
    await arrives(first, () => page.keyboard.press('Enter'));
    await arrives(`Editar ${first}`, () => page.keyboard.press('e'), 'nombre');
    await arrives(first, () => page.getByRole('link', { name: 'Cancelar' }).click());
    await arrives(/^Agencias/, () => page.getByRole('navigation', { name: 'Ruta de la página' }).getByRole('link').click());

    // Back and forward, after mouse and keys.
    await arrives(second, () => main.getByRole('link', { name: second, exact: true }).click());
    await goes(/^Agencias/, () => page.goBack(), second);
    await goes(second, () => page.goForward());
    await goes(/^Agencias/, () => page.goBack(), second);

    // Within the list.
    const byName = () => main.getByRole('columnheader', { name: 'Nombre' }).getByRole('link').click();
    await stays('Nombre', /sort=nombre/, byName, 'Ordenado por Nombre, ascendente');
    // It is the last page: the link to the next is gone, and its neighbour has the focus.
    await stays('Primera página', /page=2/, () => page.getByRole('link', { name: 'Página siguiente' }).click(), 'Página 2 de 2');
    await page.getByRole('combobox', { name: 'Tipo' }).focus();
    // Keys go through the options; Enter takes one, and so does leaving the select.
    const listed = page.url();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await waitForPendingRequests(page);
    expect(page.url()).toBe(listed);
    await stays('tipo', /tipo=agencia/, () => page.keyboard.press('Enter'), /^\d+ agencias?$/);
    await page.keyboard.press('ArrowDown');
    await stays('estado', /tipo=(?!agencia)/, () => page.keyboard.press('Tab'), /^\d+ agencias?$/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await stays('tipo', /tipo=agencia/, () => page.keyboard.press('Enter'), /^\d+ agencias?$/);
    const search = page.getByRole('searchbox', { name: 'Buscar agencias' });
    await search.fill('san');
    await stays('q', /q=san/, () => search.press('Enter'), /^\d+ agencias?$/);
    const chip = page.getByRole('link', { name: 'Quitar filtro: Búsqueda: san' });
    await stays('Quitar filtro: Tipo: Agencia', /\?(?!.*q=san)/, () => chip.click(), /^\d+ agencias?$/);
    await search.fill('ninguna así');
    await stays('q', /q=ninguna/, () => search.press('Enter'), 'Ninguna agencia coincide');
    await stays('main', /#contenido/, async () => {
      await page.getByRole('link', { name: 'Saltar al contenido' }).focus();
      await page.keyboard.press('Enter');
    });

    // Global search, new record, save, delete and undo; cards and tabs.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Buscar en el portal' }).waitFor();
    await page.keyboard.type('puestos');
    await arrives(/^Puestos/, () => page.keyboard.press('Enter'));
    await arrives('Nuevo puesto', () => page.keyboard.press('n'), 'nombre');
    await page.keyboard.type('Cajera de prueba');
    await arrives('Cajera de prueba', () => page.getByRole('button', { name: 'Guardar', exact: true }).click());
    await arrives(/^Puestos/, () => page.getByRole('button', { name: 'Eliminar' }).click());
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('1 puesto restaurado.').waitFor();
    await expect.poll(async () => (await state()).focus).not.toBe('nowhere');
    await page.goto('/settings/menu');
    await arrives(/^Auditoría/, () => main.getByRole('link', { name: 'Auditoría', exact: true }).click());
    await page.goto('/briefcase/reports/uploads-by-user');
    await arrives('Descargas por archivo', () => main.getByRole('link', { name: 'Descargas por archivo', exact: true }).click());

    // A search result, and the bell.
    await page.goto('/buscar?q=A-010001');
    await main.getByRole('searchbox').fill('no hay nada así');
    await stays('q', /q=no/, () => page.keyboard.press('Enter'), 'Sin resultados.');
    await main.getByRole('searchbox').fill('A-010001');
    await stays('q', /q=A-010001/, () => page.keyboard.press('Enter'), /^\d+ /);
    const found = main.locator('[data-found=clientes] a.found').first();
    await arrives(await found.locator('.found-title').innerText(), () => found.click());
    await arrives('Avisos', () => page.getByRole('link', { name: /^Avisos/ }).click());

    // From a phone's drawer.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Abrir menú' }).click();
    await arrives(/^Departamentos/, () => page.locator('#menu').getByRole('link', { name: 'Departamentos' }).click());
  });

  it('keeps writing while the worker is down, says that data is delayed, and catches up', async () => {
    await portal.stopWorker();
    // Simulates a minute without a worker.
    await portal.database.sql.query(`UPDATE sync_streams SET fresh_at = now() - interval '1 minute'`);
    await store().update('departamentos/departamento-01', { nombre: 'Gerencia renombrada afuera' });
    const { page } = await portal.as('admin');
    await page.goto('/departments/list-departments/new');
    await page.getByLabel('Nombre').fill('Escrito sin trabajador');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('heading', { name: 'Escrito sin trabajador', level: 1 }).waitFor();
    await page.goto('/departments/list-departments');
    await page
      .getByText(/Datos al .* \(con retraso\)/)
      .first()
      .waitFor();
    const names = page.getByRole('table').locator('td.key');
    expect(await names.allInnerTexts()).toContain('Escrito sin trabajador');
    expect(await names.allInnerTexts()).not.toContain('Gerencia renombrada afuera');

    await portal.startWorker();
    await expect
      .poll(
        async () => {
          await page.reload();
          return [(await names.allInnerTexts()).includes('Gerencia renombrada afuera'), await page.getByText('(con retraso)').count()];
        },
        { timeout: 20_000 },
      )
      .toEqual([true, 0]);
  });

  it('requests the error reporter only once when an update has removed it', async () => {
    const opened = await portal.as('admin');
    opened.allow(/./);
    const { page } = opened;
    let asked = 0;
    await page.route('**/report-errors-*.js', (route) => {
      asked += 1;
      return route.fulfill({ status: 404 });
    });
    await page.goto('/account');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('de prueba');
      });
    });
    await expect.poll(() => asked).toBe(1);
    await page.waitForTimeout(500);
    expect(asked).toBe(1);
  });
});

async function signInOn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(emailOf(person));
  await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

function menuEntry(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name, exact: true });
}

/** Whether the focused element shows its focus: an outline, or a shadow instead. */
function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return element.matches(':focus-visible') && ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
  });
}

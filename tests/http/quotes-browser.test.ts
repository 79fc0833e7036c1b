import path from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDemoData } from '#prisma/seed/demo-data.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useChromium, waitForPendingRequests, type WatchedPage } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { useTestWeb } from './test-web.ts';

const QUOTES = '/quotes/list-quotes';
const CUSTOMERS = '/customers/list-customers';
const SHOWN = 120;

const isFocused = (element: Element) => element === document.activeElement;

/** @returns a function that lets the next form go */
async function holdBackPosts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  return release;
}

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

describe.skipIf(!hasService('Chromium'))('quotes and customers in a browser', () => {
  const browser = useChromium();
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    const demo = makeDemoData(new Date()).documents;
    const of = (collection: string) => demo.filter((document) => document.path.startsWith(`${collection}/`)).slice(0, SHOWN);
    const shown = [...of('agencias'), ...of('clientes'), ...of('cotizaciones')];
    await web.portal.documents.main.batch(shown.map(({ path: documentPath, data }) => ({ kind: 'set', path: documentPath, data })));
    await web.portal.readModel.projectNow(
      'main',
      shown.map((document) => document.path),
    );
  });

  const open = async (options: Parameters<typeof browser.newPage>[0], url: string): Promise<Page> => {
    watched = await browser.newPage({ baseURL: web.base, session: web.cookie, ...options });
    await watched.page.goto(url);
    return watched.page;
  };
  const timeline = () => page.getByRole('listitem').filter({ has: page.locator('time') });
  const pendingQuote = async () => {
    const { rows } = await web.portal.sql.query<{ id: string }>('SELECT id FROM cotizaciones WHERE estado ORDER BY id LIMIT 1');
    return `${QUOTES}/${rows[0]?.id ?? ''}`;
  };

  describe('with JavaScript', () => {
    beforeEach(async () => {
      page = await open({ viewport: { width: 1440, height: 900 } }, QUOTES);
    });

    it('filters loans without follow-up, adds a follow-up and returns to the same list', async () => {
      await page.getByRole('link', { name: /^Préstamos/ }).click();
      // The URL changes before the list is rendered, and until then a selection concerns the old list.
      await page.locator('.tab-bar [aria-current=page]').filter({ hasText: 'Préstamos' }).waitFor();
      await page.getByRole('combobox', { name: 'Sin seguimiento' }).selectOption('7');
      await page.getByRole('link', { name: /^Quitar filtro: Sin seguimiento/ }).waitFor();
      const days = await page.locator('tbody tr td:nth-child(2)').allInnerTexts();
      const numbers = days.map((text) => Number.parseInt(text, 10));
      expect(numbers.length).toBeGreaterThan(1);
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      const count = Number(await page.locator('[aria-current=page] .tabular').innerText());
      await page.locator('tbody a').first().click();
      await page.getByLabel(/^Etapa/).selectOption('Visita');
      await page.getByLabel('Comentario').fill('Se visitó la finca\nVuelve el lunes');
      await page.getByRole('button', { name: 'Agregar seguimiento' }).click();
      await page.getByText('Se agregó el seguimiento.').waitFor();
      // The same save also has a line about the day of the next contact, where one was due.
      const newest = (await timeline().allInnerTexts()).slice(0, 2);
      expect(newest).toContainEqual(expect.stringMatching(/^Visita[\s\S]*Ana Pérez[\s\S]*Se visitó la finca\nVuelve el lunes$/));
      expect(await page.getByLabel('Comentario').inputValue()).toBe('');
      await page.getByRole('navigation', { name: /ruta/i }).getByRole('link', { name: 'Prospecciones' }).click();
      await page.waitForURL(/tipo=prestamo.*sinSeguimiento=7|sinSeguimiento=7.*tipo=prestamo/);
      await expect.poll(() => page.locator('[aria-current=page] .tabular').innerText()).toBe(String(count - 1));
    });

    it('shows an entry while it is being saved, and adds it once if the response is lost', async () => {
      await page.goto(await pendingQuote());
      const before = await timeline().count();
      await page.getByLabel('Etapa').selectOption('Llamada');
      await page.getByLabel('Comentario').fill('Con mala señal');
      watched.allow(/ERR_FAILED/);
      // The server stores it but its response is lost: sending again must not add it twice.
      let letGo = () => undefined as void;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(
        '**/*.data*',
        async (route) => {
          await held;
          if (route.request().method() === 'POST') await route.fetch({ maxRedirects: 0 });
          await route.abort();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Agregar seguimiento' }).click();
      await page.getByText('Guardando…').first().waitFor();
      expect(await page.getByRole('listitem').filter({ hasText: 'Con mala señal' }).count()).toBe(1);
      letGo();
      await page.getByText('se perdió la conexión').waitFor();
      expect(await page.getByLabel('Comentario').inputValue()).toBe('Con mala señal');
      await page.getByRole('button', { name: 'Agregar seguimiento' }).click();
      await page.getByText('Se agregó el seguimiento.').waitFor();
      await expect.poll(() => timeline().count()).toBe(before + 1);
    });

    it('takes the focus to a refused follow-up, but not again after a note, nor from somebody who types', async () => {
      await page.goto(await pendingQuote());
      watched.allow(/^400: /);
      const summary = page.getByRole('alert');
      const add = page.getByRole('button', { name: 'Agregar seguimiento' });
      const note = page.getByLabel('Nueva nota');
      await add.click();
      await expect.poll(() => summary.evaluate(isFocused)).toBe(true);
      await note.fill('Prefiere la tarde');
      const addNote = page.getByRole('button', { name: 'Agregar nota' });
      await addNote.click();
      await page.getByText('Se agregó la nota.').waitFor();
      await expect.poll(() => addNote.evaluate(isFocused)).toBe(true);
      expect(await summary.count()).toBe(1);

      const release = await holdBackPosts(page);
      await add.click();
      await note.focus();
      release();
      await expect.poll(() => page.locator('.shell > p[role=status]').innerText()).toContain('Hay 2 datos que corregir');
      expect(await note.evaluate(isFocused)).toBe(true);
    });

    it('takes the focus to a refused note, but not from somebody who types', async () => {
      await page.goto(await pendingQuote());
      watched.allow(/^400: /);
      const [note, comment] = [page.getByLabel('Nueva nota'), page.getByLabel('Comentario')];
      const addNote = page.getByRole('button', { name: 'Agregar nota' });
      await addNote.click();
      await expect.poll(() => note.evaluate(isFocused)).toBe(true);
      const release = await holdBackPosts(page);
      await addNote.click();
      await comment.focus();
      release();
      await addNote.waitFor();
      await waitForPendingRequests(page);
      expect(await comment.evaluate(isFocused)).toBe(true);
    });

    it('closes and reopens a quote', async () => {
      await page.goto(await pendingQuote());
      for (const [box, text] of [
        ['Cerrar la prospección', 'quedó cerrada'],
        ['Reabrir la prospección', 'quedó pendiente'],
      ] as const) {
        await page.getByLabel('Etapa').selectOption('Llamada');
        await page.getByLabel('Comentario').fill(box);
        await page.getByLabel(box).check();
        await page.getByRole('button', { name: 'Agregar seguimiento' }).click();
        await page.getByText(text).waitFor();
      }
      await page.getByLabel('Cerrar la prospección').waitFor();
    });
  });

  it('loads the agencies when their filter gets the focus, and names the chosen one', async () => {
    page = await open({ viewport: { width: 1440, height: 900 } }, CUSTOMERS);
    const agency = page.getByRole('combobox', { name: 'Agencia' });
    expect(await agency.locator('option').allInnerTexts()).toEqual(['Agencia: todas', 'Elegir varias…']);
    const [answer] = await Promise.all([page.waitForResponse(/\/choices\?filter=agencia/), agency.focus()]);
    const offered = (await answer.json()) as { value: string; label: string }[];
    await expect
      .poll(() => agency.locator('option').allInnerTexts())
      .toEqual(['Agencia: todas', ...offered.map(({ label }) => label), 'Elegir varias…']);
    const [chosen] = (await web.portal.sql.query<{ agencia: string }>('SELECT agencia FROM clientes ORDER BY id LIMIT 1')).rows;
    const label = offered.find(({ value }) => value === chosen?.agencia)?.label ?? '';
    await agency.selectOption(chosen?.agencia ?? '');
    await page.getByRole('link', { name: `Quitar filtro: Agencia: ${label}` }).waitFor();
    expect(await agency.inputValue()).toBe(chosen?.agencia);
  });

  it('offers the agencies behind a link without JavaScript', async () => {
    page = await open({ javaScriptEnabled: false, viewport: { width: 1000, height: 800 } }, `${CUSTOMERS}?q=a&pageSize=10`);
    await page.getByRole('link', { name: 'Ver todas las opciones de los filtros' }).click();
    await page.getByRole('listbox', { name: 'Agencia' }).selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.waitForURL(/agencia=/);
    const asked = new URL(page.url()).searchParams;
    expect([asked.get('q'), asked.get('pageSize'), asked.has('choices')]).toEqual(['a', '10', false]);
    await page.getByRole('link', { name: /^Quitar filtro: Agencia: / }).waitFor();
  });

  it('works without JavaScript: filter, open, add a follow-up, look up a customer by phone', async () => {
    page = await open({ javaScriptEnabled: false, viewport: { width: 1000, height: 800 } }, QUOTES);
    await page.getByRole('combobox', { name: 'Sin seguimiento' }).selectOption('30');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.waitForURL(/sinSeguimiento=30/);
    await page.goto(await pendingQuote());
    const before = await timeline().count();
    await page.getByLabel('Etapa').selectOption('Documentación');
    await page.getByLabel('Comentario').fill('Sin programas');
    await page.getByRole('button', { name: 'Agregar seguimiento' }).click();
    await page.getByText('Se agregó el seguimiento.').waitFor();
    expect(await timeline().count()).toBe(before + 1);
    const { rows } = await web.portal.sql.query<{ nombre: string; telefono: string }>(
      `SELECT nombre, telefono FROM clientes WHERE telefono LIKE '%-%' ORDER BY id LIMIT 1`,
    );
    await page.goto(CUSTOMERS);
    await page.getByRole('searchbox', { name: 'Nombre, DPI o teléfono' }).fill(rows[0]?.telefono.replace('-', '') ?? '');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByRole('link', { name: rows[0]?.nombre ?? '' }).click();
    await page.getByRole('heading', { level: 1, name: rows[0]?.nombre ?? '' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('has no serious or critical axe violation in the %s theme', async (colorScheme) => {
    page = await open({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' }, QUOTES);
    for (const url of [QUOTES, await pendingQuote(), CUSTOMERS, `${CUSTOMERS}/asociado-0001`]) {
      await page.goto(url);
      await page.evaluate(axe.source);
      const { violations, passes } = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
      expect(passes.length).toBeGreaterThan(5);
      expect(
        violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${url} ${id}: ${nodes[0]?.html}`),
      ).toEqual([]);
    }
  });

  it('keeps the call button inside its row on a phone, even if the row shows only a name', async () => {
    page = await open({ viewport: { width: 390, height: 844 } }, `${QUOTES}?resultado=sin`);
    const rows = await page.locator('tbody tr:has(.call)').evaluateAll((all) =>
      all.map((row) => {
        const [box, button] = [row, row.querySelector('.call')].map((part) => part?.getBoundingClientRect());
        return {
          texts: [...row.querySelectorAll('td:not(.pick, :has(.call))')].filter((cell) => cell.checkVisibility()).length,
          box,
          button,
        };
      }),
    );
    expect(Math.min(...rows.map(({ texts }) => texts))).toBe(1);
    for (const { box, button } of rows) {
      expect(button?.height).toBeGreaterThanOrEqual(44);
      expect((button?.top ?? 0) - (box?.top ?? 0)).toBeGreaterThan(4);
      expect((box?.bottom ?? 0) - (button?.bottom ?? 0)).toBeGreaterThan(4);
    }
  });

  it.each([390, 1000, 1200, 1440])('never scrolls sideways at %i px, in both themes', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      page = await open({ viewport: { width, height: 900 }, colorScheme }, QUOTES);
      for (const url of [QUOTES, await pendingQuote(), CUSTOMERS, `${CUSTOMERS}/asociado-0001`]) {
        await page.goto(url);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${url} at ${width}`,
        ).toBeLessThanOrEqual(0);
      }
      await watched.close();
    }
  });
});

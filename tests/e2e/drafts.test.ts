import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { findChromium } from '#server/testing/find-program.ts';
import { emailOf, noChromium, useDemoPortal } from './demo-portal.ts';

const FORM = '/reports/schedules/new?reportId=downloads-by-user';
/** In the order of filling in: the days follow the frequency until somebody chooses others. */
const FILLED = {
  title: 'Descargas de cobros',
  frequency: 'mensual',
  diaMes: 'L',
  hora: '06:30',
  'params.relative': 'anio_a_la_fecha',
  'params.agencyId': 'agencia-03',
  'params.userId': 'demo-editor',
  'params.folderId': 'carpeta-02',
  everyDueTime: 'on',
  recipients: 'demo-reportes',
  format: 'ambos',
  delivery: 'enlace',
  retentionRuns: '47',
} as const;

const TICKED = ':is([type=checkbox], [type=radio])';

/** The control of a field; among check boxes and radio buttons the one with the value. */
const control = (page: Page, name: string, value: string) =>
  page
    .locator('main form:has(.save-bar)')
    .locator(`[name="${name}"]:not([type=hidden], ${TICKED}), [name="${name}"]${TICKED}:is([value="${value}"], :not([value]))`);

describe.skipIf(noChromium)('the draft of a form', () => {
  const portal = useDemoPortal({ browser: false });

  /** A browser whose whole profile is in `folder`. */
  async function openBrowser(folder: string): Promise<{ page: Page; kill: () => Promise<void> }> {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      locale: 'es-GT',
      timezoneId: 'America/Guatemala',
      baseURL: portal.url,
    });
    onTestFinished(() => context.close());
    const [page = await context.newPage()] = context.pages();
    return {
      page,
      async kill() {
        const gone = context.waitForEvent('close');
        // A symbolic link to `host-pid`.
        process.kill(Number((await readlink(path.join(folder, 'SingletonLock'))).split('-').at(-1)), 'SIGKILL');
        await gone;
      },
    };
  }

  async function openForm(page: Page): Promise<void> {
    await page.goto(FORM);
    if (page.url().includes('/login')) {
      await page.getByLabel('Correo electrónico').fill(emailOf('admin'));
      await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    }
    await page.getByRole('heading', { name: 'Programar un reporte', level: 1 }).waitFor();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  }

  /** Chromium writes local storage to disk some seconds later: only then does it survive a kill. */
  async function isKept(folder: string, text: string): Promise<boolean> {
    const store = path.join(folder, 'Default/Local Storage/leveldb');
    const files = await Promise.all(
      (await readdir(store)).filter((name) => /\.(?:log|ldb)$/.test(name)).map((name) => readFile(path.join(store, name), 'latin1')),
    );
    return files.some((content) => content.includes(text));
  }

  it('is restored after the browser was killed, into a form of thirteen fields that is then saved', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chromium-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const lost = await openBrowser(folder);
    await openForm(lost.page);
    for (const [name, value] of Object.entries(FILLED)) {
      const field = control(lost.page, name, value);
      const kind = await field.evaluate((element: HTMLInputElement) => element.type);
      if (kind === 'select-one') await field.selectOption(value);
      else if (kind === 'checkbox' || kind === 'radio') await field.check();
      else await field.fill(value);
    }
    await expect.poll(() => isKept(folder, `"retentionRuns":["${FILLED.retentionRuns}"]`), { timeout: 60_000 }).toBe(true);
    await lost.kill();

    const { page } = await openBrowser(folder);
    await openForm(page);
    const valuesOf = async () => {
      const found: [string, string][] = [];
      for (const [name, value] of Object.entries(FILLED)) {
        const field = control(page, name, value);
        const isOff = await field.evaluate((element: HTMLInputElement) => ['checkbox', 'radio'].includes(element.type) && !element.checked);
        found.push([name, isOff ? 'off' : await field.inputValue()]);
      }
      return Object.fromEntries(found);
    };
    expect(
      Object.entries(await valuesOf())
        .filter(([name, value]) => FILLED[name as keyof typeof FILLED] === value)
        .map(([name]) => name),
    ).not.toContain('title');
    await page.getByText(/Hay un borrador de las \d\d:\d\d/).waitFor();
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.poll(valuesOf).toEqual(FILLED);
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('heading', { name: FILLED.title, level: 1 }).waitFor();
    const stored = await portal.documents.main.query({
      collection: 'reportes_programados',
      where: [{ field: 'title', op: '==', value: FILLED.title }],
    });
    expect(stored.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        frequency: 'cron',
        cron: '30 6 L * *',
        params: { relative: 'anio_a_la_fecha', agencyId: 'agencia-03', userId: 'demo-editor', folderId: 'carpeta-02' },
        everyDueTime: true,
        recipients: ['demo-reportes'],
        format: 'ambos',
        delivery: 'enlace',
        retentionRuns: 47,
      }),
    ]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('borrador:')))).toEqual([]);
  });

  it('is restored into rows of hours and fields that a hidden control holds', { timeout: 90_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chromium-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const { page } = await openBrowser(folder);
    await openForm(page);
    const hidden = (form: Page, name: string) => form.locator(`main textarea[name="${name}"]`);
    const forms = [
      {
        url: '/locations/list-agencies/new',
        name: 'horarios',
        fill: async () => {
          await page.getByRole('button', { name: 'Agregar horario' }).click();
          await page.getByRole('button', { name: 'Agregar horario' }).click();
          await page.getByLabel('Horario 2: abre').fill('09:30');
        },
        shown: 'Horario 2: abre',
        value: '09:30',
      },
      {
        url: '/maintenance/digitalization/document-type/list-document-type/new',
        name: 'campos',
        fill: async () => {
          await page.getByRole('button', { name: 'Agregar campo' }).click();
          await page.getByLabel('Etiqueta').fill('Número de finca');
          await page.getByLabel('Clave').fill('finca');
        },
        shown: 'Etiqueta',
        value: 'Número de finca',
      },
    ];
    for (const { url, name, fill, shown, value } of forms) {
      await page.goto(url);
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      await fill();
      await page.keyboard.press('Tab');
      const kept = () =>
        page.evaluate((control) => {
          const [draft = '{}'] = Object.keys(localStorage).flatMap(
            (key) => (key.startsWith('borrador:') ? localStorage.getItem(key) : null) ?? [],
          );
          return (JSON.parse(draft) as { values?: Record<string, string[]> }).values?.[control]?.[0];
        }, name);
      await expect.poll(async () => (await kept()) === (await hidden(page, name).inputValue())).toBe(true);
      const typed = await hidden(page, name).inputValue();
      // As another window finds the draft: this one was never closed properly.
      const again = await page.context().newPage();
      await again.goto(url);
      await again.getByRole('button', { name: 'Recuperar' }).click();
      await expect.poll(() => hidden(again, name).inputValue()).toBe(typed);
      expect(await again.getByLabel(shown).inputValue()).toBe(value);
      await again.getByRole('button', { name: 'Recuperar' }).waitFor({ state: 'hidden' });
      await again.close();
      await page.evaluate(() => localStorage.clear());
      page.once('dialog', (dialog) => void dialog.accept());
    }
  });

  it('stays typed when data load again or the connection is lost twice, and goes with its own save', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chromium-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const { page } = await openBrowser(folder);
    await openForm(page);
    const quotes = await portal.documents.main.query({
      collection: 'cotizaciones',
      where: [{ field: 'estado', op: '==', value: true }],
      limit: 1,
    });
    const quote = `/quotes/list-quotes/${quotes[0]?.path.split('/').at(-1)}`;
    await page.goto(quote);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const comment = page.getByLabel('Comentario');
    const note = page.getByLabel('Nueva nota');
    await comment.fill('Pidió la tasa por escrito');
    await note.fill('Prefiere que lo llamen');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page
      .getByText('Se agregó la nota')
      .or(page.locator('#notas li', { hasText: 'Prefiere que lo llamen' }))
      .first()
      .waitFor();
    await expect.poll(() => note.inputValue()).toBe('');
    expect(await comment.inputValue()).toBe('Pidió la tasa por escrito');

    // The second loss is no news for the page, but what was typed is still unsaved.
    await note.fill('Y otra, a medias');
    await page.getByLabel('Etapa').selectOption({ index: 1 });
    const add = page.getByRole('button', { name: 'Agregar seguimiento' });
    const isSave = (url: URL) => url.pathname === `${quote}.data`;
    await page.route(isSave, (route) => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()));
    for (let n = 0; n < 2; n += 1) {
      const failed = page.waitForEvent('requestfailed');
      await add.click();
      await failed;
      await add.waitFor();
    }
    await page.getByText('Sus cambios siguen aquí').first().waitFor();
    // What is shown already is announced in words, and the button can be pressed again.
    await expect.poll(() => page.locator('.shell > p[role=status]').innerText()).toContain('Se perdió la conexión');
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'Inicio' }).first().click();
    await page.getByRole('heading', { name: 'Hay cambios sin guardar' }).waitFor();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    expect(await comment.inputValue()).toBe('Pidió la tasa por escrito');

    await page.unroute(isSave);
    await add.click();
    await expect.poll(() => comment.inputValue()).toBe('');
    await page.getByText('Pidió la tasa por escrito').waitFor();
    expect(await note.inputValue()).toBe('Y otra, a medias');
  });
});

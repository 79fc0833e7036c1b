import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForPendingRequests, useChromium, type WatchedPage } from '#server/testing/chromium.ts';
import { ana, vera } from '#server/stored-files/testing/documents-server.ts';
import { noChromium } from './demo-portal.ts';
import { startOtherArea } from './other-area/other-area.ts';

const FILES = path.resolve(import.meta.dirname, '../../server/pages/testing/files');
/** Eight pages are rendered one after another, on a machine that may be busy. */
const WAIT_MS = 40_000;
const NATIVE = 'iframe, frame, embed, object';

interface Opened extends WatchedPage {
  answers: Response[];
}

describe.skipIf(noChromium)('the viewer in another area', () => {
  const browser = useChromium({ withWindows: true });
  let area: Awaited<ReturnType<typeof startOtherArea>>;
  beforeAll(async () => {
    area = await startOtherArea();
  }, 120_000);
  afterAll(() => area.close());

  async function stored(name: string): Promise<{ id: string; sha256: string }> {
    area.signIn(ana);
    const content = await readFile(path.join(FILES, name));
    return { id: await area.uploaded(content, {}, name), sha256: createHash('sha256').update(content).digest('hex') };
  }

  async function open(id: string): Promise<Opened> {
    const opened = await browser.newPage({ baseURL: area.url, viewport: { width: 1440, height: 900 } });
    const { page, context } = opened;
    const answers: Response[] = [];
    context.on('response', (response) => void answers.push(response));
    await page.goto(`/documento/${id}`);
    return { ...opened, answers };
  }

  const kindsOf = async (id: string) => (await area.ledger(id)).map(({ kind }) => kind);

  it(
    'shows a person with view permission every page and text as one view, and never sends the document',
    { timeout: 180_000 },
    async () => {
      const { id, sha256 } = await stored('plain.pdf');
      area.signIn(vera);
      const { page, answers, ...opened } = await open(id);
      opened.allow(/404|415/);
      for (let number = 1; number <= 8; number += 1) {
        await page.getByRole('img', { name: `Página ${number} de 8` }).waitFor({ timeout: WAIT_MS });
        expect(await page.locator(NATIVE).count()).toBe(0);
        await page.keyboard.press('PageDown');
      }
      await page.keyboard.press('f');
      for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
      await page.getByRole('button', { name: 'Texto de la página' }).click();
      const said = page.locator('.viewer-said pre');
      await said.waitFor({ timeout: WAIT_MS });
      await expect.poll(() => said.innerText()).toContain('Clausula 8.1.');
      expect(await said.evaluate((text) => getComputedStyle(text).userSelect)).toBe('none');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('link', { name: /Imprimir|Descargar/ }).count()).toBe(0);
      for (const address of ['download', 'print', 'view']) {
        const status = await page.evaluate(async (href) => {
          const response = await fetch(href);
          await response.arrayBuffer();
          return response.status;
        }, `/digitalization/${id}/${address}`);
        expect([address, status]).toEqual([address, address === 'view' ? 415 : 404]);
      }
      await waitForPendingRequests(page);
      const bodies = await Promise.all(
        answers.map(async (answer) => ({ type: answer.headers()['content-type'], body: await answer.body() })),
      );
      expect(bodies.length).toBeGreaterThan(20);
      expect(bodies.filter(({ type = '' }) => type.includes('pdf') || type.includes('octet-stream'))).toEqual([]);
      expect(bodies.filter(({ body }) => createHash('sha256').update(body).digest('hex') === sha256 || body.includes('%PDF-'))).toEqual([]);
      expect(await kindsOf(id)).toEqual(['upload', 'view']);
    },
  );

  it('records a view, a print and a download as one event each', async () => {
    const { id } = await stored('three.tif');
    const { page } = await open(id);
    await expect.poll(() => kindsOf(id)).toEqual(['upload', 'view']);
    const [print] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Imprimir' }).click()]);
    await print.waitForLoadState();
    expect(await print.locator(NATIVE).count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar' }).click()]);
    await download.path();
    await expect.poll(() => kindsOf(id)).toEqual(['upload', 'view', 'print', 'download']);
  });

  it('says what to do with a document that it cannot show, depending on the permission', async () => {
    const { id } = await stored('encrypted.pdf');
    const owner = await open(id);
    await owner.page.getByText('El PDF está protegido con contraseña').waitFor();
    expect(await owner.page.getByRole('link', { name: 'Descargar para abrirlo' }).count()).toBe(1);
    area.signIn(vera);
    const { page } = await open(id);
    await page.getByText('su usuario no tiene ese permiso').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await kindsOf(id)).toEqual(['upload']);
  });

  it('leaves the keys typed into a form beside it to that form', async () => {
    const { id } = await stored('three.tif');
    const { page } = await open(id);
    await page.getByRole('img', { name: 'Página 1 de 3' }).waitFor();
    await page.getByRole('textbox', { name: 'Número de crédito' }).pressSequentially('rf+12-[]');
    await page.keyboard.press('End');
    expect(await page.getByRole('textbox', { name: 'Número de crédito' }).inputValue()).toBe('rf+12-[]');
    expect(await page.getByRole('textbox', { name: 'Página' }).inputValue()).toBe('1');
    expect(await page.locator('.viewer').getAttribute('data-whole')).toBe(null);
  });
});

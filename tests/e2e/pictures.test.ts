import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { SECTIONS } from './screens.ts';

/**
 * Redraws the screenshots of README and docs/manual.md from the demo: `PICTURES=1 npx vitest run tests/e2e/pictures.test.ts`. The page of
 * the workbook needs LibreOffice.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../docs/images');
const MAX_BYTES = 150 * 1024;
const REPORT = '/briefcase/reports/downloads-by-user';
const DAYS = 'from=2026-10-01&to=2026-10-31';
const run = promisify(execFile);

/** The manual's pictures: each is named like its screen in screens.ts, with `-390` for a phone. */
const MANUAL = readFileSync(path.resolve(FOLDER, '../manual.md'), 'utf8');
const OF_MANUAL = [...new Set([...MANUAL.matchAll(/images\/manual\/([\w-]+)\.webp/g)].map(([, name = '']) => name))];
const SCREENS = SECTIONS.flatMap(({ person, screens }) => screens.map((screen) => ({ ...screen, person })));

async function keep(name: string, content: Buffer, width?: number): Promise<void> {
  const picture = await sharp(content)
    .resize({ width, withoutEnlargement: true })
    .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
    .toBuffer();
  expect([name, picture.length < MAX_BYTES]).toEqual([name, true]);
  await writeFile(path.join(FOLDER, `${name}.png`), picture);
}

/** Keeps the first page of a PDF as a picture. */
async function keepPage(name: string, content: Buffer): Promise<void> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(content);
  const { data, width, height } = await document.getPage(0).render({ scale: 2, render: 'bitmap' });
  const drawn = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .extend({ top: 2, bottom: 2, left: 2, right: 2, background: '#c9c9c2' })
    .png()
    .toBuffer();
  document.destroy();
  library.destroy();
  await keep(name, drawn, 800);
}

async function keepOfManual(name: string, content: Buffer): Promise<void> {
  const picture = await sharp(content).webp({ quality: 70, effort: 6 }).toBuffer();
  expect([name, picture.length < MAX_BYTES]).toEqual([name, true]);
  await writeFile(path.join(FOLDER, 'manual', `${name}.webp`), picture);
}

const settled = (page: Page, address: string) => page.goto(address, { waitUntil: 'networkidle' });

describe.skipIf(noChromium)('the pictures of README and of the manual', () => {
  const portal = useDemoPortal({ worker: true });

  it.each([
    ['maletin', '/briefcase/list-briefcase', 1440, 900],
    ['reporte', `${REPORT}?${DAYS}`, 1366, 900],
    ['reporte-390', `${REPORT}?${DAYS}`, 390, 844],
  ] as const)('%s', { timeout: 120_000 }, async (name, address, width, height) => {
    const { page } = await portal.as('admin', { viewport: { width, height }, colorScheme: 'light' });
    await settled(page, address);
    await keep(name, await page.screenshot());
  });

  it.each(OF_MANUAL)('%s', { timeout: 120_000 }, async (name) => {
    const isPhone = name.endsWith('-390');
    const screen = SCREENS.find((known) => known.name === name.replace(/-390$/, ''));
    if (!screen) throw new Error(`No screen of screens.ts is called ${name}`);
    const options = { viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, colorScheme: 'light' } as const;
    const opened = screen.person ? await portal.as(screen.person, options) : await portal.visitor(options);
    if ((screen.status ?? 200) >= 400) opened.allow(new RegExp(`^${screen.status}: `));
    await opened.page.goto(screen.path);
    await screen.prepare?.(opened.page);
    await waitForPendingRequests(opened.page);
    await mkdir(path.join(FOLDER, 'manual'), { recursive: true });
    await keepOfManual(name, await opened.page.screenshot());
  });

  it('a printed report', { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin');
    await settled(page, `${REPORT}/export?format=print&${DAYS}`);
    await keepPage('reporte-en-papel', await page.pdf({ format: 'Letter' }));
  });

  it('the first page of a workbook', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pictures-'));
    try {
      const answer = await fetch(`${portal.url}${REPORT}/export?format=xlsx&${DAYS}`, {
        headers: { Cookie: await portal.cookieOf('admin') },
      });
      await writeFile(path.join(folder, 'reporte.xlsx'), Buffer.from(await answer.arrayBuffer()));
      const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
      await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path.join(folder, 'reporte.xlsx')]);
      await keepPage('reporte-en-excel', await readFile(path.join(folder, 'reporte.pdf')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRIES } from '#server/registries.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

/** Where to keep the printed pages; nowhere unless named. */
const KEEP = process.env['SCREENSHOT_DIR'];
const YEAR = 'from=2025-12-01&to=2026-11-30';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';

const squeeze = (text: string) => text.replace(/\s+/g, '');

interface Paper {
  pages: string[];
  text: string;
  /** With the ends of lines. */
  lines: string;
}

/** Every list and report that prints. */
const FILES = [...new Set(REGISTRIES.exportAddresses.map(({ url }) => url))].filter((url) => !url.includes(':'));

/** Written apart from what lays the page out: amounts, days with their time, phones, DPIs; then any word that is no address. */
const WHOLE = /Q[\d,]+\.\d\d|\d\d\/\d\d\/\d{4}(?: \d\d:\d\d)?|\+\d{1,3} \d{4}[ -]\d{4}|\d{4}-\d{4}|\d{4} \d{5} \d{4}|\S+/g;
const LONGEST = 24;

/** What has to stand in one line of the PDF. Words of letters may be parted at a hyphen. */
function wholeWords(text: string): string[] {
  const words = text.replaceAll('\u00A0', '').match(WHOLE) ?? [];
  return words.filter((word) => word.length <= LONGEST && !word.includes('@') && (/\d/.test(word) || !word.includes('-'))).map(squeeze);
}

/** As the demo's data has them. */
const INTERNAL_ID = /^(?:persona|agencia|carpeta|archivo|paquete|documento|programado|ejecucion)-\d+$/;

describe.skipIf(noChromium)('on paper', () => {
  const portal = useDemoPortal();
  let library: PDFiumLibrary;
  beforeAll(async () => {
    library = await PDFiumLibrary.init();
  });
  afterAll(() => library.destroy());

  /** What the browser would print of the page as it is, read back from the PDF. */
  async function print(page: Page, name: string, format: 'A4' | 'Letter' = 'Letter'): Promise<Paper> {
    const content = await page.pdf({ format });
    if (KEEP) {
      await mkdir(KEEP, { recursive: true });
      await writeFile(path.join(KEEP, `paper-${name}-${format}.pdf`), content);
    }
    const document = await library.loadDocument(content);
    try {
      // pdfium sees blanks between letters that stand a little apart.
      const texts = [...document.pages()].map((one) => one.getText());
      const pages = texts.map(squeeze);
      const lines = texts.flatMap((one) => one.split(/\r?\n/).map(squeeze)).join('\n');
      return { pages, text: pages.join(''), lines };
    } finally {
      document.destroy();
    }
  }

  /** First cells of all rows of the same file. */
  async function csvRows(address: string): Promise<string[]> {
    const response = await fetch(`${portal.url}${address}`, { headers: { Cookie: await portal.cookieOf('admin') } });
    return (await response.text()).trimEnd().split('\r\n').slice(1);
  }

  const openPaper = async (page: Page): Promise<Page> => {
    const [paper] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+p')]);
    await paper.waitForLoadState();
    return paper;
  };

  it.each([
    ['a list of people', '/customers/list-customers?sort=nombre&dir=asc', 'Asociados', 'Teléfono'],
    ['a report', `/briefcase/reports/downloads-by-file?${YEAR}`, 'Descargas por archivo', '% del total'],
    ['a list of a catalog', '/locations/list-agencies', 'Agencias', 'Dirección'],
  ] as const)('Ctrl P prints %s with all of its rows', { timeout: 180_000 }, async (name, address, title, head) => {
    const { page } = await portal.as('admin', { colorScheme: 'dark' });
    await page.goto(address);
    const paper = await openPaper(page);
    const rows = await paper.locator('tbody tr').count();
    const [where = '', search = ''] = new URL(paper.url()).pathname.split('?').concat(new URL(paper.url()).search.slice(1));
    expect(rows).toBe((await csvRows(`${where}?${search.replace('format=print', 'format=csv')}`)).length);
    const cooperative = (await page.locator('.paper-head p').first().textContent()) ?? '';
    for (const format of ['A4', 'Letter'] as const) {
      const { pages, text } = await print(paper, name.replaceAll(' ', '-'), format);
      expect(pages[0]).toContain(squeeze(cooperative));
      expect(pages[0]).toContain(squeeze(title));
      expect(pages[0]).toMatch(/Datosal\d\d\/\d\d\/\d{4}\d\d:\d\d:\d\d\.Impresoel\d\d\/\d\d\/\d{4}\d\d:\d\d:\d\dpor/);
      expect(pages.length).toBeGreaterThan(1);
      // The head of the table stands on every page again; the first may be filled with pictures.
      expect(pages.slice(1).filter((one) => !one.includes(squeeze(head)))).toEqual([]);
      expect(pages.at(-1)).toContain(`Página${pages.length}de${pages.length}`);
      expect(text).not.toMatch(/Exportar|Buscarentodo/);
    }
    expect(await paper.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
  });

  it.each(some(FILES, 4))('no word, amount, phone, day, state or code of %s is broken', { timeout: 240_000 }, async (address) => {
    const { page } = await portal.as('admin');
    await page.goto(`${address}/export?format=print`, { waitUntil: 'commit' });
    await page.waitForLoadState();
    const shown = await page.locator('td, tfoot th, dd').allInnerTexts();
    const wanted = shown.flatMap(wholeWords);
    expect(shown.filter((text) => INTERNAL_ID.test(text))).toEqual([]);
    for (const format of ['A4', 'Letter'] as const) {
      const { lines } = await print(page, address.replaceAll('/', '-').slice(1), format);
      const found = new Map<string, number>();
      const broken = wanted.filter((word) => {
        // Each as often as it stands in a cell: the same number elsewhere proves nothing.
        const from = found.get(word) ?? 0;
        const at = lines.indexOf(word, from);
        if (at >= 0) found.set(word, at + word.length);
        return at < 0;
      });
      expect([format, broken.slice(0, 20)]).toEqual([format, []]);
    }
    await page.close();
  });

  it('filters are said in words, and the button does what the keys do', { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${DOCUMENTS}?q=solicitud&status=ARCHIVED`);
    const link = page.getByRole('link', { name: 'Imprimir' });
    const [paper] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await paper.waitForLoadState();
    const { text } = await print(paper, 'documents');
    expect(text).toContain('Búsqueda:solicitud');
    expect(text).toContain('Columnas:Lasdelapantalla');
  });

  it("the browser's own menu prints the page it has, and says that it is one of several", { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin', { colorScheme: 'dark' });
    await page.goto('/customers/list-customers?q=a');
    const { text } = await print(page, 'own-menu');
    expect(text).toMatch(/Página1de\d+\.Paratodaslasfilasuse«Imprimir»/);
    expect(text).toContain('Búsqueda:a');
    expect(text).toMatch(/Impresoel\d\d\/\d\d\/\d{4}\d\d:\d\d:\d\dpor/);
    expect(text).not.toMatch(/Exportar|Cerrarsesión/);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const shown = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, backgroundColor };
    });
    expect(shown).toEqual({ color: 'rgb(28, 28, 26)', backgroundColor: 'rgb(255, 255, 255)' });
  });

  it('a record prints as it is, with whose it is above', { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin', { colorScheme: 'dark' });
    for (const list of ['/customers/list-customers', '/briefcase/list-briefcase', DOCUMENTS, '/quotes/list-quotes']) {
      await page.goto(list);
      await page.locator('td.key a').first().click();
      // Nothing takes the browser's own printing away.
      await page.locator('[data-key="Ctrl P"]').waitFor({ state: 'detached' });
      const title = (await page.locator('h1').first().innerText()).trim();
      const { pages, text } = await print(page, `record${list.replaceAll('/', '-')}`);
      expect(pages[0]).toMatch(/Impresoel[\d/:]+por/);
      expect(text).toContain(squeeze(title.split('\n')[0] ?? ''));
      expect(text).not.toMatch(/Exportar|Editar|Eliminar|Cerrarsesión/);
    }
  });
});

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dayOf } from '#server/domain/dates.ts';
import { REPORTS } from '#server/registries.ts';
import { some } from '#server/testing/run-seed.ts';
import { hasService } from '#server/testing/services.ts';
import { openLibreOffice } from '../reports/libreoffice.ts';
import { noChromium, useDemoPortal, type Person } from './demo-portal.ts';
import { FILE_ADDRESSES } from './file-addresses.ts';
import { haveLongNames } from './long-names.ts';
import { ADDRESS_OR_DIGEST, differences, readWorkbook, type ReadWorkbook } from './read-workbooks.ts';

/** Folder for the printed pages; they are not kept unless set. */
const KEEP = process.env['SCREENSHOT_DIR'];
const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * 24 * 60 * 60 * 1000));
const YEAR = `from=${daysAgo(365)}&to=${daysAgo(0)}`;
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';

const squeeze = (text: string) => text.replace(/\s+/g, '');

interface Paper {
  pages: string[];
  text: string;
  /** The text with line ends. */
  lines: string;
}

/**
 * Written independently of the layout's code: amounts, days with their time, phone numbers, DPIs; then any word that is not an e-mail
 * address.
 */
const WHOLE = /Q[\d,]+\.\d\d|\d\d\/\d\d\/\d{4}(?: \d\d:\d\d)?|\+\d{1,3} \d{4}[ -]\d{4}|\d{4}-\d{4}|\d{4} \d{5} \d{4}|\S+/g;
const LONGEST = 24;

/** Words that must be on one line of the PDF. Words of letters may be broken at a hyphen. */
function wholeWords(text: string): string[] {
  const words = text.replaceAll('\u00A0', '').match(WHOLE) ?? [];
  return words.filter((word) => word.length <= LONGEST && !word.includes('@') && (/\d/.test(word) || !word.includes('-'))).map(squeeze);
}

/** A person may run only two exports at once. */
const PAGES_AT_ONCE = 2;
const LIMIT = { timeout: 1_800_000 } as const;
/** Counts what was printed and checked. */
const count = { pages: 0, words: 0 };

const YESTERDAY = daysAgo(1);

/** All days except today: each export adds an audit entry of today. */
const askedOf = (address: string) =>
  ['/settings/audit', '/settings/security'].includes(address) || REPORTS.some(({ url }) => url === address)
    ? `&from=2020-01-01&to=${YESTERDAY}`
    : '';

/** Rows kept of a long list, besides those with the longest text of each column: these decide the layout. */
const ROWS_READ = 300;
const PAGE_MS = 120_000;
const DRAWN_ROWS = 1_000;

/** Runs in the page. */
function leaveOutRows(count: number): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  const kept = new Set(rows.slice(0, count));
  for (const place of rows[0]?.cells ? [...rows[0].cells].keys() : []) {
    const lengths = rows.map(({ cells }) => cells[place]?.textContent?.length ?? 0);
    const longest = rows[lengths.indexOf(lengths.reduce((most, length) => Math.max(most, length), 0))];
    if (longest) kept.add(longest);
  }
  for (const row of rows) if (!kept.has(row)) row.remove();
}

/** Width between the margins, in pixels of 96 per inch, of the narrower sheet: A4 in portrait, Letter in landscape. */
const ROOM = { portrait: 710, landscape: 972 } as const;

/** What reaches beyond the right margin of a print page: browsers would shrink the page or cut it off. */
async function overEdge(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const isAcross = await page.evaluate(() => /size:\s*landscape/.test(document.querySelector('style')?.textContent ?? ''));
  const width = ROOM[isAcross ? 'landscape' : 'portrait'];
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media: 'print' });
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
  return needed > width ? [`needs ${needed} px of ${width} px`] : [];
}

/** Ids of the demo's data. */
const INTERNAL_ID = /^(?:persona|agencia|carpeta|archivo|paquete|documento|programado|ejecucion)-\d+$/;

describe.skipIf(noChromium)('printing', () => {
  const portal = useDemoPortal();
  let library: PDFiumLibrary;
  beforeAll(async () => {
    library = await PDFiumLibrary.init();
  });
  afterAll(() => library.destroy());

  /** The current page as the browser would print it, read back from the PDF. */
  async function print(page: Page, name: string, format: 'A4' | 'Letter' = 'Letter'): Promise<Paper> {
    const content = await page.pdf({ format });
    if (KEEP) {
      await mkdir(KEEP, { recursive: true });
      await writeFile(path.join(KEEP, `paper-${name}-${format}.pdf`), content);
    }
    return readPaper(content);
  }

  async function readPaper(content: Uint8Array): Promise<Paper> {
    const document = await library.loadDocument(content);
    try {
      // pdfium reports spaces between letters that are slightly apart.
      const texts = [...document.pages()].map((one) => one.getText());
      const pages = texts.map(squeeze);
      const lines = texts.flatMap((one) => one.split(/\r?\n/).map(squeeze)).join('\n');
      return { pages, text: pages.join(''), lines };
    } finally {
      document.destroy();
    }
  }

  /** First cells of all rows in the CSV of the same list. */
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
      // The table's header is repeated on every page; the first page may be filled by charts.
      expect(pages.slice(1).filter((one) => !one.includes(squeeze(head)))).toEqual([]);
      expect(pages.at(-1)).toContain(`Página${pages.length}de${pages.length}`);
      expect(text).not.toMatch(/Exportar|Buscarentodo/);
    }
    expect(await paper.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
  });

  /** Opens the addresses on a few pages in parallel. @returns what is wrong with each */
  async function goThrough(person: Person, addresses: readonly string[], look: (page: Page, address: string) => Promise<string[]>) {
    const waiting = [...addresses];
    const problems: string[] = [];
    const goOn = async () => {
      const opened = await portal.as(person);
      const { page } = opened;
      opened.allow(/^403: /);
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift())
        problems.push(...(await look(page, address)).map((problem) => `${address}: ${problem}`));
    };
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, goOn));
    return problems;
  }

  /** null where the person may not open it. */
  async function openForPrinter(page: Page, address: string, search: string) {
    const answer = await page.goto(`${address}/export?format=print${search}`, { waitUntil: 'commit', timeout: PAGE_MS });
    await page.waitForLoadState('load', { timeout: PAGE_MS });
    if (answer?.status() === 403) return null;
    await page.evaluate(leaveOutRows, ROWS_READ);
    expect([address, answer?.status()]).toEqual([address, 200]);
    const shown = await page.locator('td, tfoot th, dd').allInnerTexts();
    const heads = (await page.locator('thead th').allInnerTexts()).map(squeeze);
    return { shown, heads };
  }

  /** What is wrong with the print page on both paper sizes. */
  async function lookAtPaper(page: Page, address: string, search: string): Promise<string[]> {
    const opened = await openForPrinter(page, address, search);
    if (!opened) return [];
    const { shown, heads } = opened;
    const problems = shown.filter((text) => INTERNAL_ID.test(text)).map((text) => `shows the id ${text}`);
    problems.push(...shown.filter((text) => ADDRESS_OR_DIGEST.test(squeeze(text))).map((text) => `shows ${text}`));
    const wanted = shown.flatMap(wholeWords);
    problems.push(...(await overEdge(page)));
    for (const format of ['A4', 'Letter'] as const) {
      const { pages, lines } = await print(page, address.replaceAll('/', '-').slice(1) + search.replace(/[^a-z0-9]/gi, ''), format);
      const found = new Map<string, number>();
      const broken = wanted.filter((word) => {
        // Each occurrence must be found separately: the same number elsewhere proves nothing.
        const from = found.get(word) ?? 0;
        const at = lines.indexOf(word, from);
        if (at >= 0) found.set(word, at + word.length);
        return at < 0;
      });
      count.pages += pages.length;
      count.words += wanted.length;
      problems.push(...broken.slice(0, 20).map((word) => `${format} breaks ${word}`));
      pages.forEach((one, place) => {
        const number = `Página${place + 1}de${pages.length}`;
        if (!one.includes(number)) problems.push(`${format}: page ${place + 1} lacks its number`);
        // The note that there are more rows may be alone on a page.
        const hasRows = one.length > 200 || !one.includes('Aquíestánlasprimeras');
        if (place > 0 && hasRows && !heads.every((head) => one.includes(head)))
          problems.push(`${format}: page ${place + 1} lacks the head`);
      });
    }
    return problems;
  }

  it(
    'breaks and cuts no word, amount, phone, day, state or code of a list or report, and repeats the head on each page',
    LIMIT,
    async () => {
      const chosen = some(FILE_ADDRESSES, 4);
      const look = (page: Page, address: string) => lookAtPaper(page, address, '');
      expect((await Promise.all([goThrough('admin', chosen, look), goThrough('reportes', chosen, look)])).flat()).toEqual([]);
      expect(count.words).toBeGreaterThan(0);
      if (KEEP) await writeFile(path.join(KEEP, 'paper.txt'), JSON.stringify(count));
    },
  );

  it('breaks nothing else with names of several lines or of one long word', LIMIT, async () => {
    await haveLongNames(portal.database.sql);
    const chosen = some(FILE_ADDRESSES, 4);
    expect(await goThrough('admin', chosen, (page, address) => lookAtPaper(page, address, askedOf(address)))).toEqual([]);
  });

  it('states the filters and that there are no rows, when there are none', LIMIT, async () => {
    const look = async (page: Page, address: string) => {
      const report = REPORTS.find(({ url }) => url === address);
      const [search, said] = report ? ['&from=1999-01-01&to=1999-01-02', '02/01/1999'] : ['&q=zzqq', 'Búsqueda: zzqq'];
      await openForPrinter(page, address, search);
      const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
      return ['No hay filas.', said].filter((words) => !text.includes(words)).map((words) => `lacks «${words}»`);
    };
    // A report without days has its rows always.
    const chosen = FILE_ADDRESSES.filter((address) => REPORTS.find(({ url }) => url === address)?.days !== 'none');
    expect(await goThrough('admin', some(chosen, 8), look)).toEqual([]);
  });

  it.skipIf(!hasService('LibreOffice'))(
    'a workbook of each list and report has its head in row 1, typed numbers, days and codes, and opens in LibreOffice',
    LIMIT,
    async () => {
      const office = await openLibreOffice();
      onTestFinished(() => office.remove());
      const headers = { Cookie: await portal.cookieOf('admin') };
      const files = new Map<string, ReadWorkbook>();
      const problems: string[] = [];
      for (const address of some(FILE_ADDRESSES, 4)) {
        const inFormat = async (format: string) => {
          const answer = await fetch(`${portal.url}${address}/export?format=${format}${askedOf(address)}`, { headers });
          expect([address, format, answer.status]).toEqual([address, format, 200]);
          return Buffer.from(await answer.arrayBuffer());
        };
        const xlsx = await inFormat('xlsx');
        const read = await readWorkbook(xlsx, (await inFormat('csv')).toString('utf8'));
        problems.push(...read.problems.slice(0, 5).map((problem) => `${address}: ${problem}`));
        const name = address.slice(1).replaceAll('/', '-');
        await writeFile(path.join(office.directory, `${name}.xlsx`), xlsx);
        files.set(name, read);
      }
      const names = [...files.keys()];
      const fileOf = (name: string) => path.join(office.directory, `${name}.xlsx`);
      // LibreOffice takes minutes for more pages.
      const isDrawn = (name: string) => (files.get(name)?.rows.length ?? 0) <= DRAWN_ROWS;
      // One start of LibreOffice times out after three minutes.
      for (let start = 0; start < names.length; start += 8) {
        const part = names.slice(start, start + 8);
        await office.convert(part.map(fileOf), 'csv', 'opened');
        await office.convert(part.filter(isDrawn).map(fileOf), 'pdf', 'shown');
      }
      const opened = await readdir(path.join(office.directory, 'opened'));
      for (const [name, { rows, tab }] of files) {
        const page = opened.find((file) => file === `${name}-${tab}.csv`);
        const csv = page === undefined ? '' : await readFile(path.join(office.directory, 'opened', page), 'utf8');
        problems.push(
          ...differences(rows, csv)
            .slice(0, 5)
            .map((problem) => `${name} in LibreOffice: ${problem}`),
        );
        // `###` stands for a value that is too wide for its column.
        if (!isDrawn(name)) continue;
        const { text } = await readPaper(await readFile(path.join(office.directory, 'shown', `${name}.pdf`)));
        if (text.includes('###')) problems.push(`${name} in LibreOffice: shows ###`);
      }
      expect(problems).toEqual([]);
    },
  );

  it('the button «Imprimir» prints the filters in words', { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${DOCUMENTS}?q=solicitud&status=ARCHIVED`);
    const link = page.getByRole('link', { name: 'Imprimir' });
    const [paper] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await paper.waitForLoadState();
    const { text } = await print(paper, 'documents');
    expect(text).toContain('Búsqueda:solicitud');
    expect(text).toContain('Columnas:Nombre,Estado,Tipo,');
  });

  it('the print menu of the browser prints the current page, and says that there are more', { timeout: 120_000 }, async () => {
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

  it('a record is printed with its title and who printed it, but without buttons', { timeout: 120_000 }, async () => {
    const { page } = await portal.as('admin', { colorScheme: 'dark' });
    for (const list of ['/customers/list-customers', '/briefcase/list-briefcase', DOCUMENTS, '/quotes/list-quotes']) {
      await page.goto(list);
      await page.locator('td.key a').first().click();
      // Nothing intercepts the browser's own printing.
      await page.locator('[data-key="Ctrl P"]').waitFor({ state: 'detached' });
      const title = (await page.locator('h1').first().innerText()).trim();
      const { pages, text } = await print(page, `record${list.replaceAll('/', '-')}`);
      expect(pages[0]).toMatch(/Impresoel[\d/:]+por/);
      expect(text).toContain(squeeze(title.split('\n')[0] ?? ''));
      expect(text).not.toMatch(/Exportar|Editar|Eliminar|Cerrarsesión/);
    }
  });
});

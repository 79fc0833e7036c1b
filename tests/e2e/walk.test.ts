import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EXE, pdf } from '#server/ports/files/testing/sample-files.ts';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import type { WatchedPage } from '#server/testing/chromium.ts';
import { some } from '#server/testing/run-seed.ts';
import { emailOf, noChromium, useDemoPortal } from './demo-portal.ts';

/** The editor may open the first 15 of the 25 folders: these include the shared folder but not the private one. */
const SHARED_FOLDER = 'Actas del Consejo';
const OTHER_FOLDER = 'Plantillas';
const FILE = 'Sesión extraordinaria Núñez.pdf';
const SECOND_FILE = 'Informe de gestión.pdf';
const HIDDEN_FILE = 'Carta modelo.pdf';
const CONTENT = pdf('Sesion extraordinaria');
const REPORTS = [
  { title: 'Cargas por usuario', url: '/briefcase/reports/uploads-by-user', kind: 'upload', group: 'userId', unit: 'Cargas' },
  { title: 'Descargas por usuario', url: '/briefcase/reports/downloads-by-user', kind: 'download', group: 'userId', unit: 'Descargas' },
  { title: 'Descargas por archivo', url: '/briefcase/reports/downloads-by-file', kind: 'download', group: 'fileId', unit: 'Descargas' },
] as const;

const part = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe.skipIf(noChromium)('a walk through the Maletín', () => {
  const portal = useDemoPortal();

  it('an administrator uploads several files, sees why one is refused, and retries a broken upload', async () => {
    const admin = await portal.visitor();
    const { page } = admin;
    await page.goto('/briefcase/list-briefcase');
    await page.getByLabel('Correo electrónico').fill(emailOf('admin'));
    await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.getByRole('heading', { name: 'Archivos', level: 1 }).waitFor();

    await chooseTarget(page, SHARED_FOLDER);
    await chooseFiles(page, [part(FILE, CONTENT), part('Acta falsa.pdf', EXE), part(SECOND_FILE, pdf('Informe'))]);
    const queue = page.getByRole('region', { name: 'Carga de archivos' });
    await queue.getByRole('status').getByText('2 cargados').waitFor();
    expect(
      await queue
        .getByRole('row')
        .filter({ has: page.locator('[title="Acta falsa.pdf"]') })
        .innerText(),
    ).toMatch(/Rechazado[\s\S]*(contenido|programa)/);

    await repair(admin, queue);
    await fileLink(page, FILE).waitFor();
  });

  /** The connection breaks in the middle of the right file; a retry stores it once. */
  async function repair(admin: WatchedPage, queue: ReturnType<Page['getByRole']>): Promise<void> {
    const { page } = admin;
    admin.allow(/^failed: POST .*\/briefcase\/upload/);
    await page.route('**/briefcase/upload', (route) => route.abort('connectionreset'), { times: 1 });
    await chooseFiles(page, [part('Acta verdadera.pdf', pdf('Acta verdadera'))]);
    const row = queue.getByRole('row').filter({ has: page.locator('[title="Acta verdadera.pdf"]') });
    await row.getByText('Se perdió la conexión').waitFor();
    await row.getByRole('button', { name: 'Reintentar' }).click();
    await row.getByText('Cargado', { exact: true }).waitFor();
    const stored = await portal.database.sql.query('SELECT 1 FROM maletin_archivos WHERE nombre = $1', ['Acta verdadera.pdf']);
    expect(stored.rowCount).toBe(1);
  }

  it('a file is found by part of its name without accents', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/briefcase/list-briefcase');
    await chooseTarget(page, OTHER_FOLDER);
    await chooseFiles(page, [part(HIDDEN_FILE, pdf('Carta'))]);
    await page.getByRole('region', { name: 'Carga de archivos' }).getByText('Cargado', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar archivos' }).fill('EXTRAORDINARIA nunez');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.waitForURL(/q=EXTRAORDINARIA/);
    await expect.poll(() => page.getByRole('main').getByRole('table').getByRole('row').count()).toBe(2);
    await fileLink(page, FILE).click();
    await page.getByRole('heading', { name: FILE, level: 1 }).waitFor();
  });

  it('an editor sees the page and downloads the same bytes; a file of another folder answers 404', async () => {
    const { rows } = await portal.database.sql.query<{ id: string; nombre: string }>(
      'SELECT id, nombre FROM maletin_archivos WHERE nombre = ANY ($1)',
      [[FILE, HIDDEN_FILE]],
    );
    const idOf = (name: string) => rows.find((row) => row.nombre === name)?.id ?? '';
    const editor = await portal.as('editor');
    const { page } = editor;
    await page.goto('/briefcase/list-briefcase?q=extraordinaria');
    await fileLink(page, FILE).click();
    await page.getByRole('heading', { name: FILE, level: 1 }).waitFor();
    expect(await page.getByText(sha256(CONTENT)).count()).toBe(1);
    const seen = await page.request.get(`/briefcase/files/${idOf(FILE)}/pages/1`);
    expect([seen.status(), seen.headers()['content-type']]).toEqual([200, 'image/webp']);
    expect((await page.request.get(`/briefcase/files/${idOf(FILE)}/view`)).status()).toBe(415);
    const saved = await saveBy(page, () => page.getByRole('link', { name: 'Descargar', exact: true }).click());
    expect(saved.name).toBe(FILE);
    expect(sha256(saved.content)).toBe(sha256(CONTENT));

    editor.allow(/^404: /);
    for (const address of ['', '/pages/1', '/view', '/download', '/print'])
      expect((await page.goto(`/briefcase/files/${idOf(HIDDEN_FILE)}${address}`))?.status(), address).toBe(404);
    await page.goto('/briefcase/list-briefcase?q=carta+modelo');
    await page.getByText('Ningún archivo coincide').waitFor();
  });

  it('a manager sees the events of today in the three reports', async () => {
    const { page } = await portal.as('reportes');
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Reportes del Maletín' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Cargas por usuario', exact: true }).click();
    await choosePeriod(page, 'Hoy');
    await waitForRow(page, 'Lucía Marroquín Estrada', '4');
    for (const [report, row] of [
      ['Descargas por usuario', 'Diego Ajanel Rodas'],
      ['Descargas por archivo', FILE],
    ] as const) {
      await page.getByRole('link', { name: report, exact: true }).click();
      await page.getByRole('heading', { name: report, level: 1 }).waitFor();
      await waitForRow(page, row, '1');
    }
  });

  it.each(some(REPORTS, 1))('$title: screen, workbook, CSV and SQL show the same', async ({ title, url, kind, group, unit }) => {
    const { page } = await portal.as('reportes');
    await page.goto(`${url}?pageSize=10`);
    await choosePeriod(page, 'Este año');
    const screen = await readTable(page);
    const year = new URL(page.url()).searchParams.get('from')?.slice(0, 4) ?? '';
    const counted = await portal.database.sql.query<{ id: string; events: bigint }>(
      `SELECT "${group}" AS id, count(*) AS events FROM eventos_archivos WHERE area = 'briefcase' AND kind = $1 AND at >= ($2 || '-01-01T00:00:00-06')::timestamptz GROUP BY 1 ORDER BY 2 DESC`,
      [kind, year],
    );
    const total = counted.rows.reduce((sum, row) => sum + Number(row.events), 0);
    const events = counted.rows.map((row) => Number(row.events));
    expect(screen.rows.map((row) => toNumber(row[2]))).toEqual(events.slice(0, 10));
    expect(toNumber(screen.total)).toBe(total);

    const sheet = await readWorkbook((await exportAs(page, 'Excel (.xlsx)')).content);
    expect(sheet.title).toBe(title);
    expect(sheet.head.slice(2, 4)).toEqual([unit, '% del total']);
    expect(sheet.rows.map((row) => row[2])).toEqual(events);
    expect(sheet.rows.slice(0, 10).map(([name, detail, count]) => [name, detail, count])).toEqual(
      screen.rows.map(([name, detail, count]) => [name, detail, toNumber(count)]),
    );
    expect(
      sheet.rows.every(
        ([name, detail, count, share, last]) =>
          typeof name === 'string' &&
          typeof detail === 'string' &&
          Number.isInteger(count) &&
          typeof share === 'number' &&
          last instanceof Date,
      ),
    ).toBe(true);
    expect(sheet.rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBeCloseTo(1, 6);
    const area = `C${sheet.headRow + 1}:C${sheet.headRow + events.length}`;
    expect(sheet.total.slice(0, 3)).toEqual(['Total', null, { formula: `SUBTOTAL(109,${area})`, result: total }]);
    expect(sheet.formats).toEqual(['#,##0', '0.0%', 'dd/mm/yyyy hh:mm']);
    expect(sheet.frozenRows).toBe(sheet.headRow);
    expect(sheet.filter).toMatch(new RegExp(`^A${sheet.headRow}:[FG]${sheet.headRow + events.length}$`));

    const csv = (await exportAs(page, 'CSV (.csv)')).content.toString('utf8');
    const lines = csv.trimEnd().split('\r\n');
    expect(csv.startsWith('\uFEFF')).toBe(true);
    expect(lines).toHaveLength(events.length + 1);
    expect(lines.slice(1, 11).map((line) => line.split(',')[0])).toEqual(screen.rows.map((row) => row[0]));
    // Columns behind the number: share, last event, a person's address, code.
    const behind = group === 'userId' ? -5 : -4;
    expect(lines.slice(1).map((line) => Number(line.split(',').at(behind)))).toEqual(events);
  });
});

async function chooseTarget(page: Page, folder: string): Promise<void> {
  await page.getByRole('link', { name: 'Cargar archivos' }).click();
  await page.getByLabel('Carpeta para todos').selectOption({ label: folder });
  await page.getByLabel('Tipo para todos').selectOption({ label: 'Acta' });
}

/** The link in the name, not the download link. */
const fileLink = (page: Page, name: string) => page.getByRole('main').getByRole('table').getByRole('link').filter({ hasText: name });

/** Chooses files and uploads the accepted ones. */
async function chooseFiles(page: Page, files: ReturnType<typeof part>[]): Promise<void> {
  const button = page.getByRole('button', { name: /^(Elegir|Agregar) archivos$/ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(files);
  await page
    .locator('.workbench')
    .getByRole('button', { name: `Quitar ${files[0]?.name} de la lista` })
    .first()
    .waitFor();
  await page.getByText('Revisando').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Cargar \d/ }).click();
}

async function choosePeriod(page: Page, period: string): Promise<void> {
  await page.getByRole('link', { name: period, exact: true }).click();
  const current = page.locator('a[aria-current=true]').filter({ hasText: period });
  await current.waitFor();
  const others = page.getByRole('list', { name: 'Períodos' }).locator('a:not([aria-current])');
  expect(await others.evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor))).not.toContain(
    await current.evaluate((link) => getComputedStyle(link).backgroundColor),
  );
}

/** A recent change may not have been projected yet. */
async function waitForRow(page: Page, name: string, count: string): Promise<void> {
  const cell = page.getByRole('row').filter({ hasText: name }).getByRole('cell', { name: count, exact: true });
  await expect
    .poll(
      async () => {
        await page.reload();
        return cell.count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
}

interface Saved {
  name: string;
  content: Buffer;
}

async function saveBy(page: Page, act: () => Promise<void>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

function exportAs(page: Page, format: string): Promise<Saved> {
  return saveBy(page, async () => {
    await page.getByText(/^Exportar [\d\s]+ filas?$/).click();
    await page.getByRole('link', { name: format }).click();
  });
}

const toNumber = (text: unknown) => Number(String(text).replace(/\s/g, ''));

async function readTable(page: Page): Promise<{ rows: string[][]; total: string }> {
  const texts = await page
    .getByRole('table')
    .evaluate((table: HTMLTableElement) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  return { rows: texts.slice(1, -1), total: texts.at(-1)?.[2] ?? '' };
}

async function readWorkbook(content: Buffer) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(content as unknown as ArrayBuffer);
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Resumen', expect.any(String), 'Parámetros']);
  const [first, sheet] = workbook.worksheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  const valuesOf = (row: number) => [1, 2, 3, 4, 5].map((column) => sheet.getRow(row).getCell(column).value);
  const frozen = sheet.views[0];
  const headRow = frozen?.state === 'frozen' ? (frozen.ySplit ?? 0) : 0;
  const rows = Array.from({ length: sheet.rowCount - headRow - 1 }, (_unused, index) => valuesOf(headRow + 1 + index));
  return {
    title: first?.getCell('A1').value,
    headRow,
    frozenRows: headRow,
    head: valuesOf(headRow),
    rows,
    total: valuesOf(sheet.rowCount),
    filter: sheet.autoFilter,
    formats: [3, 4, 5].map((column) => sheet.getRow(headRow + 1).getCell(column).numFmt),
  };
}

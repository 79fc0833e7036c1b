import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { REPORTS } from '#server/registries.ts';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const SCHEDULES = '/reports/schedules';

describe.skipIf(noChromium)('scheduled reports, in a browser', () => {
  const portal = useDemoPortal({ worker: true });
  const runsOf = async (scheduleId: string) => {
    const { rows } = await portal.database.sql.query<{ id: string; status: string; data: Record<string, unknown> }>(
      `SELECT path AS id, data->>'status' AS status, data FROM documents.documents
       WHERE database = 'main' AND path LIKE 'reportes_ejecuciones/%' AND data->>'scheduleId' = $1 ORDER BY created_version`,
      [scheduleId],
    );
    return rows;
  };
  let made = '';

  it('of the demo have files that open and equal the current report', async () => {
    const headers = { Cookie: await portal.cookieOf('admin') };
    const read = async (address: string) => {
      const response = await fetch(portal.url + address, { headers });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { rows } = await portal.database.sql.query<{
      id: string;
      reportId: string;
      params: Record<string, string>;
      rows: number;
      dataSha256: string;
    }>(
      `SELECT id, "reportId", params, rows, "dataSha256" FROM reportes_ejecuciones
       WHERE "scheduleId" LIKE 'programado-%' AND status = 'lista' AND is_due ORDER BY id`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const run of rows) {
      const csv = await read(`/reports/runs/${run.id}/download?format=csv`);
      expect([csv.status, createHash('sha256').update(csv.bytes).digest('hex')], run.id).toEqual([200, run.dataSha256]);
      expect(run.rows, run.id).toBeGreaterThan(0);
      const now = await read(`/briefcase/reports/${run.reportId}/export?${new URLSearchParams({ ...run.params, format: 'csv' })}`);
      expect(now.bytes.toString('utf8'), run.id).toBe(csv.bytes.toString('utf8'));
      const workbook = await read(`/reports/runs/${run.id}/download?format=xlsx`);
      expect([workbook.status, workbook.bytes.subarray(0, 2).toString('latin1')], run.id).toEqual([200, 'PK']);
    }
  });

  it('belong to reports whose table begins on the first screen, or on the second of a phone', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    const years = '?from=2025-01-01&to=2026-12-31';
    const late: string[] = [];
    for (const { url, days } of some(REPORTS, 8)) {
      await page.goto(days === 'none' ? url : url + years);
      for (const [width, height, most] of [
        [1366, 768, 600],
        [390, 844, 2 * 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const box = await page.locator('main .table-frame thead').first().boundingBox();
        if (!box || box.y > most) late.push(`${url} at ${width} px: ${box?.y}`);
      }
    }
    expect(late).toEqual([]);
  });

  it('are created from a report with the filters of its page, and show their dates before they are saved', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/briefcase/reports/downloads-by-user?folderId=carpeta-01');
    await page.getByRole('link', { name: 'Programar', exact: true }).click();
    await page.getByRole('heading', { name: 'Programar un reporte', level: 1 }).waitFor();
    await waitForPendingRequests(page);
    // A monthly schedule defaults to the previous month.
    expect(await page.getByLabel('Días').inputValue()).toBe('mes_anterior');
    await page.getByLabel('Frecuencia').selectOption('semanal');
    expect(await page.getByLabel('Días').inputValue()).toBe('semana_anterior');
    await page.getByLabel('Día de la semana').selectOption({ label: 'Los jueves' });
    await page.getByRole('button', { name: 'Ver las próximas fechas' }).click();
    await page.getByText('A las 07:00, los jueves.').waitFor();
    await page.getByLabel('Frecuencia').selectOption('mensual');
    await page.getByLabel('Día del mes').selectOption({ label: 'El último día hábil, de lunes a viernes' });
    await page.getByRole('button', { name: 'Ver las próximas fechas' }).click();
    await page.getByText('A las 07:00, el último día hábil del mes, de lunes a viernes.').waitFor();
    expect(await page.getByLabel('Días').inputValue()).toBe('mes_anterior');
    await page.getByLabel('Título').fill('Descargas de la carpeta');
    expect(await page.getByLabel('Frecuencia').locator('option').allInnerTexts()).toEqual(['Todos los días', 'Cada semana', 'Cada mes']);
    await page.getByLabel('Frecuencia').selectOption({ label: 'Cada semana' });
    await page.getByLabel('Día de la semana').selectOption({ label: 'De lunes a viernes' });
    await page.locator('input[name=hora]').fill('07:30');
    await page.getByRole('button', { name: 'Ver las próximas fechas' }).click();
    await page.getByText('A las 07:30, de lunes a viernes.').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /, 07:30$/ })
        .count(),
    ).toBe(5);
    await page.getByRole('searchbox', { name: 'Buscar persona' }).fill('lucía');
    await page
      .getByRole('checkbox', { name: /^Lucía/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Se programó «Descargas de la carpeta».').waitFor();
    await page.getByText('La semana anterior').waitFor();
    made = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { rows } = await portal.database.sql.query<{ data: Record<string, unknown> }>(
      'SELECT data FROM documents.documents WHERE path = $1',
      [`reportes_programados/${made}`],
    );
    expect(rows[0]?.data).toMatchObject({
      reportId: 'downloads-by-user',
      params: { relative: 'semana_anterior', folderId: 'carpeta-01' },
      frequency: 'cron',
      cron: '30 7 * * 1-5',
      hora: '',
      userId: 'demo-admin',
      recipients: ['demo-admin'],
      estado: true,
    });
  });

  it('run at once, a single time on a double click, and offer their files', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${SCHEDULES}/${made}`);
    await page.getByRole('button', { name: 'Ejecutar ahora' }).dblclick();
    await page.getByRole('link', { name: 'Excel' }).waitFor();
    expect((await runsOf(made)).map(({ status }) => status)).toEqual(['lista']);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Excel' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^descargas-de-la-carpeta-\d{8}-\d{6}\.xlsx$/);
    await page.getByText('El portal no tiene un servidor de correo configurado.').waitFor();
  });

  it('are compared, paused, resumed and deactivated', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${SCHEDULES}/${made}`);
    await page.getByRole('button', { name: 'Ejecutar ahora' }).click();
    await page.getByRole('button', { name: 'Comparar' }).click();
    await page.getByText('Las dos ejecuciones tienen los mismos datos.').waitFor();
    await page.goto(`${SCHEDULES}/${made}`);
    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.getByText('Está en pausa: no se ejecuta hasta que lo reanude.').waitFor();
    await page.getByRole('button', { name: 'Reanudar' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText('Este reporte programado está desactivado: no se ejecuta.').waitFor();
  });

  it('are printed within the page, under the title of what they compare, and say where all rows are', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    const { rows } = await portal.database.sql.query<{ id: string; other: string }>(
      `SELECT one.id, two.id AS other FROM reportes_ejecuciones one JOIN reportes_ejecuciones two USING ("scheduleId", "reportId")
       WHERE "scheduleId" LIKE 'programado-%' AND one.status = 'lista' AND two.status = 'lista' AND one."dataSha256" <> two."dataSha256"
       ORDER BY least(one.rows, two.rows) DESC, one.id LIMIT 1`,
    );
    const [{ id, other } = { id: '', other: '' }] = rows;
    await page.emulateMedia({ media: 'print' });
    // An upright Letter page between its margins.
    await page.setViewportSize({ width: 725, height: 960 });
    const beyond = () =>
      page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll('.list-table')].map((table) => Math.round(table.getBoundingClientRect().right - innerWidth)),
        ),
      );
    await page.goto(`/reports/runs/${id}?compare=${other}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/.: comparación$/);
    expect(await page.locator('.list-table').count()).toBeGreaterThan(1);
    expect(await beyond()).toBeLessThanOrEqual(0);
    await page.goto(`/reports/runs/${id}`);
    expect(await beyond()).toBeLessThanOrEqual(0);
    const paged = page.locator('[data-pages]');
    if ((await paged.count()) > 0) expect(await paged.innerText()).toMatch(/Para todas las filas descargue el archivo\.$/);
  });

  it('work without JavaScript', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(`${SCHEDULES}/new`);
    await page.getByLabel('Reporte').selectOption('uploads-by-user');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Título').fill('Sin guiones');
    await page.getByLabel('Hora', { exact: true }).fill('06:15');
    await page.getByRole('button', { name: 'Ver las próximas fechas' }).click();
    await page.getByText('A las 06:15, el día 1 del mes.').waitFor();
    expect(await page.getByLabel('Título').inputValue()).toBe('Sin guiones');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('heading', { name: 'Sin guiones', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Ejecutar ahora' }).click();
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByRole('link', { name: 'Excel' }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
  });

  describe('over HTTP', () => {
    let headers: Record<string, string>;
    beforeAll(async () => {
      headers = { cookie: await portal.cookieOf('admin'), origin: portal.url, accept: 'text/html' };
    });
    const post = (path: string, form: Record<string, string>) =>
      fetch(portal.url + path, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });

    it('are created by a form with few fields, answer 400 to wrong forms, and are hidden from other people', async () => {
      const made = await post(`${SCHEDULES}/new`, { intent: 'save', reportId: 'downloads-by-file', title: 'Por programa', hora: '05:00' });
      expect(made.status).toBe(302);
      const id = made.headers.get('location')?.split('/').at(-1) ?? '';
      const changed = await post(`${SCHEDULES}/${id}/edit`, { intent: 'save', 'params.from': '2026-10-01', 'params.to': '2026-10-31' });
      expect(changed.status).toBe(409);
      const wrong: Record<string, string>[] = [
        { intent: 'save', reportId: 'downloads-by-file', title: '' },
        { intent: 'save', reportId: 'nada', title: 'x' },
        { intent: 'save', reportId: 'downloads-by-file', title: 'x', frequency: 'cron', cron: '@reboot' },
        { intent: 'save', reportId: 'downloads-by-file', title: 'x', retentionRuns: '-1' },
        { intent: 'otra' },
      ];
      const full = { intent: 'save', reportId: 'downloads-by-file', title: 'x' };
      const wrongAt: Record<string, Record<string, string>> = {
        diaMes: { ...full, frequency: 'mensual', diaMes: '32' },
        diaSemana: { ...full, frequency: 'semanal', diaSemana: '9' },
        'params.relative': { ...full, 'params.relative': '', 'params.from': '', 'params.to': '' },
      };
      for (const [control, form] of Object.entries(wrongAt)) {
        const answer = await post(`${SCHEDULES}/new?reportId=downloads-by-file`, form);
        const [field = ''] = new RegExp(`<[^<>]*name="${control}"[^<>]*>`).exec(await answer.text()) ?? [];
        expect([answer.status, field], control).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
      }
      for (const form of wrong) expect([(await post(`${SCHEDULES}/new`, form)).status, form], JSON.stringify(form)).toEqual([400, form]);
      const run = await post(`${SCHEDULES}/${id}`, { intent: 'run-now' });
      const address = run.headers.get('location') ?? '';
      expect([run.status, address]).toEqual([302, expect.stringMatching(/^\/reports\/runs\//)]);
      await expect
        .poll(async () => (await fetch(`${portal.url}${address}/progress`, { headers })).json() as Promise<unknown>, { timeout: 30_000 })
        .toMatchObject({ status: 'lista', progress: 100 });
      const file = await fetch(`${portal.url}${address}/download`, { headers });
      expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('por-programa')]);
      expect((await fetch(`${portal.url}${address}/download?format=pdf`, { headers })).status).toBe(400);
      const others = { ...headers, cookie: await portal.cookieOf('editor') };
      for (const path of [address, `${address}/download`, `${address}/progress`, `${SCHEDULES}/${id}`])
        expect([path, (await fetch(portal.url + path, { headers: others })).status]).toEqual([path, 404]);
    });
  });

  it('are limited to oneself for the role Reportes, but not for Editor', async () => {
    const postAs = async (person: string, path: string, form: Record<string, string>) =>
      fetch(portal.url + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        headers: { Cookie: await portal.cookieOf(person), Origin: portal.url, Accept: 'text/html' },
      });
    const form = (reportId: string, recipients: string) => ({ intent: 'save', reportId, title: 'Para mí', recipients });
    const refused = await postAs('reportes', `${SCHEDULES}/new`, form('downloads-by-file', 'demo-admin'));
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('solo para usted')]);
    const made = await postAs('reportes', `${SCHEDULES}/new`, form('downloads-by-file', 'demo-reportes'));
    expect(made.status).toBe(302);
    expect((await postAs('editor', `${SCHEDULES}/new`, form('quotes', 'demo-admin'))).status).toBe(302);
    const mine = async () =>
      (await fetch(`${portal.url}/reports/mine`, { headers: { Cookie: await portal.cookieOf('reportes'), Accept: 'text/html' } })).text();
    expect(await mine()).toContain('Programados por usted');
    const id = made.headers.get('location')?.split('/').at(-1) ?? '';
    expect((await postAs('editor', '/reports/mine', { intent: 'deactivate', id })).status).toBe(404);
    expect((await postAs('reportes', '/reports/mine', { intent: 'deactivate', id })).status).toBe(302);
    expect(await mine()).not.toContain('Programados por usted');
  });
});

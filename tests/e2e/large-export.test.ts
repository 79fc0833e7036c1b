import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_STATE_LABELS } from '#server/domain/large-exports.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, inspectPage } from './inspect-page.ts';

const LIST = '/locations/list-agencies';
const ROWS = 120_000;
const READY = { timeout: 60_000 };
const WINDOW = { width: 1440, height: HEIGHT };

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) lines += line === '' ? 0 : 1;
  return lines;
}

describe.skipIf(noChromium)('a large export, in a browser', { timeout: 120_000 }, () => {
  const portal = useDemoPortal({ worker: true });

  beforeAll(async () => {
    await portal.database.sql.query(
      `INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
       SELECT 'grande' || i, 'Agencia ' || i, 'agencia', timestamptz '2020-01-01' + i * interval '1 minute', 1, 'agencia' FROM generate_series(1, $1) i`,
      [ROWS],
    );
    await portal.database.sql.query('VACUUM ANALYZE agencias');
  });

  it('leads from the list to a page that offers the file when it is ready', async () => {
    const { page } = await portal.as('admin');
    await page.goto(LIST);
    await page.getByText(/^Exportar 12\d\s\d{3} filas$/).click();
    await page.getByRole('link', { name: 'CSV (.csv)' }).click();
    await page.waitForURL(/\/exports\/[A-Za-z0-9]{20}$/);
    await page.getByRole('heading', { name: 'Agencias', level: 1 }).waitFor();
    const link = page.getByRole('link', { name: /^Descargar \(/ });
    await link.waitFor(READY);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^agencias-\d{8}-\d{6}\.csv$/);
    expect(await countLines(await download.path())).toBeGreaterThan(ROWS);
  });

  it('is downloaded directly from the list when it is small', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${LIST}?q=san`);
    await page.getByText(/^Exportar \d+ filas$/).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Excel (.xlsx)' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    expect(new URL(page.url()).pathname).toBe(LIST);
  });

  it('is announced on the next page when it is ready, with a link to it', async () => {
    const { page } = await portal.as('admin');
    // Not through the page, which would be told that this export is ready before the next one is requested.
    const headers = { Cookie: await portal.cookieOf('admin') };
    const asked = await fetch(`${portal.url}${LIST}/export?format=csv&sort=nombre`, { headers, redirect: 'manual' });
    expect(asked.headers.get('location')).toMatch(/\/exports\//);
    const told = page.getByRole('status').filter({ hasText: 'La exportación «Agencias» está lista.' });
    await expect
      .poll(async () => {
        await page.goto('/account');
        return told.count();
      }, READY)
      .toBe(1);
    await told.getByRole('link', { name: 'Verla' }).click();
    await page.getByRole('link', { name: /^Descargar \(/ }).waitFor();
  });

  it('shows its progress by a link without JavaScript', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(LIST);
    await page.getByText(/^Exportar 12\d\s\d{3} filas$/).click();
    await page.getByRole('link', { name: 'Excel (.xlsx)' }).click();
    await page.waitForURL(/\/exports\//);
    const link = page.getByRole('link', { name: /^Descargar \(/ });
    const look = page.getByRole('link', { name: 'Ver cómo va' });
    await expect
      .poll(async () => {
        if (await look.isVisible()) await look.click();
        return link.count();
      }, READY)
      .toBe(1);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  });

  it('passes the layout and accessibility checks in each of its states', async () => {
    const { sql } = portal.database;
    const { page } = await portal.as('admin', { viewport: WINDOW, reducedMotion: 'reduce', colorScheme: 'light' });
    const { rows } = await sql.query<{ id: string }>(`SELECT id FROM exports WHERE state = 'ready' LIMIT 1`);
    const id = rows[0]?.id ?? '';
    const longName = `${'Agencias de los departamentos de occidente '.repeat(4)}`.trim();
    await sql.query(`UPDATE exports SET title = $2, file_name = $3 WHERE id = $1`, [id, longName, `${'a'.repeat(166)}.csv`]);
    const states = {
      ready: `state = 'ready'`,
      failed: `state = 'failed', error = 'El almacenamiento de archivos no está disponible. Intente de nuevo en unos minutos.'`,
      expired: `state = 'expired', expires_at = NULL`,
      outdated: `state = 'ready', expires_at = now() + interval '1 hour', rights = 'otros'`,
      // As if another worker held it: no worker starts it.
      working: `state = 'working', rows_written = 73400, rows_expected = 302000`,
    };
    await sql.query(`INSERT INTO snapshot_work (run_id, worker, lease_until) VALUES ('export:' || $1, 'otro', now() + interval '1 hour')`, [
      id,
    ]);
    const problems: string[] = [];
    for (const [name, change] of Object.entries(states)) {
      await sql.query(`UPDATE exports SET ${change}, told_at = now() WHERE id = $1`, [id]);
      await page.setViewportSize(WINDOW);
      await page.goto(`/exports/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      problems.push(...(await inspectPage(page, `export-${name}`)));
      if (name !== 'ready' && name !== 'failed') continue;
      await page.setViewportSize(WINDOW);
      await page.getByRole('link', { name: 'Ver mis exportaciones' }).click();
      await page.getByRole('heading', { name: 'Mis exportaciones', level: 1 }).waitFor();
      await page.getByRole('cell', { name: EXPORT_STATE_LABELS[name] }).first().waitFor();
      problems.push(...(await inspectPage(page, `exports-${name}`)));
    }
    expect(problems).toEqual([]);
  });
});

import type { LoaderFunctionArgs } from '@remix-run/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#server/domain/dates.ts';
import type { MenuId } from '#server/domain/menu.ts';
import { FILE_REPORTS } from '#server/features/reports/report-definition.ts';
import { createReports } from '#server/reporting/create-reports.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { loadReport } from '#app/screens/reports/report-data.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { someServices } from '#server/testing/some-services.ts';

const { sql } = await createTestDatabase();
const readModel = {
  projectNow: async () => undefined,
  freshness: async () => ({ asOf: new Date('2026-11-20T04:30:04Z'), lagSeconds: 9, delayed: true }),
};
const reports = createReports(someServices({ sql, readModel, liveSettings: unchangedSettings(), registries: { reports: FILE_REPORTS } }));

function load(id: Parameters<typeof loadReport>[1], search: string, menus: MenuId[] = ['briefcase-reports']) {
  const staff = { id: 'u1', name: 'Ana', menus: new Set(menus), folders: [], pageSize: 25 };
  const context = { staff, portal: { reports, readModel } };
  return loadReport(
    { request: new Request(`http://portal/briefcase/reports/${id}${search}`), params: {}, context } as unknown as LoaderFunctionArgs,
    id,
  );
}

beforeAll(async () => {
  await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('a1', 'Agencia Central', now(), 1)`);
  await sql.query(
    `INSERT INTO eventos_archivos (id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at, source_version)
     SELECT 'e' || n, 'download', 'briefcase', 'f ' || n % 3, 'Acta ' || n % 3 || '.pdf', 'c1', 'u' || n % 2, 'Usuario ' || n % 2, 'a1', timestamptz '2026-03-01 12:00Z' + n * interval '1 day', 1 FROM generate_series(1, 10) n`,
  );
});

describe('a report page', () => {
  it('formats numbers, days and freshness as text', async () => {
    const data = await load('downloads-by-user', '?from=2026-03-01&to=2026-03-31&agencyId=a1');
    expect(data.subtitle).toBe('Del 1 de marzo de 2026 al 31 de marzo de 2026 · Agencia Central');
    expect(data.rows.map(({ cells: [name, , events, share, last] }) => [name, events, share, last])).toEqual([
      ['Usuario 0', '5', '50.0 %', '11/03/2026 06:00'],
      ['Usuario 1', '5', '50.0 %', '10/03/2026 06:00'],
    ]);
    expect(data.figures.map((figure) => figure.value)).toEqual(['10', '2', '0.3', '02/03/2026', '50.0 %']);
    expect(data.freshness).toEqual({ at: '19/11/2026 22:30:04', delayed: true });
    expect(data.charts.desk.top).toContain('Usuario 0');
    expect(data.chips).toEqual([{ label: 'Agencia: Agencia Central', removeHref: '?from=2026-03-01&to=2026-03-31' }]);
  });

  it('links a person or a file to the ledger entries that it counts', async () => {
    const person = (await load('downloads-by-user', '?from=2026-03-01&to=2026-03-31&folderId=c1')).rows[0];
    const lines = '/reports/file-events?area=briefcase&kind=download&from=2026-03-01&to=2026-03-31';
    const back = (report: string, filter: string) =>
      `&${new URLSearchParams({ reporte: `${report}?from=2026-03-01&to=2026-03-31&${filter}` })}`;
    expect(person?.href).toBe(`${lines}&userId=u0&folderId=c1${back('downloads-by-user', 'folderId=c1')}`);
    const files = await load('downloads-by-file', '?from=2026-03-01&to=2026-03-31&userId=u0');
    expect(files.columns[2]?.total).toBe('5');
    expect(files.rows.map((row) => row.href).sort()).toEqual(
      ['f+0', 'f+1', 'f+2'].map((id) => `${lines}&userId=u0&fileId=${id}${back('downloads-by-file', 'userId=u0')}`),
    );
  });

  it('exports the days that it shows, even if the address swaps them', async () => {
    const data = await load('downloads-by-user', '?from=2026-03-31&to=2026-03-01&sort=name&dir=desc&page=7');
    expect(data.problems).toHaveLength(1);
    expect(data.exportSearch).toBe('?from=2026-03-01&to=2026-03-31&sort=name&dir=desc');
  });

  it('offers periods, and marks the current one', async () => {
    const today = dayOf(new Date());
    const data = await load('uploads-by-user', `?from=${today.slice(0, 4)}-01-01&to=${today}&page=2`);
    expect(data.presets.map((preset) => preset.label)).toEqual(['Hoy', 'Esta semana', 'Este mes', 'Mes anterior', 'Este año']);
    expect(data.presets.find((preset) => preset.label === 'Este año')).toMatchObject({
      current: true,
      href: `?from=${today.slice(0, 4)}-01-01&to=${today}`,
    });
  });

  it('keeps a filter value that no list offers, so that it can be removed', async () => {
    const data = await load('uploads-by-user', '?userId=gone');
    expect(data.selects.find((select) => select.name === 'userId')?.options[0]).toEqual({ value: 'gone', label: 'gone' });
    expect(data.rows).toEqual([]);
  });

  it('answers 403 without the menu', async () => {
    await expect(load('uploads-by-user', '', ['home'])).rejects.toMatchObject({ status: 403 });
  });
});

import { describe, expect, it } from 'vitest';
import { readStateNames } from '../domain/constants.ts';
import { formatDay } from '../domain/dates.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import { recordFilter } from '../lists/filters.ts';
import { AGENCIES } from '../read-model/pages/choices.ts';
import { CURRENT_READ_MODEL } from '../testing/current-read-model.ts';
import { unchangedSettings } from '../testing/live-settings.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createReports } from './create-reports.ts';
import { readReportQuery } from './report-query.ts';
import type { Report } from './report.ts';
import { someServices } from '../testing/some-services.ts';

const { sql } = await createTestDatabase();
await sql.query(`INSERT INTO agencias (id, nombre, tipo, "isActive", "createdAt", source_version) VALUES
  ('c', 'Central', 'agencia', true, now(), 1), ('v', 'Antigua', 'agencia', false, now(), 1), ('k', '', 'cajero', true, now(), 1)`);

interface Kind {
  tipo: string;
  agencies: number;
}

const COUNTED = fragment`SELECT tipo, count(*)::int AS agencies FROM agencias GROUP BY 1 ORDER BY 2 DESC`;

/** A report of its own shape: agencies by kind. */
const kinds: Report<Kind, { agencies: number }> = {
  id: 'agencies-by-kind',
  menu: 'agencies',
  title: 'Agencias por tipo',
  question: '¿Cuántas agencias hay de cada tipo?',
  url: '/reports/agencies-by-kind',
  place: { label: 'Reportes', href: '/reports/menu' },
  filePrefix: 'agencias-por-tipo',
  days: 'open',
  parameters: [recordFilter({ name: 'agencyId', label: 'Agencia', all: 'Todas las agencias', records: AGENCIES, retired: true })],
  words: { event: 'agencia', events: 'agencias', row: 'tipo', rows: 'tipos' },
  columns: [
    { name: 'tipo', title: 'Tipo', kind: 'text', value: (row) => row.tipo },
    { name: 'agencies', title: 'Agencias', kind: 'integer', value: (row) => row.agencies, sum: (totals) => totals.agencies },
    { name: 'key', title: 'Clave', kind: 'text', value: (row) => `tipo-${row.tipo}`, only: 'file' },
    { name: 'drawing', title: 'Dibujo', kind: 'text', value: () => '', only: 'screen' },
  ],
  rowKey: (row) => row.tipo,
  bar: (row) => ({ name: row.tipo, value: row.agencies }),
  figures: ({ totals }) => [{ label: 'Agencias', value: String(totals.agencies), note: '' }],
  drillDown: () => null,
  async run(read) {
    const rows = await read<Kind>(COUNTED);
    return { rows, page: 1, count: rows.length, totals: { agencies: rows.reduce((sum, row) => sum + row.agencies, 0) }, top: rows };
  },
  async *rows(pool) {
    yield (await pool.query<Kind>(toQuery(COUNTED))).rows;
  },
};

const services = someServices({
  sql,
  liveSettings: unchangedSettings(),
  readModel: CURRENT_READ_MODEL,
  registries: { reports: [kinds] },
});
const reports = createReports(services);
const staff = (...menus: MenuId[]): Staff => ({
  id: 'u1',
  name: 'Ana Morales',
  email: '',
  role: 'user',
  roleTitle: '',
  agencyId: '',
  menus: new Set(menus),
  folders: [],
  permissionSetId: '',
  permissionSet: null,
  pageSize: 25,
  stateNames: readStateNames({}),
  theme: 'system',
  sessionId: '',
});
const call = (params = '') => ({ actor: staff('agencies'), report: kinds, params: new URLSearchParams(params) });

describe('a report of another shape', () => {
  it('gives screen, chart and file from its definition alone', async () => {
    const result = await reports.runReport(call());
    expect(result.rows).toEqual([
      { tipo: 'agencia', agencies: 2 },
      { tipo: 'cajero', agencies: 1 },
    ]);
    const { top } = await reports.drawCharts(result, { actor: staff('agencies'), place: 'desk' });
    expect(top).toContain('2 tipos con más agencias, de 2. En primer lugar agencia, con 2.');
    const { prefix, sheet, rows } = await reports.exportReport(call());
    expect(prefix).toBe('agencias-por-tipo');
    expect(sheet.columns).toMatchObject([
      { title: 'Tipo', total: false },
      { title: 'Agencias', total: true },
      { title: 'Clave', total: false },
    ]);
    const cells: unknown[] = [];
    for await (const batch of rows()) cells.push(...batch);
    expect(cells).toEqual([
      ['agencia', 2, 'tipo-agencia'],
      ['cajero', 1, 'tipo-cajero'],
    ]);
  });

  it('prints the columns of the screen and its chart', async () => {
    const { sheet } = await reports.exportReport({ ...call(), format: 'print' });
    expect(sheet.columns.map(({ title }) => title)).toEqual(['Tipo', 'Agencias', 'Dibujo']);
    const drawn = await sheet.summary?.drawings?.();
    expect(drawn?.map(({ title }) => title)).toEqual(['Agencias por tipo']);
    expect(drawn?.[0]?.svg).toMatch(/^<svg xmlns/);
    expect(drawn?.[0]?.svg).not.toMatch(/<text|var\(|currentColor/);
  });

  it('computes no headline figures for a CSV', async () => {
    const away = { ...kinds, run: () => Promise.reject(new Error('nobody shows these')) };
    const { sheet, rows } = await reports.exportReport({ ...call(), report: away, format: 'csv' });
    expect([sheet.summary, sheet.parameters]).toEqual([undefined, []]);
    for await (const batch of rows()) expect(batch).toHaveLength(2);
    await expect(reports.exportReport({ ...call(), report: away, format: 'xlsx' })).rejects.toThrow('nobody shows these');
  });

  it('describes its parameters without computing a result', async () => {
    const away = { ...kinds, run: () => Promise.reject(new Error('nobody shows these')) };
    expect(await reports.describeReportParameters({ ...call('agencyId=c&from=2026-10-05'), report: away })).toEqual([
      ['Desde', '05/10/2026'],
      ['Agencia', 'Central'],
    ]);
    await expect(reports.describeReportParameters({ ...call(), actor: staff('users') })).rejects.toMatchObject({ status: 403 });
  });

  it('is found by its id, listed for people with its menu, and forbidden to others with 403', async () => {
    expect(reports.get('agencies-by-kind')).toBe(kinds);
    expect(() => reports.get('__proto__')).toThrow(expect.objectContaining({ status: 404 }));
    expect(reports.list({ actor: staff('agencies') })).toEqual([kinds]);
    expect(reports.list({ actor: staff('users') })).toEqual([]);
    const refused = { ...call(), actor: staff('users') };
    for (const work of [reports.runReport(refused), reports.exportReport(refused), reports.findFilters(refused)])
      await expect(work).rejects.toMatchObject({ status: 403 });
  });

  it('gives the list it links to a way back, for people who may open the report', async () => {
    const { query } = await reports.runReport(call('from=2026-10-01&to=2026-10-31&agencyId=c'));
    const href = '/reports/agencies-by-kind?from=2026-10-01&to=2026-10-31&agencyId=c';
    const led = reports.withWayBack('/locations/list-agencies?tipo=cajero', { report: kinds, query });
    const params = new URL(led ?? '', 'http://portal').searchParams;
    expect(params.get('tipo')).toBe('cajero');
    const actor = staff('agencies');
    expect(reports.findWayBack({ actor, params })).toEqual([kinds.place, { label: kinds.title, href }]);
    expect(reports.findWayBack({ actor: staff('users'), params })).toEqual([]);
    expect(reports.withWayBack(null, { report: kinds, query })).toBeNull();
    for (const odd of ['', 'nada', '//evil.test', '__proto__?x', `agencies-by-kind?${'from=x&'.repeat(500)}agencyId=%00`]) {
      const found = reports.findWayBack({ actor, params: new URLSearchParams({ reporte: odd }) });
      expect(found.every(({ href: to }) => to.startsWith('/reports/'))).toBe(true);
    }
  });

  it('offers active records first, and a record without a name by its id', async () => {
    expect(await reports.findFilters(call())).toEqual({
      agencyId: [
        { value: 'c', label: 'Central' },
        { value: 'k', label: 'k' },
        { value: 'v', label: 'Antigua' },
      ],
    });
  });
});

describe('the days of a report', () => {
  const NOW = new Date('2026-11-20T04:30:00Z'); // 22:30 of the 19th in Guatemala
  const read = (days: Report['days'], params: string) => {
    const { query, problems } = readReportQuery({ ...kinds, days }, new URLSearchParams(params), { now: NOW, pageSize: 25 });
    return { from: query.from, to: query.to, problems: Object.keys(problems) };
  };

  it.each([
    ['', { from: '2026-11-01', to: '2026-11-19' }, { from: '2026-11-01', to: '2026-11-19' }],
    ['from=2026-10-05', { from: '2026-10-05', to: '2026-11-19' }, { from: '2026-10-05', to: '' }],
    ['from=2027-01-01', { from: '2027-01-01', to: '2027-01-01' }, { from: '2027-01-01', to: '' }],
    ['from=lunes, 5 de octubre de 2026, 08:30:15&to=05/11/2026 08:30', { from: '2026-10-05', to: '2026-11-05' }, { from: '2026-10-05' }],
    ['to=2026-10-05', { from: '2026-10-01', to: '2026-10-05' }, { from: '', to: '2026-10-05' }],
    ['from=2026-10-05&to=2026-10-01', { from: '2026-10-01', to: '2026-10-05' }, { from: '2026-10-01', to: '2026-10-05' }],
  ])('of "%s" are completed in a closed report, and one end stays open in an open one', (params, closed, open) => {
    expect(read('closed', params)).toMatchObject(closed);
    expect(read('open', params)).toMatchObject(open);
  });

  it('are reported when invalid, and an export with them is rejected with 400', async () => {
    expect(read('open', 'from=ayer').problems).toEqual(['from']);
    await expect(reports.exportReport(call('from=ayer'))).rejects.toMatchObject({ status: 400 });
  });

  it('default to the current month on screen and in the file', async () => {
    const { from, to } = (await reports.runReport(call())).query;
    expect(from).toMatch(/-01$/);
    expect((await reports.exportReport(call())).sheet.parameters).toEqual([
      ['Desde', formatDay(from)],
      ['Hasta', formatDay(to)],
    ]);
    expect((await reports.exportReport(call('to=2026-10-05&agencyId=c'))).sheet.parameters).toEqual([
      ['Hasta', '05/10/2026'],
      ['Agencia', 'Central'],
    ]);
  });
});

import { expect, it } from 'vitest';
import { createReports } from '../../reporting/create-reports.ts';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { quoteFunnel, quoteReport } from './quote-report.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql, put } = await createQuoteFixture();
const reports = createReports(
  someServices({
    sql,
    readModel: CURRENT_READ_MODEL,
    liveSettings: unchangedSettings(),
    registries: { reports: [quoteReport, quoteFunnel] },
  }),
);
const ANSWERED = new Date('2026-11-03T15:00:00Z');

async function bitacora(search: string): Promise<unknown[]> {
  const { sheet } = await reports.exportReport({ actor: testEditor(), report: quoteReport, params: new URLSearchParams(search) });
  const rows: unknown[] = [];
  for (const further of sheet.further ?? []) for await (const batch of further.rows()) rows.push(...batch);
  return rows;
}

it('exports the log entries of the quotes that it counts, and of no others', async () => {
  const entry = { fecha: ANSWERED, usuario: 'Ana Pérez', etapa: 'Llamada', comentario: '=Pide 36 meses' };
  await put('vieja', {
    nombre: 'Ana Núñez',
    bitacora: [entry, { ...entry, fecha: new Date('2026-11-05T15:00:00Z'), comentario: 'Firma' }],
  });
  await put('otra', { tipo: 'ahorro_plazo', bitacora: ['nota de la aplicación vieja'] });
  await put('fuera', { createdAt: new Date('2025-01-01T12:00:00Z'), bitacora: [entry] });
  await put('nadie', { bitacora: [] });
  const lines = await bitacora('from=2026-11-01&to=2026-11-30&tipo=prestamo');
  expect(lines).toEqual([
    ['Ana Núñez', 'Préstamo', 'a1', '2026-11-05T15:00:00.000000Z', 'Ana Pérez', 'Llamada', 'Firma', 'vieja'],
    ['Ana Núñez', 'Préstamo', 'a1', '2026-11-03T15:00:00.000000Z', 'Ana Pérez', 'Llamada', '=Pide 36 meses', 'vieja'],
  ]);
  expect(await bitacora('from=2026-11-01&to=2026-11-30&tipo=ahorro_plazo')).toEqual([
    ['María Núñez', 'Ahorro a plazo', 'a1', null, '', '', 'nota de la aplicación vieja', 'otra'],
  ]);
});

it('adds up amounts, without those that no form would take', async () => {
  const createdAt = new Date('2026-09-15T12:00:00Z');
  for (const [id, monto] of [1_500, 1e12, 1e308, 1e308, 1e308].entries())
    await put(`monto-${id}`, { monto, createdAt, agencia: `a${id % 2}` });
  const { totals, rows } = await reports.runReport({
    actor: testEditor(),
    report: quoteReport,
    params: new URLSearchParams('from=2026-09-01&to=2026-09-30&by=agency'),
  });
  expect([totals.events, totals.measures['amount']]).toEqual([5, 1e12 + 1_500]);
  expect(rows.map(({ id, measures }) => [id, measures['amount']])).toEqual([
    ['a0', 1_500],
    ['a1', 1e12],
  ]);
});

it('computes the median and 90th percentile of days until the first follow-up', async () => {
  const { totals } = await reports.runReport({
    actor: testEditor(),
    report: quoteReport,
    params: new URLSearchParams('from=2026-11-01&to=2026-11-30&tipo=prestamo'),
  });
  // Of the two loans one was answered, two days after it came.
  expect([totals.events, totals.measures['medianDays'], totals.measures['p90Days']]).toEqual([2, 2, 2]);
});

it('shows in workbooks that a duration of minutes is not none', () => {
  const median = quoteReport.columns.find(({ name }) => name === 'medianDays');
  expect(median && [median.title, reports.valueText(median, 5 / (24 * 60))]).toEqual(['Mediana de días', '0.0035']);
});

it('computes the won share of all from the totals, and shows all agencies, those of one name by their code', async () => {
  await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version)
    SELECT 'g' || n, CASE WHEN n < 2 THEN 'Agencia Tecpán' ELSE 'Agencia ' || n END, now(), 1 FROM generate_series(0, 12) n`);
  const createdAt = new Date('2026-06-15T12:00:00Z');
  for (let place = 0; place <= 12; place += 1) {
    await put(`de-${place}`, { agencia: `g${place}`, createdAt, estado: false, resultado: place === 0 ? 'ganada' : 'perdida' });
    if (place < 3) await put(`otra-de-${place}`, { agencia: `g${place}`, createdAt });
  }
  const actor = testEditor();
  const params = new URLSearchParams('from=2026-06-01&to=2026-06-30&by=agency');
  const result = await reports.runReport({ actor, report: quoteFunnel, params });
  expect(result.rows.slice(0, 3).map(({ name }) => name)).toEqual(['Agencia Tecpán (g0)', 'Agencia Tecpán (g1)', 'Agencia 2']);
  const total = quoteFunnel.columns.find(({ name }) => name === 'wonShare')?.sum?.(result.totals);
  expect(total).toBeCloseTo(1 / 13);
  expect(quoteFunnel.figures(result)).toContainEqual(expect.objectContaining({ label: '% ganado', value: '7.7 %' }));
  expect((await reports.reportJson({ actor, report: quoteFunnel, params })).totals['wonShare']).toBe(total);

  params.set('by', 'outcome');
  const byOutcome = await reports.runReport({ actor, report: quoteFunnel, params });
  const { agencies } = byOutcome.pictures;
  expect(agencies.slice(0, 2).map(({ name }) => name)).toEqual(['Agencia Tecpán (g0)', 'Agencia Tecpán (g1)']);
  expect([agencies.length, reports.agenciesTitle(agencies)]).toEqual([13, 'Por agencia (10 de 13)']);
  const chart = (await reports.drawCharts(byOutcome, { actor, place: 'desk' })).agencies;
  expect(chart).toContain('por agencia (10 de 13)');
  expect(chart).toContain('Otras 3 agencias');
});

it('has every group on its pages and in its file, also where there are more than 5,000', async () => {
  await sql.query(`INSERT INTO cotizaciones (id, agencia, "createdAt", waiting_since, source_version)
    SELECT 'muchas-' || n, 'sin-ficha-' || n, '2026-03-15T12:00:00Z', '2026-03-15T12:00:00Z', 1 FROM generate_series(1, 5001) n`);
  const call = { actor: testEditor(), report: quoteReport, params: new URLSearchParams('from=2026-03-01&to=2026-03-31&by=agency') };
  const { count, totals } = await reports.runReport(call);
  expect([count, totals.groups, totals.events]).toEqual([5_001, 5_001, 5_001]);
  const codes = new Set<unknown>();
  for await (const batch of (await reports.exportReport(call)).rows()) for (const row of batch) codes.add(row.at(-1));
  expect(codes.size).toBe(5_001);
});

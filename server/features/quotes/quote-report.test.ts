import { expect, it } from 'vitest';
import { createReports } from '../../reporting/create-reports.ts';
import { CURRENT_READ_MODEL } from '../../testing/current-read-model.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { quoteReport } from './quote-report.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql, put } = await createQuoteFixture();
const reports = createReports(
  someServices({ sql, readModel: CURRENT_READ_MODEL, liveSettings: unchangedSettings(), registries: { reports: [quoteReport] } }),
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

it('computes the median and 90th percentile of days until the first follow-up', async () => {
  const { totals } = await reports.runReport({
    actor: testEditor(),
    report: quoteReport,
    params: new URLSearchParams('from=2026-11-01&to=2026-11-30&tipo=prestamo'),
  });
  // Of the two loans one was answered, two days after it came.
  expect([totals.events, totals.measures['medianDays'], totals.measures['p90Days']]).toEqual([2, 2, 2]);
});

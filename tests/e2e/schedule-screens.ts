import type { Page } from 'playwright-core';
import type { Section } from './screens.ts';

async function sendEmptySchedule(page: Page): Promise<void> {
  await page.locator('main form[method=post]').evaluate((form: HTMLFormElement) => void (form.noValidate = true));
  await page.getByLabel('Título').fill('');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('main').getByRole('alert').first().waitFor();
}

async function previewTimes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ver las próximas fechas' }).click();
  await page.getByText('Próximas fechas:').waitFor();
}

async function runNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ejecutar ahora' }).click();
  await page.getByRole('link', { name: 'Excel' }).waitFor();
}

async function compareWithLast(page: Page): Promise<void> {
  await runNow(page);
  await page.getByRole('button', { name: 'Comparar' }).click();
  await page.getByRole('heading', { name: /: comparación$/, level: 1 }).waitFor();
}

/** Schedules of reports and their runs; one run is made and compared. */
export const REPORT_SCHEDULES: Section = {
  title: 'Reportes programados',
  person: 'admin',
  screens: [
    { name: 'schedules-list', path: '/reports/schedules' },
    { name: 'schedules-none', path: '/reports/schedules?q=nadaconestenombre' },
    { name: 'schedule-view', path: '/reports/schedules/programado-01' },
    { name: 'schedule-paused', path: '/reports/schedules/programado-02' },
    { name: 'schedule-edit', path: '/reports/schedules/programado-02/edit' },
    { name: 'schedule-new', path: '/reports/schedules/new' },
    { name: 'schedule-of-report', path: '/reports/schedules/new?reportId=downloads-by-user&folderId=carpeta-01' },
    {
      name: 'schedule-errors',
      path: '/reports/schedules/new?reportId=uploads-by-user&errores',
      status: 400,
      prepare: sendEmptySchedule,
    },
    { name: 'schedule-preview', path: '/reports/schedules/programado-02/edit?fechas', prepare: previewTimes },
    { name: 'my-reports', path: '/reports/mine' },
    { name: 'my-reports-none', path: '/reports/mine?status=fallida&q=nadaconestenombre' },
    { name: 'runs-list', path: '/reports/runs' },
    { name: 'run-failed', path: '/reports/runs/ejecucion-01' },
    { name: 'run-missed', path: '/reports/runs/ejecucion-02' },
    { name: 'run-ready', path: '/reports/schedules/programado-01?ejecutar', prepare: runNow },
    { name: 'runs-compared', path: '/reports/schedules/programado-01?comparar', prepare: compareWithLast },
    { name: 'export-gone', path: '/exports/ninguna', status: 404 },
  ],
};

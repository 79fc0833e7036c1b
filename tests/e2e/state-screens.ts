import type { Page } from 'playwright-core';
import type { Section } from './screens.ts';

const AGENCIES = '/locations/list-agencies';
const CUSTOMERS = '/customers/list-customers';
const FILES = '/briefcase/list-briefcase';
const QUOTES = '/quotes/list-quotes';

const openMenu = (name: RegExp) => async (page: Page) => {
  await page.locator('summary:visible').filter({ hasText: name }).first().click();
  await page.locator('details.drop[open] .drop-panel').waitFor();
};

async function chooseSeveral(page: Page): Promise<void> {
  const agency = page.locator('select[name=agencia]');
  await agency.focus();
  await agency.locator('option').nth(3).waitFor({ state: 'attached' });
  await agency.selectOption({ label: 'Elegir varias…' });
  await page.getByRole('dialog', { name: 'Agencia' }).getByRole('checkbox').nth(1).check();
}

async function openPeek(page: Page): Promise<void> {
  await page.locator('td.key a').first().focus();
  await page.keyboard.press('Space');
  await page.locator('.peek[aria-busy=false]').waitFor();
}

async function openMovePanel(page: Page): Promise<void> {
  await page.locator('tbody input[name="ids"]').first().check();
  await page.locator('tbody input[name="ids"]').nth(2).check();
  await page.getByRole('button', { name: 'Mover…' }).click();
  await page.locator('form#seleccion select[name=carpetaId] option').nth(2).waitFor({ state: 'attached' });
}

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByLabel('Nombre').first().fill('Sin guardar');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).waitFor();
}

/** Saves the record in another window while this form is open. */
async function conflict(page: Page): Promise<void> {
  const form = page.locator('main form:has(.save-bar)');
  const name = page.getByLabel('Nombre').first();
  await name.fill('Guardado en la otra ventana');
  const { action, body } = await form.evaluate((element: HTMLFormElement) => ({
    action: element.action,
    body: [...new FormData(element)].map(([field, value]): [string, string] => [field, typeof value === 'string' ? value : '']),
  }));
  await page.evaluate(([address, fields]) => fetch(address, { method: 'POST', body: new URLSearchParams(fields) }), [
    action,
    body,
  ] as const);
  await name.fill('Guardado en esta');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('heading', { name: /^Dos versiones/ }).waitFor();
}

/** An answer that is not the portal's, as a filter between browser and portal may send. */
async function fail(page: Page): Promise<void> {
  await page.route('**/list-departments.data*', (route) => route.fulfill({ status: 500, body: '<h1>Internal Server Error</h1>' }), {
    times: 1,
  });
  await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).click();
  await page.getByRole('main').getByRole('heading', { level: 1 }).filter({ hasNotText: 'Agencias' }).waitFor();
}

/** The page's own event for a lost connection (app/page-data.ts). */
async function loseLink(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('enlace', { detail: true })));
  await page.getByText('Sin conexión.').waitFor();
}

async function mention(page: Page): Promise<void> {
  await page.locator('textarea[name=text]').focus();
  await page.keyboard.type('@lu');
  await page.getByRole('listbox', { name: 'Personas' }).getByRole('option').first().waitFor();
}

async function saveWithToast(page: Page): Promise<void> {
  await page.getByLabel('Nombre').first().fill('Departamento dicho');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByText('Se guardó el departamento.').first().waitFor();
}

/** States of lists, forms and the shell: something is open, failed or was just done. */
export const STATES: Section = {
  title: 'what is open, failed or just done',
  person: 'admin',
  screens: [
    { name: 'columns-open', path: `${CUSTOMERS}?columnas`, prepare: openMenu(/Columnas/) },
    { name: 'export-open', path: `${CUSTOMERS}?exportar`, prepare: openMenu(/^Exportar/) },
    { name: 'days-open', path: `${QUOTES}?fechas`, prepare: openMenu(/^\s*Fechas/) },
    { name: 'more-filters-open', path: `${QUOTES}?filtros`, prepare: openMenu(/Más filtros/) },
    { name: 'several-open', path: `${CUSTOMERS}?varias`, prepare: chooseSeveral },
    { name: 'peek-open', path: `${CUSTOMERS}?mirar`, prepare: openPeek },
    { name: 'peek-of-file', path: `${FILES}?mirar`, prepare: openPeek },
    { name: 'bulk-panel', path: `${FILES}?mover`, prepare: openMovePanel },
    { name: 'person-open', path: '/account?cuenta', prepare: openMenu(/Cuenta de/) },
    { name: 'mention-open', path: `${QUOTES}/prospeccion-002`, prepare: mention },
    { name: 'leave-asked', path: '/departments/list-departments/departamento-02/edit', prepare: leaveUnsaved },
    { name: 'conflict', path: '/departments/list-departments/departamento-03/edit', status: 409, prepare: conflict },
    { name: 'saved', path: '/departments/list-departments/departamento-04/edit', prepare: saveWithToast },
    { name: 'no-link', path: `${AGENCIES}?enlace`, prepare: loseLink },
    {
      name: 'failed',
      path: `${AGENCIES}?falla`,
      status: 500,
      logs: /^(?:console: SyntaxError|page error: Error: Unable to decode turbo-stream)/,
      prepare: fail,
    },
  ],
};

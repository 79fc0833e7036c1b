import type { Page } from 'playwright-core';
import type { Section } from './screens.ts';

const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const TRANSIT = '/maintenance/digitalization/packagesShips/transit';

/** Slower than a barcode reader, whose keys mark no line. */
export const BY_HAND_MS = 80;

/** Marks the line in focus with the letter of a verdict. */
export const mark = (page: Page, letter: string) => page.keyboard.press(letter, { delay: BY_HAND_MS });

async function findDocuments(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar documentos que puede enviar' }).fill('a');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await page.getByRole('list', { name: 'Documentos encontrados' }).waitFor();
}

/** A note longer than the browser would allow. */
async function typeTooLong(page: Page): Promise<void> {
  await page.getByLabel('Nota').evaluate((note: HTMLTextAreaElement) => note.removeAttribute('maxlength'));
  await page.getByLabel('Nota').fill('Muy larga. '.repeat(60));
  await page.getByRole('button', { name: 'Guardar y revisar' }).click();
  await page.getByRole('main').getByRole('alert').first().waitFor();
}

/** Checks some lines without saving. */
async function checkSome(page: Page): Promise<void> {
  await page.getByText('0 de 5 revisadas').waitFor();
  await mark(page, 'r');
  await mark(page, 'd');
  await page
    .getByLabel(/^Nota de /)
    .nth(1)
    .fill('Llegó con una mancha de café que tapa la firma del fiador');
  await page.getByText('2 de 5 revisadas').waitFor();
  await page.locator('summary', { hasText: 'Rechazar el paquete' }).click();
}

async function acceptTooSoon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
  await page.getByText('Falta revisar 5 líneas de 5.').waitFor();
}

export const PACKAGES_SENT: Section = {
  title: 'Digitalización: packages',
  person: 'admin',
  screens: [
    { name: 'packages-sent-list', path: SENT },
    { name: 'packages-sent-none', path: `${SENT}?q=nadaconestenombre` },
    { name: 'package-review', path: `${SENT}/paquete-01` },
    { name: 'package-unfinished', path: `${SENT}/paquete-02` },
    { name: 'package-differences', path: `${SENT}/paquete-05` },
    { name: 'package-rejected', path: `${SENT}/paquete-07` },
    { name: 'package-edit', path: `${SENT}/paquete-01/edit` },
    { name: 'package-new', path: `${SENT}/new` },
    { name: 'package-of-document', path: `${SENT}/new?document=documento-0001`, prepare: findDocuments },
    { name: 'package-errors', path: `${SENT}/new?errores`, status: 400, prepare: typeTooLong },
  ],
};

export const PACKAGES_RECEIVED: Section = {
  title: 'Paquetes recibidos',
  person: 'admin',
  screens: [
    { name: 'packages-received-list', path: RECEIVED },
    { name: 'packages-received-unknown', path: `${RECEIVED}?code=000000000` },
    { name: 'package-checking', path: `${RECEIVED}/paquete-03`, prepare: checkSome },
    { name: 'package-unchecked', path: `${RECEIVED}/paquete-03?aceptar`, status: 400, prepare: acceptTooSoon },
    { name: 'package-received', path: `${RECEIVED}/paquete-05` },
    { name: 'package-returned', path: `${RECEIVED}/paquete-07` },
    { name: 'packages-in-transit', path: TRANSIT },
  ],
};

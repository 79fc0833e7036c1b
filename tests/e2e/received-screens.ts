import type { Page } from 'playwright-core';
import type { Section } from './screens.ts';

const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const TRANSIT = '/maintenance/digitalization/packagesShips/transit';

/** Without saving it. */
async function checkSome(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByText('0 de 5 revisadas').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('d');
  await page.keyboard.type('Llegó con una mancha de café que tapa la firma del fiador');
  await page.getByText('2 de 5 revisadas').waitFor();
  await page.locator('summary', { hasText: 'Rechazar el paquete' }).click();
}

async function acceptTooSoon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
  await page.getByText('Falta revisar 5 líneas de 5.').waitFor();
}

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

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import type { WatchedPage } from '#server/testing/chromium.ts';
import { emailOf, type DemoPortal, type Person } from './demo-portal.ts';

const STEP_MS = 30_000;

interface Portal {
  visitor: DemoPortal['visitor'];
  url: string;
  /** Like the function `ageSessions` below. */
  ageSessions(person: Person): Promise<unknown>;
}

/** Backdates the person's open sessions and their last proof by eleven minutes. */
export async function ageSessions(sql: Pick<Sql, 'query'>, person: Person): Promise<void> {
  const earlier = `now() - interval '11 minutes'`;
  await sql.query(`UPDATE identity.sessions SET created_at = ${earlier} WHERE uid = $1`, [`demo-${person}`]);
  await sql.query(`UPDATE identity.session_proofs SET proved_at = ${earlier} WHERE uid = $1`, [`demo-${person}`]);
}

/** The same stories for each kind of account store. */
export function describeSecondFactor(portal: Portal): void {
  /** Passkeys are bound to host names, not to IP addresses. */
  const visit = (options = {}) => portal.visitor({ baseURL: portal.url.replace('127.0.0.1', 'localhost'), ...options });
  const as = async (person: Person) => signIn(await visit(), person);

  it('is a passkey that signs in alone, or a code asked after the password, with recovery codes that work once', async () => {
    const editor = await as('editor');
    const { page, context } = editor;
    // Somebody who adds another factor must first prove who they are.
    editor.allow(/^403: POST .*\/account/);
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/account?agregar=1');
    await page.getByLabel('Nombre', { exact: true }).fill('Portátil de la agencia');
    await page.getByRole('button', { name: 'Usar una llave de acceso de este equipo' }).click();
    const codes = await recoveryCodes(page);
    await signOut(page);
    // Makes the browser unknown again; from the next sign-in on it is known.
    await context.clearCookies({ name: 'dispositivo' });
    await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toContain('dispositivo');

    await page.goto('/account');
    await page.getByText('Portátil de la agencia').waitFor();
    await portal.ageSessions('editor');
    editor.allow(/^403: GET .*\/account\.data/);
    await page.getByRole('link', { name: 'Agregar' }).click();
    await page.getByRole('heading', { name: 'Confirme que es usted' }).waitFor();
    await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.waitForURL(/\/account\?agregar=1#factores$/);
    await portal.ageSessions('editor');
    const code = await addCode(page, 'Teléfono');
    await page.getByRole('button', { name: 'Usar llave de acceso' }).click();
    await page.getByText('Se agregó.').waitFor();
    await signOut(page);
    await typePassword(page, 'editor');
    await page.waitForURL(/\/login\/factor\?redirectTo=/);
    // It opens nothing of the portal.
    expect((await page.request.get('/customers/list-customers', { maxRedirects: 0 })).status()).toBe(302);
    await page.getByLabel('Código', { exact: true }).fill(code(0));
    await page.getByLabel('Confiar en este equipo por 30 días').check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    await signOut(page);
    await typePassword(page, 'editor');
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();

    // Another device, without scripts: a recovery code works only once.
    for (const [word, lets] of [
      [codes[0] ?? '', true],
      [codes[0] ?? '', false],
    ] as const) {
      const other = await visit({ javaScriptEnabled: false });
      await other.page.goto('/login?redirectTo=%2Favisos');
      await typePassword(other.page, 'editor');
      await other.page.getByLabel('Código', { exact: true }).fill(word);
      if (!lets) other.allow(/^400: POST .*\/login\/factor/);
      await other.page.getByRole('button', { name: 'Continuar' }).click();
      if (lets) await other.page.waitForURL(/\/avisos$/);
      else await other.page.getByRole('alert').filter({ hasText: 'ya se usó' }).waitFor();
      await other.close();
    }
  });

  it('is proved within a form that keeps its values, with and without JavaScript and after a wrong password', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const admin = await signIn(await visit({ javaScriptEnabled }), 'admin');
      const { page } = admin;
      const title = javaScriptEnabled ? 'Cajero principal' : 'Cajero de turno';
      admin.allow(/^40[03]: POST .*\/settings\/roles\/new/);
      await page.goto('/settings/roles/new');
      await page.getByLabel('Nombre').fill(title);
      await page.getByLabel('Ver: Asociados').check();
      await portal.ageSessions('admin');
      await page.getByRole('button', { name: 'Crear rol' }).click();
      await page.getByRole('heading', { name: 'Confirme que es usted' }).waitFor();
      await page.getByRole('button', { name: 'Volver sin guardar' }).click();
      await page.getByRole('alert').filter({ hasText: 'falta confirmar' }).waitFor();
      expect([await page.getByLabel('Nombre').inputValue(), await page.getByLabel('Ver: Asociados').isChecked()]).toEqual([title, true]);
      await page.getByRole('button', { name: 'Crear rol' }).click();
      await page.getByLabel('Contraseña').fill('Equivocada-1');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page.getByRole('alert').filter({ hasText: 'Eso no es correcto' }).waitFor();
      await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page.getByRole('heading', { name: `Rol ${title}` }).waitFor();
      await admin.close();
    }
  });

  it('opens nothing before it is set up where a role requires it, and is removed by an administrator with a reason', async () => {
    const { page } = await as('admin');
    await page.goto('/settings/roles/user/edit');
    await page.getByLabel('Segundo factor').selectOption({ label: 'Exigido' });
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Se guardó el rol.').waitFor();

    const person = await visit();
    await person.page.goto('/login?redirectTo=%2Faccount');
    await typePassword(person.page, 'reportes');
    await person.page.getByRole('heading', { name: 'Configure su segundo factor' }).waitFor();
    for (const address of ['/', '/account', '/briefcase/reports', '/bandeja.json'])
      expect([302, 401], address).toContain((await person.page.request.get(address, { maxRedirects: 0 })).status());
    await addCode(person.page, 'Mi teléfono');
    await recoveryCodes(person.page);
    await person.page.getByRole('link', { name: 'Ya los guardé: continuar' }).click();
    await person.page.getByRole('heading', { name: 'Mi cuenta' }).waitFor();

    await page.goto('/users/list-users/demo-reportes');
    await page.getByText('Perdió su teléfono o su llave').click();
    await page.getByLabel('Motivo').fill('Le robaron el teléfono.');
    await page.getByRole('button', { name: 'Quitar su segundo factor' }).click();
    await page.getByText('No salió ningún correo: avísele usted.').waitFor();
    person.allow(/^401: /);
    await person.page.goto('/account');
    await person.page.waitForURL(/\/login\?redirectTo=/);
    await typePassword(person.page, 'reportes');
    await person.page.getByRole('heading', { name: 'Configure su segundo factor' }).waitFor();
    expect(await page.getByText('No salió ningún correo').count()).toBe(1);
  });
}

async function signIn(visitor: WatchedPage, person: Person): Promise<WatchedPage> {
  await visitor.page.goto('/login');
  await typePassword(visitor.page, person);
  await visitor.page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
  return visitor;
}

async function typePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(emailOf(person));
  await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account');
  await page.evaluate(() => {
    const form = document.body.appendChild(Object.assign(document.createElement('form'), { method: 'post', action: '/logout' }));
    form.submit();
  });
  await page.waitForURL(/\/login$/);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** @returns the code that is valid a given number of steps from now */
async function addCode(page: Page, name: string): Promise<(steps: number) => string> {
  await page.getByLabel('Código QR para la aplicación').waitFor();
  const secret = ((await page.getByText('Clave:').locator('code').textContent()) ?? '').replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Código de seis cifras').fill(code(-1));
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  return code;
}

async function recoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  return codes.allInnerTexts();
}

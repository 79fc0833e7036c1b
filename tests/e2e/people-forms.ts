import type { Page } from 'playwright-core';
import { waitForPendingRequests } from '#server/testing/chromium.ts';

export const LIST = '/users/list-users';
export const FIRST_PASSWORD = 'Tambor-verde-2026';

/** Fills in one form: person, place, role, folders; the person then sets FIRST_PASSWORD through the link. */
export async function hire(page: Page, input: { name: string; email: string; role: string; folders?: readonly string[] }): Promise<string> {
  await page.goto(`${LIST}/new`);
  await page.getByLabel('Nombre completo').fill(input.name);
  await page.getByLabel('Correo electrónico').fill(input.email);
  await page.getByLabel('Agencia', { exact: true }).selectOption({ index: 3 });
  await page.locator(`input[name=role][value=${input.role}]`).check();
  for (const folder of input.folders ?? []) {
    await page.getByLabel('Buscar carpeta').fill(folder);
    await page.locator('li:not([hidden]) input[type=checkbox][name=briefcase_permissions]').first().check();
  }
  await page.getByRole('button', { name: 'Crear usuario' }).click();
  await chooseByLink(await page.locator('main code').innerText());
  await page.getByRole('link', { name: 'Ir a su registro' }).click();
  await page.getByRole('heading', { name: input.name, level: 1, exact: true }).waitFor();
  return new URL(page.url()).pathname;
}

/** Sets the password as the person does, in a browser of their own. */
export async function chooseByLink(href: string): Promise<void> {
  const { origin, searchParams } = new URL(href);
  const body = new URLSearchParams({ token: searchParams.get('token') ?? '', password: FIRST_PASSWORD });
  const answer = await fetch(`${origin}/reset-password`, { method: 'POST', body, headers: { Origin: origin }, redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`the link was not taken: ${answer.status}`);
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await menuOf(page).waitFor();
}

export const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });

export async function setMenu(page: Page, title: string, on: boolean): Promise<void> {
  await waitForPendingRequests(page);
  await page.getByRole('checkbox', { name: `Ver: ${title}`, exact: true }).setChecked(on);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Se guardó el rol.').waitFor();
}

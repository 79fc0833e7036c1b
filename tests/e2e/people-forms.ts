import type { Page } from 'playwright-core';
import { quiet } from '#server/testing/chromium.ts';

export const LIST = '/users/list-users';
export const FIRST_PASSWORD = 'Tambor-verde-2026';

/** One form: person, place, role, folders, password. */
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
  await page.getByLabel('Asignar una contraseña inicial').check();
  await page.getByRole('textbox', { name: 'Contraseña inicial' }).fill(FIRST_PASSWORD);
  await page.getByRole('button', { name: 'Crear usuario' }).click();
  await page.getByRole('heading', { name: input.name, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
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
  await quiet(page);
  await page.getByRole('checkbox', { name: title, exact: true }).setChecked(on);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Se guardó el rol.').waitFor();
}

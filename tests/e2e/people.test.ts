import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { dayOf } from '#server/domain/dates.ts';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { chooseByLink, FIRST_PASSWORD, hire, LIST, menuOf, setMenu, signIn } from './people-forms.ts';

let people = 0;

describe.skipIf(noChromium)('people of the staff, in a browser', () => {
  const portal = useDemoPortal();
  /** Role changed by a test, to be restored: roles are shared by all tests. */
  let changedRole: string | null = null;
  afterEach(async () => {
    if (changedRole === null) return;
    const administrator = await portal.as('admin');
    await administrator.page.goto(`/settings/roles/${changedRole}/edit`);
    await setMenu(administrator.page, 'Agencias', true);
    changedRole = null;
  });

  const newEmail = () => `nueva.persona${++people}@demo.coop`;

  const menuTitles = (page: Page) => menuOf(page).locator('.menu-entry > :first-child').allInnerTexts();

  it('hires a person who sees only their menus and folders, and who is signed out once deactivated', async () => {
    const administrator = (await portal.as('admin')).page;
    const email = newEmail();
    const record = await hire(administrator, { name: 'Marta Ixcot', email, role: 'editor', folders: ['asamblea'] });

    const visitor = await portal.visitor();
    await signIn(visitor.page, email, FIRST_PASSWORD);
    const titles = await menuTitles(visitor.page);
    expect(titles).toContain('Agencias');
    expect(titles).toContain('Archivos');
    expect(titles).not.toContain('Usuarios');
    expect(titles).not.toContain('Reportes del Maletín');
    await visitor.page.goto('/account');
    expect(await visitor.page.locator('dd', { hasText: 'Asamblea general' }).innerText()).toBe('Actas del Consejo, Asamblea general');
    await visitor.page.getByText('Marta Ixcot').first().waitFor();

    await administrator.goto(record);
    await administrator.getByRole('button', { name: 'Desactivar' }).first().click();
    await administrator.getByRole('dialog').getByText('Sus sesiones abiertas se cierran en este momento').waitFor();
    await administrator.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
    await administrator.getByText('Usuario desactivado.').waitFor();

    visitor.allow(/^401: GET/);
    await menuOf(visitor.page).getByRole('link', { name: 'Agencias' }).click();
    await visitor.page.waitForURL(/\/login\?redirectTo=/);

    await administrator.getByRole('button', { name: 'Activar', exact: true }).click();
    await administrator.getByText('Usuario activado.').waitFor();
    await signIn(visitor.page, email, FIRST_PASSWORD);
  });

  it('shows a problem beside each field, and keeps what was typed', async () => {
    const opened = await portal.as('admin');
    opened.allow(/^4(00|09): POST/);
    const { page } = opened;
    await page.goto(`${LIST}/new`);
    await page.locator('main form').evaluate((form: HTMLFormElement) => void (form.noValidate = true));
    await page.getByLabel('Nombre completo').fill('Con Errores');
    await page.getByLabel('Correo electrónico').fill('editor@demo.coop');
    await page.getByLabel('Teléfono').fill('12');
    await page.getByRole('button', { name: 'Crear usuario' }).click();
    const summary = page.getByRole('main').getByRole('alert');
    await summary.waitFor();
    expect(await summary.innerText()).toContain('Elija un rol de la lista.');
    expect(await summary.innerText()).toContain('al menos 8 dígitos');
    expect(await page.getByLabel('Nombre completo').inputValue()).toBe('Con Errores');
    await page.getByLabel('Teléfono').fill('5512-3456');
    await page.locator('input[name=role][value=editor]').check();
    await page.getByRole('button', { name: 'Crear usuario' }).click();
    await expect.poll(() => page.locator('#campo-email-error').count()).toBe(1);
    expect(await page.getByLabel('Correo electrónico').getAttribute('aria-invalid')).toBe('true');
  });

  it('starts an empty form after "save and create another", and creates one person with one link for a form sent twice', async () => {
    const { page } = await portal.as('admin');
    const email = newEmail();
    await page.goto(`${LIST}/new`);
    await page.getByLabel('Nombre completo').fill('Primera de Dos');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.locator('input[name=role][value=user]').check();
    const fields = await page
      .locator('main form')
      .evaluate((form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
    await page.getByRole('button', { name: 'Guardar y crear otro' }).click();
    await page.getByText('No se envió ningún correo').waitFor();
    await page.getByRole('img', { name: 'Código QR con el enlace' }).waitFor();
    const link = await page.locator('main code').innerText();
    expect(link).toMatch(/\/reset-password\?token=[\w-]{43}$/);
    await page.getByRole('link', { name: 'Crear otro usuario' }).click();
    await expect.poll(() => page.getByLabel('Nombre completo').inputValue()).toBe('');
    const again = await fetch(`${portal.url}${LIST}/new`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams([...fields, ['intent', 'save']] as [string, string][]),
      headers: { Cookie: await portal.cookieOf('admin'), Origin: portal.url, Accept: 'text/html' },
    });
    // No second link is made: the one that was shown stays valid.
    expect([again.status, again.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/users\/list-users\/[\w-]+$/)]);
    await chooseByLink(link);
    await page.goto(`${LIST}?q=${encodeURIComponent(email)}`);
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  it('shows both versions to the second of two editors of a person', async () => {
    const opened = await portal.as('admin');
    opened.allow(/^409: POST/);
    const { page } = opened;
    const record = await hire(page, { name: 'Dos Versiones', email: newEmail(), role: 'editor' });
    await page.goto(`${record}/edit`);
    const other = await opened.context.newPage();
    await other.goto(`${record}/edit`);
    await other.getByLabel('Nombre completo').fill('De Otra Persona');
    await other.getByRole('button', { name: 'Guardar', exact: true }).click();
    await other.getByRole('heading', { name: 'De Otra Persona', level: 1 }).waitFor();
    await page.getByLabel('Nombre completo').fill('Propio');
    await page.getByLabel('Teléfono').fill('5512-0000');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    const names = page.getByRole('group', { name: 'Nombre completo' });
    await names.getByText('De Otra Persona').waitFor();
    await names.getByLabel('Conservar la versión guardada').check();
    await page.getByRole('group', { name: 'Teléfono' }).getByLabel('Usar la mía').check();
    await page.getByRole('button', { name: 'Guardar lo elegido' }).click();
    await page.getByRole('heading', { name: 'De Otra Persona', level: 1 }).waitFor();
    await page.getByText('5512-0000').first().waitFor();
  });

  it('offers no change of one’s own role and no own deactivation, and says why', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${LIST}?q=admin%40demo.coop`);
    await page.locator('tbody a').first().click();
    await page.getByRole('heading', { level: 1, name: /.+/ }).waitFor();
    await page.getByText('Nadie cambia su propio rol ni sus permisos.').waitFor();
    expect(await page.getByRole('button', { name: 'Desactivar' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Nombre completo').waitFor();
    expect(await page.locator('input[name=role]').count()).toBe(0);
  });

  it('previews the sidebar of an edited role, and applies the role at the next click of its people', async () => {
    const editor = await portal.as('editor');
    await editor.page.goto('/');
    expect(await menuTitles(editor.page)).toContain('Agencias');
    const { page } = await portal.as('admin');
    await page.goto('/settings/roles/editor/edit');
    const preview = page.getByRole('region', { name: 'Vista previa del menú' });
    await preview.getByText('Agencias').waitFor();
    await page.getByRole('checkbox', { name: 'Ver: Agencias', exact: true }).uncheck();
    await preview.getByText('Agencias').waitFor({ state: 'detached' });
    changedRole = 'editor';
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Se guardó el rol.').waitFor();
    editor.allow(/^403: GET/);
    await menuOf(editor.page).getByRole('link', { name: 'Agencias' }).click();
    await editor.page.getByText('No tiene permiso para abrir «App móvil › Agencias».').waitFor();
    await expect.poll(() => menuTitles(editor.page)).not.toContain('Agencias');
  });

  it('locks the menus that an administrator cannot lose, and shows the second editor of a role what differs', async () => {
    const opened = await portal.as('admin');
    opened.allow(/^409: POST/);
    const { page } = opened;
    await page.goto('/settings/roles/admin/edit');
    expect(await page.getByRole('checkbox', { name: 'Ver: Usuarios' }).isDisabled()).toBe(true);
    await page.getByText('sin eso nadie podría devolver los permisos').waitFor();
    await page.goto('/settings/roles/user/edit');
    const other = await opened.context.newPage();
    await other.goto('/settings/roles/user/edit');
    await setMenu(other, 'Agencias', true);
    await page.getByRole('checkbox', { name: 'Todo: Departamentos' }).check();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Solo en la versión guardada: App móvil › Agencias.').waitFor();
    await page.getByText('Solo en la suya: Sistema › Departamentos.').waitFor();
    await page.getByRole('group', { name: 'Menús' }).getByLabel('Conservar la versión guardada').check();
    await page.getByRole('button', { name: 'Guardar lo elegido' }).click();
    await page.getByText('Se guardó el rol.').waitFor();
  });

  it('lists one’s own sessions, closes the others, and changes the password', async () => {
    const email = newEmail();
    await hire((await portal.as('admin')).page, { name: 'Con Dos Sesiones', email, role: 'editor' });
    const [here, elsewhere] = [await portal.visitor(), await portal.visitor()];
    await signIn(elsewhere.page, email, FIRST_PASSWORD);
    await signIn(here.page, email, FIRST_PASSWORD);
    const { page } = here;
    await page.goto('/account');
    await page.getByText('Esta sesión').waitFor();
    expect(await page.getByText('Chrome en Linux').count()).toBe(2);
    await page.getByRole('button', { name: 'Cerrar las demás' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las demás' }).click();
    await page.getByText('No hay otras sesiones abiertas.').waitFor();
    elsewhere.allow(/^401: GET/);
    await menuOf(elsewhere.page).getByRole('link', { name: 'Archivos' }).click();
    await elsewhere.page.waitForURL(/\/login/);

    here.allow(/^400: POST/);
    await page.getByLabel('Contraseña actual').fill('Equivocada-1');
    await page.getByLabel('Contraseña nueva', { exact: false }).first().fill('Jacaranda-77');
    await page.getByLabel('Contraseña nueva, otra vez').fill('Jacaranda-77');
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByText('La contraseña actual no es correcta.').waitFor();
    await page.getByLabel('Contraseña actual').fill(FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByText('Se cambió su contraseña').waitFor();
    await page.goto('/account');
    await page.getByText('Esta sesión').waitFor();
    await signIn(elsewhere.page, email, 'Jacaranda-77');
  });

  it('counts the navigation clicks of a person', async () => {
    const email = newEmail();
    const administrator = (await portal.as('admin')).page;
    await hire(administrator, { name: 'Quien Navega', email, role: 'editor' });
    const { page } = await portal.visitor();
    await signIn(page, email, FIRST_PASSWORD);
    await waitForPendingRequests(page);
    for (const title of ['Archivos', 'Carpetas', 'Archivos']) {
      await menuOf(page).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    // Clicks are sent when the page is left.
    await page.goto('/account');
    const stored = async () =>
      (await portal.database.sql.query<{ clicks: number }>('SELECT clicks FROM usuarios WHERE email = $1', [email])).rows[0]?.clicks;
    await expect.poll(stored, { timeout: 10_000 }).toBe(3);
    // Today only: in the demo others have clicked more by the end of a month, and fill the first page.
    const today = dayOf(new Date());
    await administrator.goto(`/reports/user-activity?from=${today}&to=${today}`);
    await administrator
      .getByRole('row', { name: /Quien Navega/ })
      .getByText('3', { exact: true })
      .waitFor();
    const file = await fetch(`${portal.url}/reports/user-activity/export?format=csv`, {
      headers: { Cookie: await portal.cookieOf('admin') },
    });
    expect(await file.text()).toMatch(/Quien Navega.*[;,]3[;,]1[;,]/);
  });

  it('hires, finds, edits and deactivates a person, previews a role and saves a phone without JavaScript', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    const email = newEmail();
    await page.goto(`${LIST}/new`);
    await page.getByLabel('Nombre completo').fill('Sin Guiones');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.locator('input[name=role][value=editor]').check();
    await page.locator('input[type=checkbox][name=briefcase_permissions]').nth(2).check();
    await page.getByRole('button', { name: 'Crear usuario' }).click();
    await page.getByRole('link', { name: 'Ir a su registro' }).click();
    await page.getByRole('heading', { name: 'Sin Guiones', level: 1, exact: true }).waitFor();
    await page.goto(`${LIST}?q=sin+guiones&state=true`);
    await page.locator('tbody a').first().click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await expect.poll(() => page.locator('input[type=checkbox][name=briefcase_permissions]:checked').count()).toBe(1);
    await page.locator('input[type=checkbox][name=briefcase_permissions]:checked').uncheck();
    await page.getByLabel('Teléfono').fill('5512-3456');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('5512-3456').first().waitFor();
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText('Este usuario está desactivado').waitFor();

    await page.goto('/settings/roles/user/edit');
    await page.getByRole('checkbox', { name: 'Ver: Promociones' }).check();
    await page.getByRole('button', { name: 'Ver el menú' }).click();
    await page.getByRole('region', { name: 'Vista previa del menú' }).getByText('Promociones').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Ver: Promociones' }).isChecked()).toBe(true);

    await page.goto('/account');
    await page.getByLabel('Teléfono').fill('2233-4455');
    await page.getByRole('button', { name: 'Guardar teléfono' }).click();
    await page.getByText('Se guardó su teléfono.').waitFor();
    expect(await page.getByLabel('Teléfono').inputValue()).toBe('2233-4455');
  });
});

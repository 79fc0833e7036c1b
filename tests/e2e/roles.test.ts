import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { FIRST_PASSWORD, hire, LIST, menuOf, setMenu, signIn } from './people-forms.ts';

const ROLES = '/settings/roles';

describe.skipIf(noChromium)('roles, in a browser', () => {
  const portal = useDemoPortal();
  const menuTitles = (page: Page) => menuOf(page).locator('.menu-entry > :first-child').allInnerTexts();
  const post = async (person: string, address: string, fields: readonly (readonly [string, string])[]) =>
    fetch(`${portal.url}${address}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields as [string, string][]),
      headers: { Cookie: await portal.cookieOf(person), Origin: portal.url, Accept: 'text/html' },
    });
  const storedRole = async (id: string) =>
    (await portal.database.sql.query<{ role: string }>('SELECT role FROM usuarios WHERE id = $1', [id])).rows[0]?.role;
  const idOf = (address: string) => address.split('/').at(-1) ?? '';

  it('are created by copying, give exactly their menus, and cannot be retired while somebody has them', async () => {
    const opened = await portal.as('admin');
    opened.allow(/^409: POST/);
    const { page } = opened;
    await page.goto(ROLES);
    await page.getByRole('link', { name: 'Nuevo rol' }).click();
    await page.waitForURL(/\/settings\/roles\/new$/);
    await waitForPendingRequests(page);
    await page.getByLabel('Nombre').fill('Archivista');
    await page.getByLabel('Copiar de').selectOption({ label: 'Editor' });
    const preview = page.getByRole('region', { name: 'Vista previa del menú' });
    await preview.getByText('Agencias').waitFor();
    for (const title of ['Agencias', 'Configuración: identidad', 'Reportes'])
      await page.getByRole('checkbox', { name: `Ver: ${title}`, exact: true }).uncheck();
    await preview.getByText('Agencias').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Crear rol' }).click();
    await page.getByText('Se creó el rol «Archivista».').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${ROLES}/archivista`);
    await page.getByText('Todavía nadie lo tiene.').waitFor();
    const shown = await preview.getByRole('listitem').allInnerTexts();

    const email = 'archivista.uno@demo.coop';
    const record = await hire(page, { name: 'Julia Tzunún', email, role: 'archivista' });
    const visitor = await portal.visitor();
    await signIn(visitor.page, email, FIRST_PASSWORD);
    expect(await menuTitles(visitor.page)).toEqual(shown);
    visitor.allow(/^403: GET/);
    await visitor.page.goto('/locations/list-agencies');
    await visitor.page.getByText('No tiene permiso para abrir «App móvil › Agencias».').waitFor();

    await page.goto(`${ROLES}/archivista`);
    await page.getByRole('button', { name: 'Retirar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
    await page.getByText('No se puede retirar el rol «Archivista» porque lo tiene Julia Tzunún.').waitFor();
    await page.getByRole('link', { name: 'Ver a quienes lo tienen' }).click();
    await page.getByRole('row', { name: /Julia Tzunún/ }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);

    await page.goto(`${ROLES}/archivista/edit`);
    await setMenu(page, 'Agencias', true);
    visitor.allow(/^403: GET/);
    await visitor.page.goto('/locations/list-agencies');
    await visitor.page.getByRole('heading', { name: 'Agencias', level: 1 }).waitFor();

    await page.goto(`${record}/edit`);
    await page.locator('input[name=role][value=user]').check();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Se guardó el usuario.').waitFor();
    await page.goto(`${ROLES}/archivista`);
    await page.getByRole('button', { name: 'Retirar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
    await page.getByText('Se retiró el rol.').waitFor();
    await page.goto(`${LIST}/new`);
    expect(await page.locator('input[name=role][value=archivista]').count()).toBe(0);
    await page.goto(`${ROLES}/archivista`);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await page.getByText('Se restauró el rol.').waitFor();
  });

  it('are copied, previewed, renamed and retired without JavaScript', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(`${ROLES}/new`);
    await page.getByLabel('Nombre').fill('Auxiliar de reportes');
    await page.getByLabel('Copiar de').selectOption({ label: 'Reportes' });
    await page.getByRole('button', { name: 'Ver el menú' }).click();
    await page.getByRole('region', { name: 'Vista previa del menú' }).getByText('Reportes del Maletín').waitFor();
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Auxiliar de reportes');
    await page.getByRole('button', { name: 'Crear rol' }).click();
    await page.getByRole('heading', { name: 'Rol Auxiliar de reportes', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Nombre').fill('Lector');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('heading', { name: 'Rol Lector', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${ROLES}/auxiliar-de-reportes`);
    await page.getByRole('button', { name: 'Retirar' }).click();
    await page.getByText('Este rol está retirado').waitFor();
  });

  it('give somebody with «Usuarios» who is no administrator no way to grant or change more than they have', async () => {
    const admin = await portal.as('admin');
    expect(
      (
        await post('admin', `${ROLES}/new`, [
          ['intent', 'save'],
          ['title', 'Oficina'],
          ['menus', 'home'],
          ['menus', 'users'],
        ])
      ).status,
    ).toBe(302);
    const email = 'oficina.uno@demo.coop';
    const clerkId = idOf(await hire(admin.page, { name: 'Olga Oficina', email, role: 'oficina', folders: ['asamblea'] }));
    const { page } = await portal.visitor();
    await signIn(page, email, FIRST_PASSWORD);
    const cookie = (await page.context().cookies()).find((one) => one.name.endsWith('portal_session'))?.value ?? '';
    const send = (address: string, fields: readonly (readonly [string, string])[]) =>
      fetch(`${portal.url}${address}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields as [string, string][]),
        headers: { Cookie: `portal_session=${cookie}`, Origin: portal.url, Accept: 'text/html' },
      });
    await page.goto(`${LIST}/new`);
    expect(await page.locator('input[name=role]').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual([
      'oficina',
    ]);
    expect(await page.locator('input[type=checkbox][name=briefcase_permissions]').count()).toBe(1);
    await page.getByText('Solo se ofrecen los roles, carpetas y permisos que usted tiene.').waitFor();

    const person = (role: string, more: readonly (readonly [string, string])[] = []) =>
      [['intent', 'save'], ['name', 'Forjada'], ['email', `forjada.${role}@demo.coop`], ['role', role], ...more] as const;
    for (const fields of [
      person('admin'),
      person('editor'),
      person('Administrador'),
      person('oficina', [
        ['briefcase_permissions', 'carpeta-02'],
        ['briefcase_permissions', 'carpeta-03'],
      ]),
    ])
      expect((await send(`${LIST}/new`, fields)).status).toBe(403);
    const { rows } = await portal.database.sql.query(`SELECT 1 FROM usuarios WHERE name = 'Forjada'`);
    expect(rows).toEqual([]);

    for (const target of ['demo-admin', 'demo-editor', 'demo-reportes']) {
      for (const [address, fields] of [
        [`${LIST}/${target}`, [['intent', 'deactivate']]],
        [`${LIST}/${target}`, [['intent', 'reset-password']]],
        [
          `${LIST}/${target}/edit`,
          [
            ['intent', 'save'],
            ['name', 'Tomada'],
          ],
        ],
        [
          `${LIST}/${target}/edit`,
          [
            ['intent', 'save'],
            ['role', 'oficina'],
            ['keep.role', 'mine'],
          ],
        ],
      ] as const)
        expect((await send(address, fields)).status, `${address} ${fields[0].join('=')}`).toBe(403);
    }
    const issued = await post('admin', '/account', [
      ['intent', 'create-token'],
      ['nombre', 'Hoja de la jefa'],
      ['days', '30'],
      ['formToken', crypto.randomUUID()],
    ]);
    const token = /pcp_[\w-]+/.exec(await issued.text())?.[0] ?? '';
    const reads = async () =>
      (await fetch(`${portal.url}/reports/user-activity.json`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await reads()).toBe(200);
    const tokenOf = () => portal.database.sql.query<{ id: string }>(`SELECT id FROM accesos_programas WHERE nombre = 'Hoja de la jefa'`);
    await expect.poll(async () => (await tokenOf()).rowCount).toBe(1);
    const revoke = [
      ['intent', 'revoke'],
      ['id', (await tokenOf()).rows[0]?.id ?? ''],
    ] as const;
    expect([(await send('/settings/tokens', revoke)).status, await reads()]).toEqual([403, 200]);
    expect([(await post('admin', '/settings/tokens', revoke)).status, await reads()]).toEqual([302, 401]);
    expect(
      (
        await send(`${LIST}/${clerkId}/edit`, [
          ['intent', 'save'],
          ['role', 'admin'],
        ])
      ).status,
    ).toBe(403);
    expect(
      (
        await send(`${ROLES}/oficina/edit`, [
          ['intent', 'save'],
          ['version', ''],
          ['title', 'Oficina'],
          ['menus', 'quotes'],
        ])
      ).status,
    ).toBe(403);
    expect(
      (
        await send(`${ROLES}/new`, [
          ['intent', 'save'],
          ['title', 'Mía'],
          ['menus', 'quotes'],
        ])
      ).status,
    ).toBe(403);
    expect([await storedRole('demo-admin'), await storedRole('demo-editor'), await storedRole(clerkId)]).toEqual([
      'admin',
      'editor',
      'oficina',
    ]);

    const made = await send(`${LIST}/new`, person('oficina'));
    // Without a mail server the response is the page with the link to pass on.
    expect(made.status).toBe(200);
    // Meanwhile their common role is renamed and gets another menu: both have it, so neither has more than the other.
    const { rows: created } = await portal.database.sql.query<{ id: string }>(`SELECT id FROM usuarios WHERE name = 'Forjada'`);
    const madeId = created[0]?.id ?? '';
    await admin.page.goto(`${ROLES}/oficina/edit`);
    await admin.page.getByLabel('Nombre').fill('Oficina central');
    await setMenu(admin.page, 'Agencias', true);
    expect((await send(`${LIST}/${madeId}`, [['intent', 'deactivate']])).status).toBe(302);
  });

  it('keep one of two administrators who deactivate each other at the same time', async () => {
    const { page } = await portal.as('admin');
    const other = idOf(await hire(page, { name: 'Otra Jefa', email: 'otra.jefa@demo.coop', role: 'admin' }));
    const visitor = await portal.visitor();
    await signIn(visitor.page, 'otra.jefa@demo.coop', FIRST_PASSWORD);
    const cookie = (await visitor.page.context().cookies()).find((one) => one.name.endsWith('portal_session'))?.value ?? '';
    const { rows: before } = await portal.database.sql.query<{ id: string }>(
      `SELECT id FROM usuarios WHERE role = 'admin' AND state AND id <> ALL($1)`,
      [['demo-admin', other]],
    );
    // What they hold stays with them: deactivation does not depend on it here.
    for (const { id } of before) expect((await post('admin', `${LIST}/${id}/hand-over`, [['intent', 'deactivate']])).status).toBe(302);
    const answers = await Promise.all([
      post('admin', `${LIST}/${other}/hand-over`, [['intent', 'deactivate']]),
      fetch(`${portal.url}${LIST}/demo-admin/hand-over`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ intent: 'deactivate' }),
        headers: { Cookie: `portal_session=${cookie}`, Origin: portal.url, Accept: 'text/html' },
      }),
    ]);
    expect(answers.filter((answer) => answer.status === 302 && !answer.headers.get('location')?.startsWith('/login'))).toHaveLength(1);
    const { rows } = await portal.database.sql.query(`SELECT id FROM usuarios WHERE role = 'admin' AND state`);
    expect(rows).toHaveLength(1);
  });
});

import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { waitForPendingRequests, useChromium } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { API_TOKEN, useTestWeb } from '../http/test-web.ts';
import { startPlainBackend, type Fault } from './plain-backend.ts';

const LIST = '/users/list-users';
const HTML = { Accept: 'text/html' };

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const backend = await startPlainBackend(API_TOKEN);
afterAll(() => backend.close());
const web = useTestWeb({ environment: { REST_BACKEND_URL: backend.url }, app: { build: await loadBuild() } });

async function put(place: string, data: Fields): Promise<void> {
  await web.portal.documents.main.set(place, data);
  await web.portal.readModel.projectNow('main', [place]);
}

beforeAll(async () => {
  await put('agencias/agencia-01', { nombre: 'Agencia Central' });
  await put(`usuarios/${web.administrator.id}`, {
    id: web.administrator.id,
    name: 'Ana Pérez',
    email: 'ana@prueba.coop',
    role: 'admin',
    agency: 'agencia-01',
    state: true,
  });
});
beforeEach(() => {
  backend.manner = {};
  backend.people.set('77', {
    id: '77',
    name: 'Ana Choc',
    email: 'ana.choc@demo.coop',
    role: 'user',
    agency: 'agencia-01',
    state: true,
    clicks: 4,
  });
});

const named = (email: string) => [...backend.people.values()].filter((person) => person.email === email);
const kept = async (email: string) =>
  (await web.portal.documents.main.query({ collection: 'usuarios', where: [{ field: 'email', op: '==', value: email }] })).length;
const page = async (address: string) => {
  const answer = await web.getSigned(address, { headers: HTML });
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') };
};
const valueOf = (html: string, name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '';

async function send(address: string, fields: Record<string, string>): Promise<{ status: number; html: string }> {
  const answer = await web.getSigned(address, { method: 'POST', body: new URLSearchParams(fields), headers: HTML });
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') };
}
/** Status of the page with the link for the new person. */
const MADE = 200;
let form = 0;
async function create(email: string) {
  return send(`${LIST}/new`, {
    intent: 'save',
    formToken: `formulario-de-persona-${String((form += 1)).padStart(4, '0')}`,
    name: 'Berta Tum',
    email,
    phone: '',
    agency: 'agencia-01',
    role: 'editor',
  });
}

describe('the screens of a portal with a third-party backend', () => {
  it.each<[string, Fault, number, string]>([
    ['slow to fail', { status: 500 }, 502, 'El servidor de usuarios respondió con un error'],
    ['wrong', { status: 422 }, 400, 'no aceptó los datos'],
    ['busy', { status: 503 }, 503, 'está ocupado'],
    ['gone', { answer: 'gone' }, 503, 'El servidor de usuarios no respondió'],
    ['half', { status: 500, answer: 'half' }, 502, 'respondió con un error'],
  ])('when it is %s, the page says so and keeps the typed values, and nothing is stored', async (title, fault, status, words) => {
    const email = `falla.${title.replaceAll(' ', '')}@demo.coop`;
    backend.manner = { fault: { methods: ['POST'], ...fault }, slow: title.startsWith('slow') ? 400 : 0 };
    const answer = await create(email);
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(words);
    expect(answer.html).toContain(`value="${email}"`);
    expect(answer.html).not.toMatch(/Internal text|Traceback/);
    expect([named(email).length, await kept(email)]).toEqual([0, 0]);
    backend.manner = {};
    expect((await create(email)).status).toBe(MADE);
    expect([named(email).length, await kept(email)]).toEqual([1, 1]);
  });

  it('when it is gone, the list shows people as last read, and a person’s page answers 503', async () => {
    await web.portal.restBackend.refreshPeople();
    backend.manner = { fault: { answer: 'gone' } };
    const list = await page(`${LIST}?q=choc`);
    expect([list.status, list.html.includes('Ana Choc')]).toEqual([200, true]);
    const person = await page(`${LIST}/77`);
    expect([person.status, person.html.includes('El servidor de usuarios no responde en este momento')]).toEqual([503, true]);
  });

  it('the page of a person whom it no longer has opens, says so, and deactivates', async () => {
    await web.portal.restBackend.refreshPeople();
    backend.people.delete('77');
    const opened = await page(`${LIST}/77`);
    expect([opened.status, opened.html.includes('El servidor de usuarios ya no tiene a esta persona')]).toEqual([200, true]);
    expect((await send(`${LIST}/77`, { intent: 'deactivate' })).status).toBe(302);
    expect((await web.portal.documents.main.get('usuarios/77'))?.data['state']).toBe(false);
  });

  it('stores each accepted write exactly once and no refused one, under eight faults', async () => {
    const faults: readonly (Fault | undefined)[] = [
      undefined,
      { methods: ['POST', 'PATCH'], answer: 'gone', does: true },
      { methods: ['POST', 'PATCH'], answer: 'gone' },
      { methods: ['POST', 'PATCH'], status: 500, does: true },
      { methods: ['POST', 'PATCH'], status: 500 },
      { methods: ['POST', 'PATCH'], status: 200, answer: 'half', does: true },
      { methods: ['POST', 'PATCH'], status: 503 },
      { methods: ['POST', 'PATCH'], status: 201, answer: 'text', does: true },
      { methods: ['POST', 'PATCH'], status: 409 },
    ] as const;
    const told: [created: number, changed: number | null][] = [];
    for (const [at, fault] of faults.entries()) {
      const email = `cuenta.${at}@demo.coop`;
      backend.manner = { fault };
      const created = (await create(email)).status;
      backend.manner = {};
      const isMade = created === MADE;
      expect([at, named(email).length, await kept(email)]).toEqual([at, Number(isMade), Number(isMade)]);
      const id = String(named(email)[0]?.id ?? '77');
      const opened = await page(`${LIST}/${id}/edit`);
      const phone = `5500-00${String(at).padStart(2, '0')}`;
      backend.manner = { fault };
      const changed = (await send(`${LIST}/${id}/edit`, { intent: 'save', version: valueOf(opened.html, 'version'), phone })).status;
      backend.manner = {};
      const holds = [backend.people.get(id)?.phone, (await web.portal.documents.main.get(`usuarios/${id}`))?.data['phone']];
      expect([at, holds.map((value) => value === phone)]).toEqual([at, [changed === 302, changed === 302]]);
      told.push([created, changed]);
    }
    // A change that was made without a response counts as done; one that was not made fails.
    expect(told.map(([created, changed]) => [created === MADE, changed === 302])).toEqual(
      faults.map((fault) => [fault === undefined || fault.does === true, fault === undefined || fault.does === true]),
    );
  });

  describe.skipIf(!hasService('Chromium'))('in a browser', () => {
    const browser = useChromium();

    async function hire(page: Page, email: string): Promise<string> {
      await page.goto(`${LIST}/new`);
      await page.getByLabel('Nombre completo').fill('Carlos Xol');
      await page.getByLabel('Correo electrónico').fill(email);
      await page.getByLabel('Agencia', { exact: true }).selectOption({ label: 'Agencia Central' });
      await page.locator('input[name=role][value=editor]').check();
      await page.getByRole('button', { name: 'Crear usuario' }).click();
      await page.getByRole('link', { name: 'Ir a su registro' }).click();
      await page.getByRole('heading', { name: 'Carlos Xol', level: 1, exact: true }).waitFor();
      return new URL(page.url()).pathname;
    }

    it('lists, creates, changes and deactivates people, flushes clicks, and uploads and shows pictures', async () => {
      await web.portal.restBackend.refreshPeople();
      const watched = await browser.newPage({ baseURL: web.base, session: web.cookie });
      const { page } = watched;
      await page.goto(LIST);
      await page.getByRole('row', { name: /Ana Choc/ }).waitFor();

      const email = 'carlos.xol@demo.coop';
      const record = await hire(page, email);
      expect(named(email)).toMatchObject([{ name: 'Carlos Xol', role: 'editor', agency: 'agencia-01' }]);
      await page.goto(`${record}/edit`);
      await page.getByLabel('Teléfono').fill('5555-1234');
      watched.allow(/^503: POST/);
      backend.manner = { fault: { methods: ['PATCH'], status: 503 } };
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('El servidor de usuarios está ocupado').waitFor();
      backend.manner = {};
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Se guardó el usuario.').waitFor();
      expect(named(email)).toMatchObject([{ phone: '5555-1234' }]);
      await page.getByRole('button', { name: 'Desactivar' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
      await page.getByText('Usuario desactivado.').waitFor();
      expect(named(email)).toMatchObject([{ state: false }]);

      const before = backend.clicks.length;
      await waitForPendingRequests(page);
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      await expect.poll(() => backend.clicks.slice(before).reduce((sum, { body }) => sum + Number(body['clicks']), 0)).toBeGreaterThan(0);

      await page.goto('/promotions/list-promotions/new');
      await page.getByLabel('Nombre').fill('Feria de la vivienda');
      const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6' } })
        .png()
        .toBuffer();
      await page.locator('input[type=file]:not([capture])').setInputFiles({ name: 'arte nº 1.png', mimeType: 'image/png', buffer });
      await page.getByAltText('Vista previa de Imagen').waitFor();
      await page.locator('button[name=intent][value=save]').click();
      await page.getByRole('heading', { name: 'Feria de la vivienda', level: 1 }).waitFor();
      const shown = page.locator('dl img');
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect([...backend.files.values()]).toMatchObject([{ agencyId: 'agencia-01' }]);
    });
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/maintenance/digitalization/packagesShips/send/list-packages';

describe.skipIf(noChromium)('packages sent, in a browser', () => {
  const portal = useDemoPortal({ browser: { withWindows: true } });
  const storedOf = async (id: string): Promise<Fields> => (await portal.documents.digitalization.get(`PACKAGES/${id}`))?.data ?? {};
  const idOf = (url: string) => new URL(url, 'http://portal').pathname.split('/').at(-1) ?? '';
  /** Creates a draft of the administrator by a plain request, as a program would. */
  const makeDraft = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const headers = { Cookie: await portal.cookieOf('admin'), Origin: portal.url, Accept: 'text/html' };
    const body = new URLSearchParams({ intent: 'save', needReassign: 'false', ...fields });
    const answer = await fetch(`${portal.url}${LIST}/new`, { method: 'POST', body, headers, redirect: 'manual' });
    expect(answer.status).toBe(302);
    return idOf(answer.headers.get('location') ?? '');
  };

  it.each([true, false])(
    'papers are typed one after another, reviewed, sent, withdrawn and sent again (script: %s)',
    async (javaScriptEnabled) => {
      const { page } = await portal.as('admin', { javaScriptEnabled });
      await page.goto(LIST);
      await page.getByRole('link', { name: 'Nuevo paquete' }).click();
      await page.getByRole('heading', { name: 'Nuevo paquete', level: 1 }).waitFor();
      if (javaScriptEnabled) await waitForPendingRequests(page);
      await page.getByLabel('Agencia de destino').selectOption({ label: 'Agencia Mixco' });
      await page.getByLabel('Tipo del siguiente papel').selectOption({ label: 'Créditos › Pagaré' });
      for (const [at, name] of ['Pagaré de Íñigo', 'Pagaré 2', 'Pagaré 3', 'Sobra', 'Pagaré 5'].entries()) {
        await page.getByLabel('Nombre del siguiente papel').fill(name);
        await page.keyboard.press('Enter');
        await page.getByLabel(`Nombre del papel ${at + 1}`).waitFor();
        // Typing continues without the mouse.
        if (javaScriptEnabled)
          expect(await page.getByLabel('Nombre del siguiente papel').evaluate((input) => input === document.activeElement)).toBe(true);
        expect(
          await page
            .getByLabel(`Tipo del papel ${at + 1}`)
            .locator('option:checked')
            .innerText(),
        ).toBe('Créditos › Pagaré');
      }
      await page.getByRole('button', { name: 'Quitar la línea 4' }).click();
      await page.getByLabel('Nombre del papel 5').waitFor({ state: 'detached' });
      // The focus stays at the lines: the button of the next one now has this number.
      if (javaScriptEnabled)
        await expect
          .poll(() => page.getByRole('button', { name: 'Quitar la línea 4' }).evaluate((button) => button === document.activeElement))
          .toBe(true);
      await page.getByRole('button', { name: 'Guardar y revisar' }).click();
      await page.getByText('Van 4 papeles a Agencia Mixco, para quien lo acepte.').waitFor();
      const id = idOf(page.url());
      expect(await storedOf(id)).toMatchObject({ status: 'ENTERED', sended: false, agencyId: 'agencia-02' });
      await page.getByRole('button', { name: 'Enviar paquete' }).click();
      await page.getByText('Se envió el paquete.').waitFor();
      const sent = await storedOf(id);
      expect(sent).toMatchObject({ status: 'SENT', sended: true });
      const lines = sent['detailOfPackage'] as { document: string; digitalizationDocument: { id: string } }[];
      expect(lines.map(({ document }) => document)).toEqual(['Pagaré de Íñigo', 'Pagaré 2', 'Pagaré 3', 'Pagaré 5']);
      expect(new Set(lines.map((line) => line.digitalizationDocument.id)).size).toBe(1);
      expect(await page.getByRole('link', { name: 'Editar' }).count()).toBe(0);
      await page.locator('.story-event', { hasText: 'lo envió' }).waitFor();
      const code = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Paquete ', '');
      await page.getByRole('button', { name: 'Retirar', exact: true }).click();
      if (javaScriptEnabled) await page.getByRole('dialog').getByRole('button', { name: 'Retirar el paquete' }).click();
      await page.getByText('Se retiró el paquete').waitFor();
      await page.getByText('Usted lo retiró el').waitFor();
      expect(await storedOf(id)).toMatchObject({ status: 'ENTERED', sended: false, sendedAt: null, withdrawnFrom: 'agencia-02' });
      await page.getByRole('button', { name: 'Enviar paquete' }).click();
      await page.getByText('Se envió el paquete.').waitFor();
      await page.goto(`${LIST}?q=${code.toLowerCase()}`);
      expect(await page.getByRole('table').locator('tbody tr').count()).toBe(1);
    },
  );

  it('a package starts from a document, others are found by member, and people of the agency are offered', async () => {
    const visitor = await portal.as('admin');
    const { page } = visitor;
    visitor.allow(/ERR_CONNECTION_RESET/);
    await page.goto('/digitalization-documents/list-digitalization-docs/documento-0001');
    await page.locator('summary', { hasText: 'Más' }).click();
    await page.getByRole('link', { name: 'Enviar en un paquete' }).click();
    await page.getByRole('heading', { name: 'Nuevo paquete', level: 1 }).waitFor();
    await waitForPendingRequests(page);
    const find = async (q: string) => {
      await page.getByRole('searchbox', { name: 'Buscar documentos que puede enviar' }).fill(q);
      await page.keyboard.press('Enter');
    };
    const { rows: named } = await portal.database.sql.query<{ document: string; codigo: string; nombre: string; dpi: string }>(
      `SELECT d."documentName" AS document, c.codigo, c.nombre, c.dpi FROM documentos d JOIN clientes c
         ON c.id IN (SELECT value FROM jsonb_each_text(d.campos)) AND c.dpi <> ''
       WHERE d.status = 'INDEXED' AND d."inPackage" = '' AND d."isActive" ORDER BY d."createdAt" DESC, d.id DESC LIMIT 1`,
    );
    const [about] = named;
    if (!about) throw new Error('no document that can be sent names a member');
    const offer = page.getByRole('button', { name: `Agregar ${about.document}`, exact: true });
    for (const q of [about.codigo, about.nombre, about.dpi]) {
      await find(q);
      await offer.waitFor();
      await find('ningún papel');
      await offer.waitFor({ state: 'detached' });
    }
    const isSearch = (url: URL) => url.pathname.endsWith('.data');
    await page.route(isSearch, (route) => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()));
    await find('0005');
    await page.getByRole('alert').getByText('No se buscó: se perdió la conexión. Intente de nuevo.').waitFor();
    await page.unroute(isSearch);
    await find('0005');
    await page.getByRole('button', { name: /^Agregar .* 0005$/ }).click();
    await page.getByRole('button', { name: 'Quitar la línea 2' }).waitFor();
    // Another window finds the draft with the added line, and a third one without a line that was taken away.
    const carried = (at: Page) => at.locator('.line-document').allInnerTexts();
    const recover = async (kept: RegExp) => {
      await expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toMatch(kept);
      const again = await page.context().newPage();
      await again.goto(page.url());
      await again.getByRole('button', { name: 'Recuperar' }).click();
      return again;
    };
    const chosen = await carried(page);
    const second = await recover(/"line\.1\.digitalizationId":\["/);
    await expect.poll(() => carried(second)).toEqual(chosen);
    await second.getByRole('button', { name: 'Quitar la línea 1' }).click();
    const third = await recover(/^(?!.*line\.1\.).*"line\.0\.digitalizationId":\["/);
    await expect.poll(() => carried(third)).toEqual(chosen.slice(1));
    await Promise.all([second.close(), third.close()]);
    const { rows } = await portal.database.sql.query<{ id: string; agency: string; name: string; place: string }>(
      `SELECT u.id, u.agency, u.name, a.nombre AS place FROM usuarios u JOIN agencias a ON a.id = u.agency
       WHERE u.state AND u.agency <> 'agencia-01' AND u.role = 'digitalizador' AND u.digitalization_permission_id <> '' ORDER BY u.role, u.id LIMIT 1`,
    );
    const [person] = rows;
    if (!person) throw new Error('nobody at another agency looks documents up');
    await page.getByLabel('Agencia de destino').selectOption({ label: person.place });
    await page.getByLabel('Para').locator(`option[value="${person.id}"]`).waitFor({ state: 'attached' });
    const offered = await page
      .getByLabel('Para')
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    const there = await portal.database.sql.query<{ id: string }>('SELECT id FROM usuarios WHERE agency = $1', [person.agency]);
    expect(there.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(offered.filter((id) => id !== '')));
    await page.getByLabel('Para').selectOption(person.id);
    await page.getByLabel('Nota').fill('Van dos');
    await page.getByRole('button', { name: 'Guardar y revisar' }).click();
    await page.getByText('Van 2 documentos a').waitFor();
    await page.getByRole('button', { name: 'Enviar paquete' }).click();
    await page.getByText('Se envió el paquete.').waitFor();
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText(/^Va en el paquete/).waitFor();
    expect(await page.locator('a', { hasText: 'Enviar en un paquete' }).count()).toBe(0);
  });

  it('asks before a changed draft is left, and before one is discarded', async () => {
    const { page } = await portal.as('admin');
    const id = await makeDraft({ 'line.0.document': 'Uno', 'line.1.document': 'Dos' });
    await page.goto(`${LIST}/${id}/edit`);
    await page.getByRole('button', { name: 'Quitar la línea 2' }).click();
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${LIST}/${id}`);
    await page.getByText('Línea 2: Elija el tipo de documento.').waitFor();
    await waitForPendingRequests(page);
    expect(await page.getByRole('button', { name: 'Enviar paquete' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Anular', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Anular el paquete' }).click();
    await page.getByText('Se anuló el paquete.').waitFor();
    expect(await storedOf(id)).toMatchObject({ status: 'ENTERED', isActive: false });
  });

  it('the manifest opens in the browser as a PDF', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${LIST}/${await makeDraft({ 'line.0.document': 'Uno' })}`);
    const [answer] = await Promise.all([
      page.context().waitForEvent('response', (response) => response.url().endsWith('/manifest.pdf')),
      page.getByRole('link', { name: 'Manifiesto' }).click(),
    ]);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });
});

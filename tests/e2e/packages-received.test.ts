import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { packageCode } from '#server/domain/package-code.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, inspectPage } from './inspect-page.ts';
import { BY_HAND_MS, mark } from './package-screens.ts';
import { openTwoAgencies, RECEIVER, SENDER, TYPE, type TwoAgencies } from './two-agencies.ts';

const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const TRANSIT = '/maintenance/digitalization/packagesShips/transit';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
/** A worker looks for due notifications every few seconds. */
const ALERTS_MS = 20_000;
const WINDOW = { width: 1440, height: HEIGHT };

describe.skipIf(noChromium)('packages between two agencies, in a browser', () => {
  const portal = useDemoPortal({ worker: true });
  let house: TwoAgencies;
  let made = 0;
  beforeAll(async () => {
    house = await openTwoAgencies(portal);
  });

  const open = async (person: { account: string }, options = {}) =>
    portal.as(person.account, { viewport: WINDOW, reducedMotion: 'reduce', ...options });

  /** Posts the sender's form. @returns the package's id */
  async function send(page: Page, lines: readonly { document?: string; digitalizationId?: string }[]): Promise<string> {
    const form: Record<string, string> = {
      intent: 'send',
      agencyId: RECEIVER.agencyId,
      userAssign: RECEIVER.id,
      note: 'Urge',
      formToken: `envio-de-prueba-${(made += 1)}`,
      ...(lines.some(({ digitalizationId }) => digitalizationId) && { needReassign: 'true' }),
    };
    lines.forEach(({ document = '', digitalizationId = '' }, place) => {
      const fields = { document, categoryId: TYPE, documentId: TYPE, digitalizationId };
      for (const [name, value] of Object.entries(fields)) form[`line.${place}.${name}`] = value;
    });
    const answer = await page.request.post(`${SENT}/new`, { form, headers: { Origin: portal.url, Accept: 'text/html' }, maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    return new URL(answer.headers()['location'] ?? '', portal.url).pathname.split('/').at(-1) ?? '';
  }
  /** Types line by line on the sender's screen. */
  async function typeAndSend(page: Page, names: readonly string[]): Promise<string> {
    await page.goto(`${SENT}/new`);
    await page.getByLabel('Agencia de destino').selectOption(RECEIVER.agencyId);
    await page.getByLabel('Tipo del siguiente papel').selectOption({ label: 'Traslados › Expediente de traslado' });
    for (const [at, name] of names.entries()) {
      await page.getByLabel('Nombre del siguiente papel').fill(name);
      await page.keyboard.press('Enter');
      await page.getByLabel(`Nombre del papel ${at + 1}`).waitFor();
    }
    await page.getByLabel('Para').selectOption(RECEIVER.id);
    await page.getByLabel('Nota').fill('Urge');
    await page.getByRole('button', { name: 'Guardar y revisar' }).click();
    await page.getByRole('button', { name: 'Enviar paquete' }).click();
    await page.getByText('Se envió el paquete.').waitFor();
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  }

  const broughtBy = (id: string) =>
    house.documents.digitalization.query({ collection: 'documentos', where: [{ field: 'fromPackaging', op: '==', value: id }] });

  it('with papers are opened by code, checked line by line with keys, and accepted with what arrived', async () => {
    const sender = await open(SENDER);
    const id = await typeAndSend(sender.page, ['Pagaré 2001', 'Solicitud 2002', 'Contrato 2003', 'DPI 2004', 'Carta 2005']);
    const code = packageCode(id);
    const receiver = await open(RECEIVER);
    const { page } = receiver;
    receiver.allow(/^400: /);
    await page.goto(RECEIVED);
    expect(await inspectPage(page, 'received-inbox')).toEqual([]);
    await page.setViewportSize(WINDOW);
    const scan = async (scanned: string) => {
      await page.keyboard.type(scanned);
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Abrir por código').focus();
    // A barcode reader types wherever the focus is, the same code twice too; nobody touches the screen in between.
    const announced = page.locator('.shell > p[role=status] > span:not([data-seen])');
    for (const unknown of ['000000000', '000000000', '111111111']) {
      const answered = page.waitForResponse((response) => response.url().includes(`code=${unknown}`));
      await scan(unknown);
      await answered;
      await expect.poll(() => announced.allInnerTexts()).toEqual([expect.stringContaining(`tiene el código «${unknown}»`)]);
      await announced.evaluate((span) => span.setAttribute('data-seen', ''));
      await waitForPendingRequests(page);
    }
    await scan(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    await page.getByRole('heading', { name: `Paquete ${code}`, level: 1 }).waitFor();
    await waitForPendingRequests(page);
    await page.getByText('0 de 5 revisadas').waitFor();
    await mark(page, 'r');
    await mark(page, 'R');
    await mark(page, 'f');
    await page.getByText('3 de 5 revisadas').waitFor();
    // The note is a step of its own: letters pressed in a row mark lines.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.keyboard.type('No venía en el sobre');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('MISSING');
    await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
    await page.getByText('Falta revisar 2 líneas de 5.').waitFor();
    const focused = page.locator('[data-line]:focus-within');
    await expect.poll(() => focused.innerText()).toContain('DPI 2004');
    const isKept = () => page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(isKept).toContain('No venía en el sobre');
    await page.getByLabel('Nueva nota').fill('Uno de ellos no venía');
    await expect.poll(isKept).toContain('Uno de ellos no venía');
    // Adding a note keeps the verdicts, and removes the note's draft.
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByText('Se agregó la nota.').waitFor();
    expect(await page.locator('.shell > p[role=status]').innerText()).not.toContain('Falta revisar');
    await expect.poll(isKept).not.toContain('Uno de ellos no venía');
    await page.getByText('3 de 5 revisadas').waitFor();
    // Suppresses the page's warning before it is left.
    await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true }));
    await page.goto(`${RECEIVED}/${id}`);
    await page.getByText('0 de 5 revisadas').waitFor();
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await page.getByText('3 de 5 revisadas').waitFor();
    expect(await inspectPage(page, 'received-checking')).toEqual([]);
    await page.setViewportSize(WINDOW);
    await page.getByRole('button', { name: 'Guardar la revisión' }).click();
    await page.getByText('Se guardó la revisión.').waitFor();
    expect((await house.storedAt(`PACKAGES/${id}`))['status']).toBe('SENT');
    await page.getByText('3 de 5 revisadas').waitFor();
    await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
    await page.getByText('Falta revisar 2 líneas de 5.').waitFor();
    // The code of another package, read by mistake, marks nothing; the first line without a verdict waits for its key.
    await page.evaluate(
      (keys) => {
        for (const key of keys)
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      },
      [...'FDR428Z', 'Enter'],
    );
    await page.waitForTimeout(BY_HAND_MS);
    await mark(page, 'n');
    await mark(page, 'd');
    await page.getByText('5 de 5 revisadas').waitFor();
    expect(await page.locator('[data-line]').nth(3).locator('input:checked').inputValue()).toBe('MISMATCH');
    expect(await page.getByText('Falta revisar').count()).toBe(0);
    await mark(page, 'r');
    await page.keyboard.press('ArrowUp');
    await mark(page, 'r');
    await page.getByRole('button', { name: 'Aceptar el paquete' }).dblclick();
    await page.getByText('Se aceptó el paquete.').waitFor();
    await page.getByText(/^Lo aceptó .* con 1 diferencia/).waitFor();
    expect(await inspectPage(page, 'received-accepted')).toEqual([]);

    const stored = await house.storedAt(`PACKAGES/${id}`);
    expect(stored).toMatchObject({ status: 'ACCEPTED', resolvedBy: RECEIVER.id });
    const documents = await broughtBy(id);
    expect(documents).toHaveLength(4);
    for (const { data } of documents)
      expect(data).toMatchObject({
        userId: RECEIVER.id,
        agencyId: RECEIVER.agencyId,
        agencyFromDoc: SENDER.agencyId,
        status: 'ASSIGNED',
        url: '',
      });
    const lines = stored['detailOfPackage'] as Fields[];
    expect(lines.map(({ verdict }) => verdict)).toEqual(['RECEIVED', 'RECEIVED', 'MISSING', 'RECEIVED', 'RECEIVED']);
    expect(lines[2]).toMatchObject({ note: 'No venía en el sobre', digitalizationId: '' });
    expect(lines.map(({ note }) => note || '')).toEqual(['', '', 'No venía en el sobre', '', '']);
    expect((await house.actionsOf(`PACKAGES/${id}`)).filter((action) => action === 'PAQUETE RECIBIDO')).toHaveLength(1);
    const seen = await open(SENDER);
    await seen.page.goto(`${SENT}/${id}`);
    await seen.page.getByText('No venía en el sobre').filter({ visible: true }).first().waitFor();
    await seen.page.getByRole('button', { name: 'Dar por vistas' }).click();
    await seen.page.getByText('Se dieron por vistas las diferencias.').waitFor();
    expect((await house.storedAt(`PACKAGES/${id}`))['differencesSeenAt']).toEqual(expect.any(Date));
  });

  it('keep verdicts that are not saved while a colleague checks, and say why a note or a rejection was refused', async () => {
    const sender = await open(SENDER);
    const id = await send(sender.page, [{ document: 'Uno' }, { document: 'Dos' }]);
    const receiver = await open(RECEIVER);
    const { page } = receiver;
    receiver.allow(/^4\d\d: /);
    const colleague = async (form: Record<string, string>) => {
      const headers = { Origin: portal.url, Accept: 'text/html' };
      const answer = await page.request.post(`${RECEIVED}/${id}`, { form, headers, maxRedirects: 0 });
      expect(answer.status()).toBe(302);
    };
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.goto(`${RECEIVED}/${id}`);
    await waitForPendingRequests(page);
    await mark(page, 'r');
    await page.getByText('1 de 2 revisadas').waitFor();
    await colleague({ intent: 'check', formToken: 'revision-de-otra-ventana', 'line.1.verdict': 'MISSING' });
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await expect.poll(focused).toBe('text');
    await page.getByLabel('Nueva nota').fill('La otra parte la revisa ella');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByText('Se agregó la nota.').waitFor();
    // The refusal before is not of the next note.
    await expect.poll(() => page.locator('#nota-text-error').count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'Recibido' }).first().isChecked()).toBe(true);
    // Its button was rendered anew, at an address that names the notes.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Agregar nota');

    await colleague({
      intent: 'check',
      formToken: 'revision-de-la-primera',
      'line.0.verdict': 'MISSING',
      'line.0.note': 'No vino',
    });
    await page.getByRole('button', { name: 'Guardar la revisión' }).click();
    await page.getByText('anotó mientras tanto en «Uno»: «Faltante: No vino».').first().waitFor();
    expect(await page.getByRole('radio', { name: 'Recibido' }).first().isChecked()).toBe(true);
    expect(await page.getByLabel('Nota de Uno').inputValue()).toBe('No vino');
    expect((await house.storedAt(`PACKAGES/${id}`))['detailOfPackage']).toMatchObject([{ verdict: 'MISSING' }, { verdict: 'MISSING' }]);

    const reject = page.getByRole('button', { name: 'Rechazar', exact: true });
    await page.locator('summary', { hasText: 'Rechazar el paquete' }).click();
    await reject.click();
    await page.getByText('Escriba por qué se rechaza.').waitFor();
    await expect.poll(focused).toBe('reason');
    await colleague({ intent: 'accept', formToken: 'acepta-otra-ventana', 'line.0.verdict': 'RECEIVED', 'line.1.verdict': 'RECEIVED' });
    await page.getByLabel('Motivo').fill('Sobre abierto');
    await reject.click();
    await page
      .getByRole('alert')
      .getByText(/^Lo aceptó usted el /)
      .waitFor();
  });

  it('with documents show where these are in transit, and pass them and their custody to the receiver', async () => {
    const sender = await open(SENDER);
    const ids = ['Escritura 31', 'Escritura 32', 'Escritura 33'].map((name) => ({ id: `traslado-${name.slice(-2)}`, name }));
    for (const { id, name } of ids)
      await house.put('digitalization', `documentos/${id}`, {
        documentName: name,
        categoryId: TYPE,
        documentId: TYPE,
        status: 'ASSIGNED',
        url: '',
        createdBy: SENDER.id,
        userId: SENDER.id,
        userAssign: SENDER.id,
        agencyId: SENDER.agencyId,
        agencyFromDoc: SENDER.agencyId,
      });
    const id = await send(
      sender.page,
      ids.map((one) => ({ digitalizationId: one.id, document: one.name })),
    );
    const code = packageCode(id);
    await sender.page.goto(`/buscar?q=${code}`);
    await sender.page.getByRole('heading', { name: '¿Dónde está?' }).waitFor();
    expect(await inspectPage(sender.page, 'where-is-it')).toEqual([]);
    expect(await sender.page.getByText(new RegExp(`^En camino a .* en el paquete ${code} desde el `)).count()).toBe(3);

    const { page } = await open(RECEIVER);
    await page.goto(TRANSIT);
    const pair = page.getByRole('row', { name: /Agencia Ciudad de Guatemala .*Agencia Mixco/ });
    await pair.getByText('atrasado').waitFor();
    expect(await inspectPage(page, 'transit')).toEqual([]);
    await page.setViewportSize(WINDOW);
    await pair.getByRole('link', { name: /a\s+Agencia Mixco/ }).click();
    await page.getByRole('link', { name: code }).click();
    await waitForPendingRequests(page);
    await page.getByRole('button', { name: /^Marcar 3 líneas restantes/ }).click();
    await page.getByText('3 de 3 revisadas').waitFor();
    await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
    await page.getByText('Se aceptó el paquete.').waitFor();
    expect((await broughtBy(id)).map((document) => document.id).sort()).toEqual(ids.map((one) => one.id).sort());
    await page.goto(`${DOCUMENTS}/${ids[0]?.id}`);
    const custody = page.locator('section', { has: page.getByRole('heading', { name: 'Historia' }) });
    await custody.getByRole('link', { name: 'Custodia' }).click();
    await custody.locator('a[aria-current]', { hasText: 'Custodia' }).waitFor();
    expect(await custody.locator('.story-event').count()).toBe(3);
    expect(await custody.locator('.story-event').first().innerText()).toMatch(new RegExp(`lo recibió de .* en el paquete ${code}`));
    expect(await inspectPage(page, 'custody')).toEqual([]);
  });

  it('notify a person mentioned in a note, and open at that note', async () => {
    const { rows } = await portal.database.sql.query<{ name: string }>('SELECT name FROM usuarios WHERE id = $1', [RECEIVER.id]);
    const name = rows[0]?.name ?? '';
    const { page } = await open(SENDER);
    const id = await send(page, [{ document: 'Con nota' }]);
    await page.goto(`${SENT}/${id}`);
    const note = page.getByLabel('Nueva nota');
    await note.pressSequentially(`Falta la copia, @${name.slice(0, 3).toLowerCase()}`);
    const offered = page.getByRole('listbox', { name: 'Personas' }).getByRole('option');
    await offered.filter({ hasText: name }).waitFor();
    // Moves by keys to the intended person: other names may start the same way.
    for (
      let step = 0;
      step < 8 && !(await offered.filter({ hasText: name, visible: true }).getAttribute('aria-selected'))?.includes('true');
      step += 1
    )
      await page.keyboard.press('ArrowDown');
    expect(await inspectPage(page, 'note-mention')).toEqual([]);
    await page.setViewportSize(WINDOW);
    await page.keyboard.press('Enter');
    expect(await note.inputValue()).toBe(`Falta la copia, @${name} `);
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByText('Se agregó la nota.').waitFor();
    expect(await note.inputValue()).toBe('');

    const told = await open(RECEIVER);
    const alert = told.page.getByRole('link', { name: new RegExp(packageCode(id)) }).filter({ hasText: /mencion/ });
    await expect
      .poll(
        async () => {
          await told.page.goto('/avisos');
          return alert.count();
        },
        { timeout: ALERTS_MS },
      )
      .toBe(1);
    await alert.press('Enter');
    await told.page.waitForURL(`**${RECEIVED}/${id}#notas`);
    const notes = told.page.locator('#notas');
    await notes.getByText(`Falta la copia, @${name}`).waitFor();
    await expect.poll(() => notes.evaluate((card) => card.contains(document.activeElement))).toBe(true);
    expect(await notes.evaluate((card) => card.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  });

  it('work without JavaScript: opened by code, refused while a line is unchecked, and rejected', async () => {
    const sender = await open(SENDER);
    const id = await send(sender.page, [{ document: 'Uno' }, { document: 'Dos' }]);
    const visitor = await open(RECEIVER, { javaScriptEnabled: false });
    const { page } = visitor;
    visitor.allow(/^400: /);
    await page.goto(`${RECEIVED}?code=000000000`);
    await page.getByText('Ningún paquete para su agencia tiene el código «000000000».').waitFor();
    await page.getByLabel('Abrir por código').fill(packageCode(id));
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Dañado' }).first().check();
    await page.getByLabel('Nota de Uno').fill('Con mancha');
    await page.getByLabel('Papeles de más').fill('Croquis; sin firma');
    await page.getByRole('button', { name: 'Aceptar el paquete' }).click();
    await page.getByText('Falta revisar 1 línea de 2.').waitFor();
    expect(await page.getByLabel('Nota de Uno').inputValue()).toBe('Con mancha');
    expect(await page.getByRole('radio', { name: 'Dañado' }).first().isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Guardar la revisión' }).click();
    await page.getByText('Se guardó la revisión.').waitFor();
    expect((await house.storedAt(`PACKAGES/${id}`))['extras']).toEqual([{ document: 'Croquis', note: 'sin firma' }]);
    await page.locator('summary', { hasText: 'Rechazar el paquete' }).click();
    await page.getByLabel('Motivo').fill('Es de otra agencia');
    await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
    await page.getByText('Se rechazó el paquete.').waitFor();
    await page.getByText('Es de otra agencia').waitFor();
    expect(await house.storedAt(`PACKAGES/${id}`)).toMatchObject({ status: 'REJECTED', rejectReason: 'Es de otra agencia' });
  });
});

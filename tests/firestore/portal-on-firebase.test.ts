import path from 'node:path';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { pdf } from '#server/ports/files/testing/sample-files.ts';
import { REVOCATION_CHECK_MS } from '#server/ports/identity/firebase/account-states.ts';
import { hasService } from '#server/testing/services.ts';
import { noticeCookieOf, readToast } from '#server/testing/toast.ts';
import { signIn } from '../e2e/demo-portal.ts';
import { fillWithSome } from './fill-with-some.ts';
import { noFirestore, useFirebaseHouse } from './firebase-house.ts';

const noAccounts = !hasService('Firebase Auth emulator');
const AGENCIES = '/locations/list-agencies';
/** A change made outside the portal reaches everybody's next page; how soon is measured by the bench. */
const SOON = { timeout: 15_000, interval: 20 };
/** A starting worker scans every collection before it is up to date. */
const STARTED = { timeout: 120_000, interval: 100 };

describe.skipIf(noFirestore || noAccounts)('the portal on Firebase', () => {
  const house = useFirebaseHouse({ name: 'portal', accounts: true });
  let web: { url: string };
  let admin = '';

  beforeAll(async () => {
    await Promise.all([ensureBuild(path.resolve(import.meta.dirname, '../..')), fillWithSome(house)]);
    web = await house.startHere();
    admin = await vi.waitFor(() => signIn(web.url, 'admin@demo.coop'), STARTED);
    await vi.waitFor(async () => expect(await page(AGENCIES)).not.toContain('con retraso'), STARTED);
  }, 360_000);

  const get = (url: string, cookie = admin) => fetch(web.url + url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  /** The page's HTML without React's comment marks between texts and without scripts. */
  const page = async (url: string, cookie = admin) => {
    const html = (await (await get(url, cookie)).text()).replaceAll('<!-- -->', '');
    return html.slice(html.indexOf('<body'), html.indexOf('<script', html.indexOf('<body')));
  };
  /** Posts a form as a browser without JavaScript does. */
  const send = (url: string, fields: Record<string, string>, cookie = admin) =>
    fetch(web.url + url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie, accept: 'text/html', origin: web.url },
      redirect: 'manual',
    });
  const rowOf = async (table: 'agencias' | 'eventos_archivos' | 'maletin_archivos', id: string) =>
    (await house.database.sql.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id])).rows[0];

  async function createAgency(fields: Record<string, string>): Promise<string> {
    const formToken = inputValue(await page(`${AGENCIES}/new`), 'formToken');
    const response = await send(`${AGENCIES}/new`, {
      formToken,
      tipo: 'agencia',
      estado: 'true',
      direccion: 'Zona 1',
      intent: 'save',
      ...fields,
    });
    expect(response.status).toBe(302);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  }

  it('lists the documents of Firestore', async () => {
    expect(await page(AGENCIES)).toContain('1–25 de 40');
    expect(await page('/users/list-users')).toContain('1–25 de 120');
    expect(await page('/products/list-products/prestamos')).toContain('Agropecuario');
  });

  it('stores a record with the types that the mobile app reads, and its row matches field by field', async () => {
    const id = await createAgency({
      nombre: 'Agencia Tecún',
      latitud: '14,634915',
      longitud: '-90.506882',
      telefono: '2345-6789',
      horarios: 'Lunes\r\nMartes',
      operaciones: 'Depósitos',
      estado: 'false',
    });
    const stored = await house.stored(`agencias/${id}`);
    expect(stored).toEqual({
      nombre: 'Agencia Tecún',
      tipo: 'agencia',
      estado: false,
      direccion: 'Zona 1',
      latitud: 14.634915,
      longitud: -90.506882,
      telefono: '2345-6789',
      horarios: 'Lunes\nMartes',
      operaciones: 'Depósitos',
      fotos: [],
      isActive: true,
      createdAt: expect.any(Timestamp),
      updatedAt: expect.any(Timestamp),
      updatedBy: { id: expect.any(String), name: expect.any(String), version: expect.any(String) },
    });
    const { id: rowId, search_text, source_version, source_deleted, ...columns } = (await rowOf('agencias', id)) ?? {};
    expect({ rowId, source_deleted }).toEqual({ rowId: id, source_deleted: false });
    expect(search_text).toContain('agencia tecun');
    const { updateTime } = await house.firestore.doc(`agencias/${id}`).get();
    expect(source_version).toBe(BigInt(updateTime?.seconds ?? 0) * 1_000_000n + BigInt((updateTime?.nanoseconds ?? 0) / 1_000));
    const { updatedBy: _savedBy, ...mirrored } = stored;
    expect(columns).toEqual({
      ...mirrored,
      createdAt: (stored['createdAt'] as Timestamp).toDate(),
      updatedAt: (stored['updatedAt'] as Timestamp).toDate(),
      // Computed for the health of contents: the telephone number is understood, the opening hours are not.
      phone_clear: true,
      hours_clear: false,
    });
    const audit = await house.firestore.collection('auditoria').where('targetPath', '==', `agencias/${id}`).get();
    expect(audit.docs.map((entry) => entry.data())).toEqual([expect.objectContaining({ action: 'REGISTRO CREADO', user: 'demo-admin' })]);
    expect(await page(`${AGENCIES}?q=tecun`)).toContain('Agencia Tecún');
  });

  it('edits a record, answers 409 with the other version to the second editor, deactivates and restores', async () => {
    const id = await createAgency({ nombre: 'Agencia Original' });
    const record = `${AGENCIES}/${id}`;
    const version = inputValue(await page(`${record}/edit`), 'version');
    const fields = { version, tipo: 'agencia', estado: 'true', direccion: 'Zona 1' };
    expect((await send(`${record}/edit`, { ...fields, nombre: 'De otra persona' })).status).toBe(302);
    const conflict = await send(`${record}/edit`, { ...fields, nombre: 'Propia' });
    expect(conflict.status).toBe(409);
    expect(await conflict.text()).toContain('De otra persona');
    expect(await house.stored(`agencias/${id}`)).toMatchObject({ nombre: 'De otra persona', isActive: true });

    const gone = await send(record, { intent: 'deactivate' });
    expect(await house.stored(`agencias/${id}`)).toMatchObject({ isActive: false, nombre: 'De otra persona' });
    expect(await page(`${AGENCIES}?q=de+otra+persona`)).not.toContain(`${record}"`);
    const undo = readToast(await page(gone.headers.get('location') ?? '', `${admin}; ${noticeCookieOf(gone)}`))?.undo;
    expect((await send(undo?.action ?? '', { ...undo?.fields })).status).toBe(302);
    expect(await house.stored(`agencias/${id}`)).toMatchObject({ isActive: true });
    expect(await page(`${AGENCIES}?q=de+otra+persona`)).toContain(record);
  });

  it('shows what the mobile app writes, changes and deletes', async () => {
    const agency = house.firestore.doc('agencias/desde-la-app');
    const now = FieldValue.serverTimestamp();
    await agency.set({
      nombre: 'Agente Río Dulce',
      tipo: 'agente',
      estado: true,
      direccion: 'Fronteras',
      isActive: true,
      createdAt: now,
      updatedAt: now,
    });
    await vi.waitFor(async () => expect(await page(`${AGENCIES}?q=rio+dulce`)).toContain('Agente Río Dulce'), SOON);
    await agency.update({ nombre: 'Agente Río Dulce Norte', updatedAt: now });
    await vi.waitFor(async () => expect(await page(`${AGENCIES}?q=rio+dulce`)).toContain('Agente Río Dulce Norte'), SOON);
    await agency.delete();
    await vi.waitFor(async () => expect(await page(`${AGENCIES}?q=rio+dulce`)).not.toContain('Agente Río Dulce'), SOON);
    await vi.waitFor(async () => expect(await page(AGENCIES)).not.toContain('con retraso'), SOON);
  });

  it('shows products of a service that are added or deleted from outside', async () => {
    const product = house.firestore.doc('productos_servicios/remesas/productos/nuevo');
    const now = FieldValue.serverTimestamp();
    await product.set({ nombre: 'Remesa exprés', orden: 9, estado: true, isActive: true, createdAt: now, updatedAt: now });
    const list = '/products/list-products/remesas';
    await vi.waitFor(async () => expect(await page(list)).toContain('Remesa exprés'), SOON);
    await product.delete();
    await vi.waitFor(async () => expect(await page(list)).not.toContain('Remesa exprés'), SOON);
  });

  it('stores an upload to the Maletín and its event in Firestore and in PostgreSQL', async () => {
    const content = pdf('En la nube');
    const body = new FormData();
    for (const [name, value] of [
      ['name', 'En la nube'],
      ['folderId', 'carpeta-01'],
      ['documentTypeId', 'tipo-01'],
    ] as const)
      body.append(name, value);
    body.append('file', new File([new Uint8Array(content)], 'nube.pdf', { type: 'application/pdf' }));
    const response = await fetch(`${web.url}/briefcase/upload`, {
      method: 'POST',
      body,
      headers: { cookie: admin, origin: web.url, accept: 'application/json' },
    });
    expect(response.status).toBe(201);
    const { url } = (await response.json()) as { url: string };
    const id = url.split('/').at(-1) ?? '';
    const [event] = (await house.firestore.collection('eventos_archivos').where('fileId', '==', id).get()).docs;
    expect(event?.data()).toMatchObject({
      kind: 'upload',
      area: 'briefcase',
      folderId: 'carpeta-01',
      userId: 'demo-admin',
      at: expect.any(Timestamp),
    });
    expect(await house.stored(`maletin_archivos/${id}`)).toMatchObject({
      bytes: content.length,
      contentType: 'application/pdf',
      userId: 'demo-admin',
    });
    expect(await rowOf('eventos_archivos', event?.id ?? '')).toMatchObject({ kind: 'upload', fileId: id });
    const download = await get(`${url}/download`);
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
    await vi.waitFor(
      async () =>
        expect(
          (await house.database.sql.query(`SELECT 1 FROM eventos_archivos WHERE "fileId" = $1 AND kind = 'download'`, [id])).rowCount,
        ).toBe(1),
      SOON,
    );
  });

  it('applies a role’s new menus and a person’s new role or deactivation made in Firestore', async () => {
    const editor = await signIn(web.url, 'editor@demo.coop');
    const now = FieldValue.serverTimestamp();
    expect((await get(AGENCIES, editor)).status).toBe(200);
    await house.firestore.doc('permisos_rol/editor').update({ menus: ['home', 'quotes'], updatedAt: now });
    await vi.waitFor(async () => expect((await get(AGENCIES, editor)).status).toBe(403), SOON);
    const home = await page('/', editor);
    expect(home).toContain('href="/quotes/list-quotes"');
    expect(home).not.toContain(`href="${AGENCIES}"`);

    await house.firestore.doc('usuarios/demo-editor').update({ role: 'user', updatedAt: now });
    const isOut = (cookie: string) =>
      vi.waitFor(async () => expect((await get('/', cookie)).headers.get('location')).toMatch(/^\/login/), SOON);
    await isOut(editor);
    // Firebase stores sign-in times in whole seconds, so a sign-in within the second of the change counts as earlier.
    const reader = await vi.waitFor(async () => {
      const cookie = await signIn(web.url, 'editor@demo.coop');
      expect(await page('/', cookie)).toContain('href="/briefcase/reports"');
      return cookie;
    }, SOON);
    await house.firestore.doc('usuarios/demo-editor').update({ state: false, updatedAt: now });
    await isOut(reader);
  });

  it('ends the session of an account disabled in Firebase, at the latest after the revocation check interval', async () => {
    const reports = await signIn(web.url, 'reportes@demo.coop');
    expect((await get('/', reports)).status).toBe(200);
    await house.disableAccount('demo-reportes');
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + REVOCATION_CHECK_MS);
    expect((await get('/', reports)).headers.get('location')).toMatch(/^\/login/);
    vi.mocked(Date.now).mockRestore();
    await expect(signIn(web.url, 'reportes@demo.coop')).rejects.toThrow('could not sign in: 401');
  });

  it('has rows that equal the documents, according to `read-model verify`', async () => {
    const { code, output } = await house.readModel('verify');
    expect(code, output).toBe(0);
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
  });
});

function inputValue(html: string, name: string): string {
  const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  if (!tag) throw new Error(`no input ${name}`);
  return /value="([^"]*)"/.exec(tag)?.[1] ?? '';
}

import { beforeAll, describe, expect, it } from 'vitest';
import { packageCode } from '#server/domain/package-code.ts';
import type { Person } from '../access/people.ts';
import { formToken as token, HTML, JSON_ONLY, usePackagesWeb } from './packages-web.ts';

const { web, put, person, stored, auditOf, look: lookAs, send } = usePackagesWeb();

const LIST = '/maintenance/digitalization/packagesShips/send/list-packages';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';

/** Of agencia-01; another one of the same agency with the same rights; who receives at agencia-02. */
let delia: Person;
let otilia: Person;
let rita: Person;

beforeAll(async () => {
  await put('digitalization', 'tipos_documento/t2', { nombre: 'Acta', categoryId: 'c1' });
  delia = await person('delia', 'agencia-01');
  otilia = await person('otilia', 'agencia-01');
  rita = await person('rita', 'agencia-02');
});

const post = (address: string, fields: Readonly<Record<string, string>>, by: Person = delia, headers: Record<string, string> = HTML) =>
  send(by, address, fields, headers);
const look = (address: string, by: Person = delia, headers: Record<string, string> = HTML) => lookAs(by, address, headers);
const page = async (address: string, by: Person = delia) => (await look(address, by)).text();
const idOf = (answer: Response) =>
  decodeURIComponent(new URL(answer.headers.get('location') ?? '/', 'http://x').pathname.split('/').at(-1) ?? '');
const form = (names: readonly string[], more: Readonly<Record<string, string>> = {}) => ({
  agencyId: 'agencia-02',
  userAssign: '',
  needReassign: 'false',
  note: '',
  formToken: token(),
  ...Object.fromEntries(
    names.flatMap((name, at) => [
      [`line.${at}.document`, name],
      [`line.${at}.documentId`, 't1'],
    ]),
  ),
  ...more,
});
const save = async (names: readonly string[], more?: Readonly<Record<string, string>>) => {
  const answer = await post(`${LIST}/new`, form(names, { intent: 'save', ...more }));
  expect(answer.status).toBe(302);
  return idOf(answer);
};

describe('a package over HTTP', () => {
  it('is put together, sent, and never edited again', async () => {
    const id = await save(['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'], { userAssign: rita.id });
    const draft = (await stored(`PACKAGES/${id}`)).data;
    expect(draft).toMatchObject({ from: delia.id, status: 'ENTERED', sended: false, agencyId: 'agencia-02', userAssign: rita.id });
    expect(draft['detailOfPackage']).toHaveLength(5);
    expect(draft['sendedAt'] ?? null).toBeNull();
    expect(await page(`${LIST}/${id}`)).toContain('Enviar paquete');

    expect((await post(`${LIST}/${id}`, { intent: 'send', formToken: token() })).status).toBe(302);
    const sent = await stored(`PACKAGES/${id}`);
    expect(sent.data).toMatchObject({
      status: 'SENT',
      sended: true,
      code: packageCode(id),
      fromUser: { id: delia.id, agency: 'agencia-01' },
    });
    expect(sent.data['sendedAt']).toBeInstanceOf(Date);
    for (const [address, fields] of [
      [`${LIST}/${id}/edit`, form(['Otro'], { intent: 'save' })],
      [`${LIST}/${id}`, { intent: 'send', formToken: token() }],
      [`${LIST}/${id}`, { intent: 'cancel', formToken: token() }],
    ] as const) {
      expect((await post(address, fields)).status).toBe(409);
      const problem = await post(address, { ...fields, formToken: token() }, delia, JSON_ONLY);
      expect([problem.status, await problem.json()]).toEqual([409, expect.objectContaining({ status: 409, code: 'conflict' })]);
    }
    expect((await stored(`PACKAGES/${id}`)).version).toBe(sent.version);
    expect((await look(`${LIST}/${id}/edit`)).status).toBe(409);
  });

  it('is sent by a save that asks for any state but that of a draft', async () => {
    const states = await Promise.all(
      ['', 'ENTERED', 'SENT', 'ACCEPTED'].map(
        async (status) => (await stored(`PACKAGES/${await save(['Uno'], { status })}`)).data['status'],
      ),
    );
    expect(states).toEqual(['ENTERED', 'ENTERED', 'SENT', 'SENT']);
    const answer = await post(`${LIST}/new`, form(['Uno'], { intent: 'send' }));
    expect((await stored(`PACKAGES/${idOf(answer)}`)).data['status']).toBe('SENT');
  });

  it('is sent once by twenty requests of one form', async () => {
    const id = await save(['Uno']);
    const formToken = token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${LIST}/${id}`, { intent: 'send', formToken })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect((await auditOf(`PACKAGES/${id}`)).sort()).toEqual(['PAQUETE CREADO', 'PAQUETE ENVIADO']);
  });

  it('holds the documents that it hands over', async () => {
    for (const id of ['d1', 'd2', 'd3'])
      await put('digitalization', `documentos/${id}`, {
        documentName: `Documento ${id}`,
        categoryId: 'c1',
        documentId: 't1',
        status: 'INDEXED',
        agencyId: 'agencia-01',
        userId: '',
      });
    const started = await page(`${LIST}/new?document=d1`);
    expect(started).toContain('Documento d1');
    const lines = Object.fromEntries(['d1', 'd2', 'd3'].map((id, at) => [`line.${at}.digitalizationId`, id]));
    const answer = await post(`${LIST}/new`, form([], { ...lines, needReassign: 'true', digitalizationId: 'd1', intent: 'send' }));
    const id = idOf(answer);
    expect((await stored(`PACKAGES/${id}`)).data).toMatchObject({ needReassign: true, digitalizationId: 'd1' });
    for (const document of ['d1', 'd2', 'd3']) {
      expect((await stored(`documentos/${document}`)).data['inPackage']).toBe(id);
      const assigned = await post(`${DOCUMENTS}/${document}`, { intent: 'assign', userId: otilia.id, formToken: token() });
      expect([assigned.status, await assigned.text()]).toEqual([409, expect.stringContaining(packageCode(id))]);
    }
    expect(await page(`${DOCUMENTS}/d1`)).toMatch(new RegExp(`Va en el paquete (<!-- -->)?${packageCode(id)}`));
  });

  it('exists for its sender alone', async () => {
    const id = await save(['Muy secreto']);
    for (const by of [otilia, rita]) {
      for (const address of [`${LIST}/${id}`, `${LIST}/${id}/edit`, `${LIST}/${id}/manifest.pdf`])
        expect([address, (await look(address, by)).status]).toEqual([address, 404]);
      expect((await post(`${LIST}/${id}`, { intent: 'send', formToken: token() }, by)).status).toBe(404);
      expect(await page(`${LIST}?q=secreto`, by)).not.toContain(id);
      const exported = await look(`${LIST}/export?format=csv`, by, {});
      expect([exported.status, await exported.text()]).toEqual([200, expect.not.stringContaining(packageCode(id))]);
    }
    expect(await page(`${LIST}?q=${packageCode(id).toLowerCase()}`)).toContain(packageCode(id));
    expect(await (await look(`${LIST}/export?format=csv`, delia, {})).text()).toContain(packageCode(id));
  });

  it('comes with what is wrong, at its line, and with everything that was typed', async () => {
    const answer = await post(
      `${LIST}/new`,
      form(['Uno', 'Dos'], { 'line.1.documentId': 't2', agencyId: 'agencia-01', intent: 'send', note: 'Mi nota' }),
    );
    const html = await answer.text();
    expect(answer.status).toBe(400);
    for (const text of [
      'El destino es su propia agencia',
      'Acta',
      'href="#campo-line-1-documentId"',
      'value="Uno"',
      'value="Dos"',
      'Mi nota',
    ])
      expect(html).toContain(text);
    const where = [{ field: 'note', op: '==', value: 'Mi nota' } as const];
    expect(await web.portal.documents.digitalization.query({ collection: 'PACKAGES', where })).toEqual([]);
  });

  it('gets and loses lines without script', async () => {
    const added = await post(`${LIST}/new`, form(['Uno', 'Dos'], { intent: 'add-line', userAssign: rita.id }));
    const html = await added.text();
    expect(added.status).toBe(200);
    for (const text of ['value="Uno"', 'value="Dos"', 'name="line.2.document"', 'rita']) expect(html).toContain(text);
    const removed = await (await post(`${LIST}/new?line=0`, form(['Uno', 'Dos'], { intent: 'remove-line' }))).text();
    expect([removed.includes('value="Uno"'), removed.includes('value="Dos"')]).toEqual([false, true]);
    const found = await (await post(`${LIST}/new`, form([], { intent: 'find', needReassign: 'true', q: 'documento' }))).text();
    expect(found).not.toContain('Agregar Documento d1');
    await put('digitalization', 'documentos/d4', {
      documentName: 'Documento d4',
      categoryId: 'c1',
      documentId: 't1',
      status: 'INDEXED',
      agencyId: 'agencia-01',
      userId: '',
    });
    expect(await (await post(`${LIST}/new`, form([], { intent: 'find', needReassign: 'true', q: 'documento' }))).text()).toContain(
      'Agregar Documento d4',
    );
    const picked = await (await post(`${LIST}/new?document=d4`, form([], { intent: 'add-line', needReassign: 'true' }))).text();
    expect(picked).toMatch(/name="line\.0\.digitalizationId" value="d4"/);
  });

  it('is copied, and what is missing of it sent again', async () => {
    await put('digitalization', 'PACKAGES/recibido', {
      from: delia.id,
      agencyId: 'agencia-02',
      status: 'ACCEPTED',
      sended: true,
      detailOfPackage: ['RECEIVED', 'MISSING'].map((verdict, at) => ({
        lineId: String(at),
        document: `Papel ${at}`,
        digitalizationCategory: { id: 'c1' },
        digitalizationDocument: { id: 't1' },
        verdict,
      })),
    });
    const html = await page(`${LIST}/recibido`);
    for (const text of ['Reenviar faltantes', 'Faltante', '1 diferencia', 'Recibido']) expect(html).toContain(text);
    const resent = await post(`${LIST}/recibido`, { intent: 'resend-missing', formToken: token() });
    const copy = new URL(resent.headers.get('location') ?? '', 'http://x').pathname.split('/').at(-2) ?? '';
    expect((await stored(`PACKAGES/${copy}`)).data['detailOfPackage']).toMatchObject([{ document: 'Papel 1' }]);
    const duplicated = await post(`${LIST}/${copy}`, { intent: 'duplicate', formToken: token() });
    expect(duplicated.headers.get('location')).toMatch(/\/edit$/);
    expect((await post(`${LIST}/${copy}`, { intent: 'resend-missing', formToken: token() })).status).toBe(409);
  });

  it('has a manifest that a browser shows and nothing runs in', async () => {
    const id = await save(['Acción de Íñigo']);
    const answer = await look(`${LIST}/${id}/manifest.pdf`, delia, {});
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(answer.headers.get('content-disposition')).toContain(packageCode(id));
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await look(`${LIST}/ninguno/manifest.pdf`)).status).toBe(404);
  });

  it('refuses a megabyte of lines without keeping anything', async () => {
    const names = Array.from({ length: 101 }, (_none, at) => `Papel ${at}`);
    expect((await post(`${LIST}/new`, form(names, { intent: 'save' }))).status).toBe(400);
    const answer = await post(`${LIST}/new`, form([' '.repeat(900_000)], { intent: 'save', note: 'Sin líneas' }));
    expect([302, 400, 413]).toContain(answer.status);
  });
});

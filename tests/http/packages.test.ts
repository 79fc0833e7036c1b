import { beforeAll, describe, expect, it } from 'vitest';
import { ALERT_KINDS } from '#server/domain/alerts.ts';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { packageCode } from '#server/domain/package-code.ts';
import { mailAlerts } from '#server/features/alerts/mail-alerts.ts';
import { HELD_QUOTES } from '#server/features/quotes/held-quotes.ts';
import { MailNotSent, type Mail } from '#server/ports/mail/mail.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { signInAs, type Person } from '../access/people.ts';
import { formToken as token, HTML, JSON_ONLY, usePackagesWeb } from './packages-web.ts';

const { web, put, person, stored, auditOf, look: lookAs, send } = usePackagesWeb();

const LIST = '/maintenance/digitalization/packagesShips/send/list-packages';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';

/** Delia is of agencia-01, Otilia of the same agency with the same rights; Rita receives packages at agencia-02. */
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
  it('says what another window saved of the same draft', async () => {
    const id = await save(['Uno']);
    const edit = `${LIST}/${id}/edit`;
    const version = /name="version" value="([^"]*)"/.exec(await page(edit))?.[1] ?? '';
    const write = (note: string) => post(edit, form(['Uno'], { intent: 'save', version, note }));
    expect((await write('Primera')).status).toBe(302);
    const late = await write('Segunda');
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Lo guardado dice: Nota: Primera')]);
  });

  it('is drafted and sent, and then refuses to be edited, sent or cancelled with 409', async () => {
    const id = await save(['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'], { userAssign: rita.id });
    const draft = (await stored(`PACKAGES/${id}`)).data;
    expect(draft).toMatchObject({ from: delia.id, status: 'ENTERED', sended: false, agencyId: 'agencia-02', userAssign: rita.id });
    expect(draft['detailOfPackage']).toHaveLength(5);
    expect(draft['sendedAt'] ?? null).toBeNull();
    const head = /<header class="page-head[^]*?<\/header>/.exec(await page(`${LIST}/${id}`))?.[0].replaceAll('<!-- -->', '') ?? '';
    for (const said of ['A Agencia Norte, para rita: 5 papeles.', 'value="send">Enviar paquete', 'Anular', 'Editar'])
      expect(head).toContain(said);
    expect(await page(`${LIST}/${id}`)).toContain('Revisión antes de enviar');

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
    const late = await post(`${LIST}/${id}/edit`, form(['Papel que escribí tarde'], { intent: 'save', note: 'Nota que escribí tarde' }));
    const shown = await late.text();
    expect([late.status, shown]).toEqual([409, expect.stringContaining('Nota que escribí tarde')]);
    expect(shown).toContain('value="Papel que escribí tarde"');
  });

  it('is sent by a save with any status but that of a draft', async () => {
    const states = await Promise.all(
      ['', 'ENTERED', 'SENT', 'ACCEPTED'].map(
        async (status) => (await stored(`PACKAGES/${await save(['Uno'], { status })}`)).data['status'],
      ),
    );
    expect(states).toEqual(['ENTERED', 'ENTERED', 'SENT', 'SENT']);
    const answer = await post(`${LIST}/new`, form(['Uno'], { intent: 'send' }));
    expect((await stored(`PACKAGES/${idOf(answer)}`)).data['status']).toBe('SENT');
  });

  it('is sent once by twenty concurrent requests of the same form', async () => {
    const id = await save(['Uno']);
    const formToken = token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${LIST}/${id}`, { intent: 'send', formToken })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect((await auditOf(`PACKAGES/${id}`)).sort()).toEqual(['PAQUETE CREADO', 'PAQUETE ENVIADO']);
  });

  it('reserves its documents, which cannot be assigned meanwhile (409)', async () => {
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
    expect(await page(`${DOCUMENTS}/d1`)).toMatch(new RegExp(`Va en el paquete <a [^>]*>${packageCode(id)}</a>`));
  });

  it('is hidden from everybody but its sender: 404, no row and not exported', async () => {
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

  it('is refused with 400, an error at its line and everything that was typed', async () => {
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

  it('offers every type for a paper without one, and links the review to its line', async () => {
    const id = await save(['Sin tipo'], { 'line.0.documentId': '' });
    const at = 'campo-line-0-documentId';
    expect(await page(`${LIST}/${id}`)).toMatch(new RegExp(`href="[^"]*/${id}/edit#${at}">Línea 1: Elija el tipo de documento.<`));
    expect(await page(`${LIST}/${id}/edit`)).toMatch(new RegExp(`<select[^>]* id="${at}"[^>]*>(?:(?!</select>).)*<option value="t1">`));
  });

  it('adds and removes lines without JavaScript', async () => {
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

  it('is duplicated, and its missing papers are sent again', async () => {
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

  it('has a PDF manifest, which needs the export permission', async () => {
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
    await putRoleRow(web.portal.sql, { id: 'sin-sacar', menus: ['packages-sent'], accionesNegadas: ['packages-sent:export'] });
    const inside = await signInAs(web, { name: 'interna', role: 'sin-sacar', folders: [] });
    expect((await look(`${LIST}/${id}/manifest.pdf`, inside, {})).status).toBe(403);
    await web.portal.sql.query('UPDATE usuarios SET state = false WHERE id = $1', [inside.id]);
  });

  it('is refused with 400 if it has 101 lines, and does not fail with 900 KB of blanks in a line', async () => {
    const names = Array.from({ length: 101 }, (_none, at) => `Papel ${at}`);
    expect((await post(`${LIST}/new`, form(names, { intent: 'save' }))).status).toBe(400);
    const answer = await post(`${LIST}/new`, form([' '.repeat(900_000)], { intent: 'save', note: 'Sin líneas' }));
    expect([302, 400, 413]).toContain(answer.status);
  });
});

describe('alerts', () => {
  /** Does the worker's part: projects the audit, and sends due notifications. */
  async function work(): Promise<void> {
    for (const database of ['digitalization', 'main'] as const) {
      const entries = await web.portal.documents[database].query({ collection: 'auditoria' });
      await web.portal.readModel.projectNow(
        database,
        entries.map(({ path }) => path),
      );
    }
    await Promise.all([web.portal.alerts.makeAlerts(), web.portal.alerts.makeAlerts()]);
  }
  const alertsOf = async (by: Person, address = '/avisos') =>
    [...(await page(address, by)).matchAll(/href="\/avisos\/(\w+)"[^>]*>(?:<span class="sr-only">[^<]*<\/span>)?([^<]+)</g)].map(
      ([, id = '', text = '']) => ({ id, text }),
    );
  const store = (id: string) =>
    put('digitalization', `documentos/${id}`, {
      documentName: `Papel ${id}`,
      categoryId: 'c1',
      documentId: 't1',
      status: 'INDEXED',
      agencyId: 'agencia-01',
      userId: '',
      createdBy: delia.id,
    });
  const choose = (by: Person, mail: string) =>
    send(by, '/account', { intent: 'alerts', ...Object.fromEntries(ALERT_KINDS.map((kind) => [kind, mail])) });

  const readAll = (by: Person) => send(by, '/avisos', { intent: 'read' });
  const staffOf = async (by: Person) => {
    const found = await loadStaff(web.portal, { uid: by.id, sessionId: '' });
    if (!found) throw new Error(`nobody is ${by.id}`);
    return found;
  };

  beforeAll(async () => {
    await work();
    await Promise.all([delia, otilia, rita].map(readAll));
  });

  it('tell an agency of a package once, and link to the received package', async () => {
    const id = await save(['Uno'], { status: 'SENT' });
    await work();
    await work();
    const [alert, ...others] = await alertsOf(rita);
    expect([alert?.text, others]).toEqual([`delia envió el paquete ${packageCode(id)} a la agencia de usted.`, []]);
    expect(await page('/', rita)).toContain('aria-label="Avisos: 1 sin leer"');
    for (const by of [delia, otilia]) {
      expect(await alertsOf(by)).toEqual([]);
      expect((await look(`/avisos/${alert?.id ?? ''}`, by)).status).toBe(404);
    }
    const received = LIST.replace('/send/', '/received/');
    expect((await look(`/avisos/${alert?.id ?? ''}`, rita)).headers.get('location')).toBe(`${received}/${id}`);
    await work();
    expect([await alertsOf(rita), (await alertsOf(rita, '/avisos?todos=1'))[0]?.id]).toEqual([[], alert?.id]);
    // A notification does not link to a page that would refuse: it leads back to the list.
    await put('digitalization', `PACKAGES/${id}`, { ...(await stored(`PACKAGES/${id}`)).data, agencyId: 'agencia-03' });
    expect((await look(`/avisos/${alert?.id ?? ''}`, rita)).headers.get('location')).toBe('/avisos');
  });

  it('tell of a bulk assignment in a single alert, and of a document that was returned', async () => {
    for (const id of ['m1', 'm2', 'm3']) await store(id);
    const actor = await staffOf(delia);
    const assign = (ids: string[], requestId: string) =>
      web.portal.digitalization.assignDocuments({ actor, requestId, ids, userId: otilia.id, comment: '', formToken: '' });
    await assign(['m1', 'm2'], 'una-sola');
    await work();
    const [alert] = await alertsOf(otilia);
    expect(alert?.text).toBe('delia le asignó 2 documentos digitalizados.');
    expect((await look(`/avisos/${alert?.id ?? ''}`, otilia)).headers.get('location')).toBe(
      `${DOCUMENTS}?userId=${otilia.id}&status=ASSIGNED`,
    );
    await assign(['m3'], 'una-sola');
    await work();
    expect([await alertsOf(otilia), (await alertsOf(otilia, '/avisos?todos=1'))[0]?.text]).toEqual([
      [],
      'delia le asignó 3 documentos digitalizados.',
    ]);
    expect((await post(`${DOCUMENTS}/m1`, { intent: 'return', reason: 'Falta firma', formToken: token() }, otilia)).status).toBe(302);
    await work();
    expect((await alertsOf(delia)).map(({ text }) => text)).toEqual(['otilia devolvió el documento «Papel m1».']);
    expect((await readAll(delia)).status).toBe(302);
    expect(await alertsOf(delia)).toEqual([]);
  });

  it('tell of assigned prospects in a single alert, apart from documents of the same operation', async () => {
    const quotes = '/quotes/list-quotes';
    const told = async () => {
      await work();
      return Promise.all(
        (await alertsOf(rita)).map(async ({ id, text }) => [text, (await look(`/avisos/${id}`, rita)).headers.get('location')]),
      );
    };
    for (const id of ['p1', 'p2', 'p3'])
      await put('main', `cotizaciones/${id}`, { nombre: `Persona ${id}`, estado: true, bitacora: [], responsable: delia.id });
    await store('m4');
    const admin = testStaff();
    const ids = ['m4'];
    await web.portal.digitalization.assignDocuments({ actor: admin, requestId: 'se-va', ids, userId: rita.id, comment: '', formToken: '' });
    const handOver = { actor: admin, requestId: 'se-va', from: delia.id, to: rita.id, formToken: 'traspaso-de-la-prueba' };
    await HELD_QUOTES.handOver?.(web.portal, { ...handOver, ids: ['p1', 'p2'] });
    expect((await told()).sort()).toEqual([
      [`${admin.name} le asignó 2 prospecciones.`, `${quotes}?responsable=${rita.id}&estado=true`],
      [`${admin.name} le asignó el documento «Papel m4».`, `${DOCUMENTS}/m4`],
    ]);
    const values = { responsable: rita.id, proximoContacto: dayOf(new Date()) };
    await web.portal.quotes.careForQuote({ actor: admin, id: 'p3', values });
    await web.portal.quotes.careForQuote({ actor: admin, id: 'p1', values: { proximoContacto: values.proximoContacto } });
    expect((await told()).sort()).toEqual([
      [`${admin.name} le asignó la prospección de «Persona p3».`, `${quotes}/p3`],
      ['Ya le tocan 2 contactos de prospecciones.', `${quotes}?responsable=${rita.id}&contacto=vencido&contacto=hoy`],
    ]);
    expect(await told()).toEqual([]);
  });

  it('tell the holder once, a week before the retention of documents ends', async () => {
    await put('digitalization', 'tipos_documento/t3', { nombre: 'Recibo', categoryId: 'c1', retencionAnios: 5 });
    const sets = { title: 'Todo', permissions: { c1: { t1: ['create', 'view', 'edit'], t3: ['view'] } } };
    await put('digitalization', 'permisos_documentos/todo', sets);
    const expiresIn = (days: number) => {
      const created = new Date(`${addDays(dayOf(new Date()), days)}T18:00:00Z`);
      created.setUTCFullYear(created.getUTCFullYear() - 5);
      return created;
    };
    for (const [id, days, userId] of [
      ['v1', 1, otilia.id],
      ['v2', 6, otilia.id],
      ['v3', 8, otilia.id],
      ['v4', -30, otilia.id],
      ['v5', 2, ''],
    ] as const) {
      await store(id);
      const { data } = await stored(`documentos/${id}`);
      await put('digitalization', `documentos/${id}`, { ...data, documentId: 't3', userId, createdAt: expiresIn(days) });
    }
    await readAll(otilia);
    await work();
    const [alert, ...others] = await alertsOf(otilia);
    expect([alert?.text, others]).toEqual(['En menos de una semana vencen 2 documentos digitalizados.', []]);
    expect((await look(`/avisos/${alert?.id ?? ''}`, otilia)).headers.get('location')).toBe(
      `${DOCUMENTS}?userId=${otilia.id}&porVencer=true`,
    );
    await work();
    expect(await alertsOf(otilia)).toEqual([]);
  });

  it('are sent by e-mail as chosen, once, and not after they were read', async () => {
    const sent: { to: string; text: string }[] = [];
    const due = async (fail = false) => {
      await web.portal.sql.query(`UPDATE alerts SET mail_at = now() - interval '1 second' WHERE mail_at IS NOT NULL`);
      const mail: Mail = {
        ...web.portal.mail,
        canSend: true,
        send: async ({ to, text }, beforeEnd) => {
          if (fail) throw new MailNotSent({ kept: false, rejectsAddress: false }, new Error('down'));
          await beforeEnd();
          sent.push({ to: to.address, text });
        },
      };
      await Promise.all([1, 2].map(() => mailAlerts({ ...web.portal, mail }, new AbortController().signal)));
    };
    expect(await page('/account')).toContain('no tiene servidor de correo');
    expect((await choose(rita, 'a veces')).status).toBe(400);
    expect((await choose(rita, 'now')).status).toBe(302);
    const id = await save(['Uno'], { status: 'SENT' });
    await work();
    await due(true);
    expect(sent).toEqual([]);
    await due();
    await due();
    expect(sent).toEqual([{ to: 'rita@prueba.coop', text: expect.stringContaining(packageCode(id)) as string }]);
    await save(['Dos'], { status: 'SENT' });
    await work();
    await readAll(rita);
    await choose(rita, 'daily');
    await save(['Tres'], { status: 'SENT' });
    await work();
    const { rows } = await web.portal.sql.query<{ hour: number }>(
      `SELECT extract(hour FROM mail_at AT TIME ZONE 'America/Guatemala')::int AS hour FROM alerts WHERE mail_at > now() AND read_at IS NULL`,
    );
    expect(rows).toEqual([{ hour: 7 }]);
    await due();
    expect(sent).toHaveLength(2);
    // Before seven o'clock the package is redirected to its sender's agency, so she no longer sees it.
    const gone = await save(['Cuatro'], { status: 'SENT' });
    await work();
    const { data } = await stored(`PACKAGES/${gone}`);
    await put('digitalization', `PACKAGES/${gone}`, { ...data, agencyId: 'agencia-01', userAssign: '' });
    await due();
    expect(sent).toHaveLength(2);
  });
});

describe('notes', () => {
  const write = (by: Person, record: string, text: string) =>
    send(by, `/notas?record=${encodeURIComponent(record)}`, { intent: 'write', text, formToken: token(), back: '?back=q' });

  it('are shown to people who may see the record, mention others, and are deleted only by their author', async () => {
    const id = await save(['Uno'], { status: 'SENT' });
    const record = `PACKAGES/${id}`;
    const answer = await write(delia, record, '¿Llegó, @Rita? ana@correo.coop lo espera.');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${LIST}/${id}?back=q#notas`]);
    const [note] = await web.portal.documents.digitalization.query({
      collection: 'notas',
      where: [{ field: 'record', op: '==', value: record }],
    });
    expect(note?.data).toMatchObject({ userId: delia.id, userName: 'delia', mentions: [rita.id], isActive: true });
    expect(await page(`${LIST.replace('/send/', '/received/')}/${id}`, rita)).toContain('¿Llegó, @Rita?');
    const remove = (by: Person) => send(by, `/notas?record=${encodeURIComponent(record)}`, { intent: `delete:${note?.id ?? ''}` });
    expect((await remove(rita)).status).toBe(403);
    // Of the sender's agency, but not involved in the package.
    expect([(await write(otilia, record, 'Hola')).status, (await remove(otilia)).status]).toEqual([404, 404]);
    expect((await look(`/notas?record=${encodeURIComponent(record)}`, otilia)).status).toBe(404);
    const another = `PACKAGES/${await save(['Otro'], { status: 'SENT' })}`;
    const elsewhere = await send(delia, `/notas?record=${encodeURIComponent(another)}`, { intent: `delete:${note?.id ?? ''}` });
    expect(elsewhere.status).toBe(404);
    expect((await remove(delia)).status).toBe(302);
    expect(await page(`${LIST}/${id}`)).not.toContain('¿Llegó');
    expect(await auditOf(note?.path ?? '')).toEqual(expect.arrayContaining(['NOTA ESCRITA', 'NOTA ELIMINADA']));
  });

  it('are limited to 200 per person and record, including deleted ones', async () => {
    const record = `PACKAGES/${await save(['Uno'], { status: 'SENT' })}`;
    const { digitalization } = web.portal.documents;
    const stored = { record, userId: delia.id, userName: 'delia', text: 'Otra más', isActive: false };
    for (let note = 0; note < 199; note += 1) await digitalization.create(`notas/${token()}`, stored);
    expect((await write(delia, record, 'La última')).status).toBe(302);
    const answer = await write(delia, record, 'Una de más');
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('Ya escribió 200 notas aquí')]);
    expect((await write(rita, record, 'La primera')).status).toBe(302);
  });

  it('are refused with 400 for an invalid mention or without text, and keep what was typed', async () => {
    const id = await save(['Uno'], { status: 'SENT' });
    for (const [text, problem] of [
      ['@Nadie mire esto', '«@Nadie» no es nadie del portal'],
      ['Para @otilia', 'otilia no puede ver el paquete'],
      ['', 'Complete «Nota»'],
    ] as const) {
      const answer = await write(delia, `PACKAGES/${id}`, text);
      const html = await answer.text();
      expect([text, answer.status, html.includes(problem), html.includes(`>${text}</textarea>`)]).toEqual([text, 400, true, true]);
    }
    for (const record of ['PACKAGES/ninguno', 'usuarios/x', 'PACKAGES', 'toString/x', 'PACKAGES/a/b/c'])
      expect([record, (await write(delia, record, 'Hola')).status]).toEqual([record, 404]);
    const people = await look(`/notas/personas.json?record=PACKAGES/${id}&q=i`, delia, JSON_ONLY);
    expect(await people.json()).toEqual({ people: [] });
    const asked = await look(`/notas/personas.json?record=PACKAGES/${id}&q=`, delia, JSON_ONLY);
    const { people: offered } = (await asked.json()) as { people: { name: string; why: string }[] };
    expect(offered.map(({ name, why }) => [name, why])).toEqual([
      ['Ana Pérez', ''],
      ['rita', ''],
      ['otilia', 'no puede verlo'],
    ]);
  });
});

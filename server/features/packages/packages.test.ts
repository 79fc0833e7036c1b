import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { packageCode } from '../../domain/package-code.ts';
import { PACKAGE_STATES, STEP_RULES, type PackageStep } from '../../domain/package-states.ts';
import type { StoryQuery } from '../../domain/story.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { beforeNextTransaction } from '../../testing/before-next-write.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { clerk } from '../documents/testing/documents-fixture.ts';
import type { PackageValues, SentLine } from './package.ts';
import { saveAndSend } from './send-package.ts';
import { createPackagesFixture, type PackagesFixture } from './testing/packages-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const ALL = ['create', 'view', 'print', 'download', 'edit'];
const sender = clerk('delia', { legal: { poder: ALL, acta: ['view'] } });
const receiver = clerk('rita', { legal: { poder: ['view'] } }, { agencyId: 'sur' });
const blind = clerk('bruno', { otra: { poder: ALL } }, { agencyId: 'sur' });
const elsewhere = clerk('oscar', { legal: { poder: ['view'] } }, { agencyId: 'oeste' });
const other = clerk('otilia', { legal: { poder: ALL } });
const admin = testStaff({ id: 'lucia', name: 'Lucía', agencyId: 'norte' });

let made = 0;
const token = () => `formulario-numero-${String((made += 1)).padStart(6, '0')}`;

const paper = (document: string, more: Partial<SentLine> = {}): SentLine => ({
  lineId: '',
  document,
  categoryId: '',
  documentId: 'poder',
  digitalizationId: '',
  ...more,
});
const given = (more: Partial<PackageValues> = {}): PackageValues => ({
  agencyId: 'sur',
  userAssign: '',
  needReassign: false,
  note: '',
  digitalizationId: '',
  detailOfPackage: [paper('Poder 1'), paper('Poder 2')],
  ...more,
});

/** Packages and what their senders do with them, on whichever document stores. */
function describePackages(open: () => Promise<PackagesFixture>): void {
  let fixture: PackagesFixture;
  beforeAll(async () => {
    fixture = await open();
    const { put, putPerson } = fixture;
    await put('digitalization', 'categorias/legal', { nombre: 'Legal' });
    const campos = [{ clave: 'socio', etiqueta: 'Socio', tipo: 'asociado' }];
    await put('digitalization', 'tipos_documento/poder', { nombre: 'Poder', categoryId: 'legal', campos });
    await put('digitalization', 'tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal' });
    await put('digitalization', 'tipos_documento/viejo', { nombre: 'Viejo', categoryId: 'legal', estado: false });
    for (const id of ['norte', 'sur', 'oeste']) await put('main', `agencias/${id}`, { nombre: `Agencia ${id}` });
    await put('main', 'agencias/cerrada', { nombre: 'Cerrada', estado: false });
    for (const person of [sender, receiver, blind, elsewhere]) await putPerson(person);
    await putPerson(clerk('baja', { legal: { poder: ['view'] } }, { agencyId: 'sur' }), { state: false });
  });

  const verbs = new Proxy({} as PackagesFixture['packages'], {
    // The fixture is there when the tests run.
    get: (_none, name) => fixture.packages[name as keyof PackagesFixture['packages']],
  });
  const stored = async (path: string) => {
    const found = await fixture.documents.digitalization.get(path);
    if (!found) throw new Error(`${path} is not stored`);
    return found;
  };
  const storedPackage = (id: string) => stored(`PACKAGES/${id}`);
  const rowOf = async (id: string) => (await fixture.sql.query<Fields>(`SELECT * FROM packages WHERE id = $1`, [id])).rows[0];
  const auditsOf = async (path: string) => {
    const where = [{ field: 'targetPath', op: '==', value: path } as const];
    const entries = await fixture.documents.digitalization.query({ collection: 'auditoria', where });
    return entries.sort((one, two) => Number(one.version - two.version)).map(({ data }) => data);
  };
  const putPackage = async (data: Fields = {}) => {
    const id = `paq-${String((made += 1)).padStart(4, '0')}`;
    await fixture.put('digitalization', `PACKAGES/${id}`, {
      from: sender.id,
      agencyId: 'sur',
      userAssign: '',
      status: 'ENTERED',
      sended: false,
      needReassign: false,
      detailOfPackage: [
        {
          lineId: '1',
          document: 'Poder 1',
          digitalizationCategory: { id: 'legal' },
          digitalizationDocument: { id: 'poder' },
          digitalizationId: '',
        },
      ],
      ...data,
    });
    return id;
  };
  const putDocument = async (data: Fields = {}) => {
    const id = `doc-${String((made += 1)).padStart(4, '0')}`;
    await fixture.put('digitalization', `documentos/${id}`, {
      documentName: `Documento ${made}`,
      categoryId: 'legal',
      documentId: 'poder',
      status: 'INDEXED',
      url: '',
      agencyId: 'norte',
      agencyFromDoc: 'norte',
      userId: '',
      userAssign: '',
      createdBy: 'delia',
      ...data,
    });
    return id;
  };
  const save = (more: Partial<PackageValues> = {}, actor: Staff = sender) =>
    verbs.saveDraft({ actor, id: null, formToken: token(), given: given(more) });
  const send = (id: string, actor: Staff = sender, formToken = token()) => verbs.sendPackage({ actor, id, formToken });

  /** Steps of the sender, with what each needs. */
  const STEPS: Readonly<Partial<Record<PackageStep, (id: string, actor: Staff) => Promise<unknown>>>> = {
    save: (id, actor) => verbs.saveDraft({ actor, id, formToken: token(), given: given({ note: 'Otra nota' }) }),
    send: (id, actor) => send(id, actor),
    cancel: (id, actor) => verbs.cancelPackage({ actor, id, formToken: token() }),
    withdraw: (id, actor) => verbs.withdrawPackage({ actor, id, formToken: token() }),
  };

  describe.each(Object.entries(STEPS) as [PackageStep, NonNullable<(typeof STEPS)['save']>][])('step «%s» of the sender', (step, act) => {
    it.each([...PACKAGE_STATES, 'REVISION', ''])(
      'from status «%s» is done and audited, or refused with a conflict, as STEP_RULES says',
      async (status) => {
        const id = await putPackage({ status });
        const before = await storedPackage(id);
        if (STEP_RULES[step].from.some((from) => from === status)) {
          await act(id, sender);
          expect((await storedPackage(id)).data['status']).toBe(STEP_RULES[step].to ?? status);
          expect(await auditsOf(`PACKAGES/${id}`)).toHaveLength(1);
          return;
        }
        const error = await failureOf(act(id, sender));
        expect([error.code, error.details]).toEqual(['conflict', { reason: 'state', status, isActive: true }]);
        expect((await storedPackage(id)).version).toBe(before.version);
        expect(await auditsOf(`PACKAGES/${id}`)).toEqual([]);
      },
    );

    it('is refused with a conflict on a cancelled package', async () => {
      const id = await putPackage({ isActive: false });
      const error = await failureOf(act(id, sender));
      expect([error.code, error.details?.['reason']]).toEqual(['conflict', 'cancelled']);
    });

    it('is refused to everybody but the sender, also to administrators', async () => {
      const id = await putPackage();
      const before = await storedPackage(id);
      for (const [actor, code] of [
        [other, 'not-found'],
        [receiver, 'not-found'],
        [admin, 'forbidden'],
        [{ ...sender, menus: testEditor({}, ['home', 'packages-received']).menus }, 'forbidden'],
      ] as const)
        expect([actor.id, (await failureOf(act(id, actor))).code]).toEqual([actor.id, code]);
      for (const id of ['no-existe', '..', '']) expect((await failureOf(act(id, sender))).code).toBe('not-found');
      expect((await storedPackage(id)).version).toBe(before.version);
    });
  });

  describe('a draft', () => {
    it('is stored as typed, and once when its form is sent twice', async () => {
      const call = { actor: sender, id: null, formToken: token(), given: given({ note: ' Urge \r\n hoy ' }), requestId: 'r-1' };
      const [first, second] = [await verbs.saveDraft(call), await verbs.saveDraft(call)];
      expect(second).toEqual(first);
      const { data } = await storedPackage(first.id);
      expect(data).toMatchObject({
        from: 'delia',
        agencyId: 'sur',
        userAssign: '',
        status: 'ENTERED',
        sended: false,
        needReassign: false,
        note: 'Urge \n hoy',
        detailOfPackage: [
          {
            lineId: '1',
            document: 'Poder 1',
            digitalizationId: '',
            digitalizationCategory: { id: 'legal' },
            digitalizationDocument: { id: 'poder' },
          },
          { lineId: '2', document: 'Poder 2' },
        ],
      });
      expect(data['sendedAt'] ?? null).toBeNull();
      expect(await auditsOf(`PACKAGES/${first.id}`)).toMatchObject([{ action: 'PAQUETE CREADO', user: 'delia', requestId: 'r-1' }]);
      expect(await rowOf(first.id)).toMatchObject({ line_count: 2, code: packageCode(first.id) });
    });

    it('may be incomplete: lines without a type stay, lines without a name are dropped', async () => {
      const { id } = await save({
        agencyId: '',
        detailOfPackage: [paper(' ', { documentId: 'poder' }), paper('Suelto', { documentId: '' })],
      });
      expect((await verbs.getSentPackage({ actor: sender, id })).lines).toMatchObject([{ document: 'Suelto', documentId: '' }]);
    });

    it('keeps the ids of its lines when others are removed, moved or added', async () => {
      const { id } = await save({ detailOfPackage: [paper('A'), paper('B'), paper('C')] });
      const change = (lines: readonly SentLine[]) =>
        verbs.saveDraft({ actor: sender, id, formToken: '', given: given({ detailOfPackage: lines }) });
      await change([paper('C', { lineId: '3' }), paper('B', { lineId: '2' }), paper('D'), paper('E', { lineId: '2' })]);
      const { lines } = await verbs.getSentPackage({ actor: sender, id });
      expect(lines.map(({ lineId, document }) => `${lineId} ${document}`)).toEqual(['3 C', '2 B', '1 D', '4 E']);
    });

    it('stays as sent when a save arrives after it was sent, which is a conflict', async () => {
      const { id } = await save();
      beforeNextTransaction(fixture.documents.digitalization, () => send(id));
      const late = verbs.saveDraft({ actor: sender, id, formToken: '', given: given({ note: 'Tarde' }) });
      expect((await failureOf(late)).code).toBe('conflict');
      expect((await storedPackage(id)).data).toMatchObject({ status: 'SENT', note: '' });
    });

    it('is a conflict when saved differently from two windows, but not when saved alike', async () => {
      const { id } = await save();
      const { version } = await verbs.getDraft({ actor: sender, id });
      const change = (note: string) => verbs.saveDraft({ actor: sender, id, ifVersion: version, formToken: '', given: given({ note }) });
      await change('Una');
      await change('Una');
      const error = await failureOf(change('Otra'));
      expect([error.code, error.details?.['differing']]).toEqual(['conflict', ['note']]);
    });

    it.each<[string, Partial<PackageValues>, string]>([
      ['101 lines', { detailOfPackage: Array.from({ length: 101 }, (_none, at) => paper(`Papel ${at}`)) }, 'lines'],
      ['a name without end', { detailOfPackage: [paper('x'.repeat(500_000))] }, 'line.0.document'],
      ['a name with a control character', { detailOfPackage: [paper('Poder'), paper('uno\u0001dos')] }, 'line.1.document'],
      ['a note without end', { note: 'x'.repeat(501) }, 'note'],
      ['an agency that cannot be one', { agencyId: '../x' }, 'agencyId'],
      ['a type that cannot be one', { detailOfPackage: [paper('Poder', { documentId: 'a/b' })] }, 'line.0.documentId'],
      [
        'a document that is not there',
        { needReassign: true, detailOfPackage: [paper('', { digitalizationId: 'nada' })] },
        'line.0.digitalizationId',
      ],
    ])('with %s is rejected at its field', async (_what, more, field) => {
      const error = await failureOf(save(more));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
    });

    it('takes name and type of a line from its document, and rejects a document the person may not see', async () => {
      const [mine, hidden] = [await putDocument({ documentName: 'Escritura 7' }), await putDocument({ documentId: 'secreto' })];
      const { id } = await save({
        needReassign: true,
        detailOfPackage: [paper('Otro nombre', { digitalizationId: mine, documentId: 'acta' })],
      });
      expect((await verbs.getSentPackage({ actor: sender, id })).lines).toMatchObject([
        { document: 'Escritura 7', documentId: 'poder', opens: true },
      ]);
      const withoutList = { ...sender, menus: new Set<MenuId>(['packages-sent']) };
      expect((await verbs.getSentPackage({ actor: withoutList, id })).lines).toMatchObject([{ document: 'Escritura 7', opens: false }]);
      expect((await failureOf(save({ needReassign: true, detailOfPackage: [paper('', { digitalizationId: hidden })] }))).code).toBe(
        'invalid-input',
      );
    });

    it('starts with the document on whose page it was begun, if the person may see it', async () => {
      const id = await putDocument({ documentName: 'Escritura 8' });
      expect(await verbs.startPackage({ actor: sender, documentId: id })).toMatchObject({
        needReassign: true,
        digitalizationId: id,
        detailOfPackage: [{ document: 'Escritura 8', digitalizationId: id }],
      });
      expect((await failureOf(verbs.startPackage({ actor: blind, documentId: id }))).code).toBe('not-found');
      expect((await verbs.startPackage({ actor: blind, documentId: '' })).detailOfPackage).toEqual([]);
    });
  });

  describe('sending', () => {
    it('stores sender, agency and time once, however often the form is sent', async () => {
      const { id } = await save({ userAssign: 'rita' });
      const formToken = token();
      await Promise.all([send(id, sender, formToken), send(id, sender, formToken), send(id, sender, formToken)]);
      const { data } = await storedPackage(id);
      expect(data).toMatchObject({
        status: 'SENT',
        sended: true,
        code: packageCode(id),
        userAssign: 'rita',
        fromUser: { id: 'delia', name: 'Persona delia', agency: 'norte' },
      });
      expect(data['sendedAt']).toBeInstanceOf(Date);
      expect((await auditsOf(`PACKAGES/${id}`)).map(({ action }) => action)).toEqual(['PAQUETE CREADO', 'PAQUETE ENVIADO']);
      expect(await rowOf(id)).toMatchObject({ status: 'SENT', from_agency: 'norte' });
      expect((await failureOf(send(id))).code).toBe('conflict');
    });

    it.each<[string, Partial<PackageValues>, string, string]>([
      ['no line', { detailOfPackage: [] }, 'lines', 'línea'],
      ['no agency', { agencyId: '' }, 'agencyId', 'Elija'],
      ['the own agency', { agencyId: 'norte' }, 'agencyId', 'propia'],
      ['a closed agency', { agencyId: 'cerrada' }, 'agencyId', 'inactiva'],
      ['nobody', { userAssign: 'nadie' }, 'userAssign', 'no existe'],
      ['somebody who left', { userAssign: 'baja' }, 'userAssign', 'desactivada'],
      ['somebody of another agency', { userAssign: 'oscar' }, 'userAssign', 'Persona oscar'],
      ['somebody who may not view a type', { userAssign: 'bruno' }, 'userAssign', 'Poder'],
      ['a paper without a name', { detailOfPackage: [paper('', { digitalizationId: 'x' })] }, 'line.0.document', 'nombre'],
      ['a paper without a type', { detailOfPackage: [paper('A'), paper('B', { documentId: '' })] }, 'line.1.documentId', 'tipo'],
      ['a type that the sender may not create', { detailOfPackage: [paper('A', { documentId: 'acta' })] }, 'line.0.documentId', 'Acta'],
      ['an inactive type', { detailOfPackage: [paper('A', { documentId: 'viejo' })] }, 'line.0.documentId', 'inactivo'],
      ['a type of another category', { detailOfPackage: [paper('A', { categoryId: 'otra' })] }, 'line.0.documentId', 'categoría'],
    ])('to or with %s is rejected at the field that the review of the draft names too', async (_what, more, field, named) => {
      const { id } = await save(more);
      const before = await storedPackage(id);
      const error = await failureOf(send(id));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
      expect(error.userMessage).toContain(named);
      expect((await storedPackage(id)).version).toBe(before.version);
      expect(Object.keys((await verbs.getSentPackage({ actor: sender, id })).problems)).toEqual([field]);
    });

    it('marks each document as in the package with an audit entry, and refuses it in a second package', async () => {
      const ids = [await putDocument(), await putDocument({ userId: 'delia', userAssign: 'delia', status: 'ASSIGNED', agencyId: 'oeste' })];
      const { id } = await save({ needReassign: true, detailOfPackage: ids.map((digitalizationId) => paper('', { digitalizationId })) });
      expect((await stored(`documentos/${ids[0]}`)).data['inPackage'] ?? '').toBe('');
      await send(id);
      for (const document of ids) {
        expect((await stored(`documentos/${document}`)).data['inPackage']).toBe(id);
        expect(await auditsOf(`documentos/${document}`)).toMatchObject([
          { action: 'ARCHIVO DIGITALIZADO ENVIADO', beforeData: { inPackage: '' }, newData: { inPackage: id } },
        ]);
      }
      const { rows } = await fixture.sql.query<{ inPackage: string }>(`SELECT "inPackage" FROM documentos WHERE id = ANY($1)`, [ids]);
      expect(rows).toEqual([{ inPackage: id }, { inPackage: id }]);
      const again = await save({ needReassign: true, detailOfPackage: [paper('', { digitalizationId: ids[0] ?? '' })] });
      expect((await failureOf(send(again.id))).userMessage).toContain(packageCode(id));
    });

    it.each<[string, Fields, Staff, boolean]>([
      ['deactivated', { isActive: false }, sender, false],
      ['held by somebody else', { userId: 'rita', status: 'ASSIGNED' }, sender, false],
      ['held by somebody else, by an administrator', { userId: 'rita', status: 'ASSIGNED' }, admin, true],
      ['of another agency', { agencyId: 'oeste' }, sender, false],
      ['of the own agency', {}, sender, true],
    ])('offers a document that is %s exactly when it can be sent', async (_what, data, actor, allowed) => {
      const document = await putDocument(data);
      const { id } = await save({ needReassign: true, detailOfPackage: [paper('', { digitalizationId: document })] }, actor);
      const found = await verbs.findSendable({ actor, q: document });
      expect(found.rows.map((row) => row.id)).toEqual(allowed ? [document] : []);
      if (allowed) return void (await send(id, actor));
      expect(Object.keys((await failureOf(send(id, actor))).fields ?? {})).toEqual(['line.0.digitalizationId']);
      expect((await stored(`documentos/${document}`)).data['inPackage'] ?? '').toBe('');
    });

    it('applies the same checks to a draft that another program wrote', async () => {
      const refusal = async (data: Fields) => (await failureOf(send(await putPackage(data)))).fields;
      const line = (lineId: string, more: Fields = {}) => ({
        lineId,
        document: `Poder ${lineId}`,
        digitalizationCategory: { id: 'legal' },
        digitalizationDocument: { id: 'poder' },
        digitalizationId: '',
        ...more,
      });
      const many = Array.from({ length: 101 }, (_, index) => line(String(index)));
      expect(await refusal({ detailOfPackage: many })).toEqual({ lines: ['Un paquete lleva hasta 100 líneas.'] });
      const digitalizationId = await putDocument();
      const twice = ['1', '2'].map((lineId) => line(lineId, { digitalizationId }));
      expect(await refusal({ needReassign: true, detailOfPackage: twice })).toEqual({
        'line.1.digitalizationId': ['El documento ya está en otra línea.'],
      });
      const unseen = [line('1', { digitalizationId: await putDocument({ categoryId: 'otra' }) })];
      expect(await refusal({ needReassign: true, detailOfPackage: unseen })).toEqual({
        'line.0.digitalizationId': ['El documento no existe o usted no puede verlo.'],
      });
    });

    it('the same document in two packages at once succeeds for exactly one of them', async () => {
      const document = await putDocument();
      const lines = [paper('', { digitalizationId: document })];
      const drafts = [
        await save({ needReassign: true, detailOfPackage: lines }),
        await save({ needReassign: true, detailOfPackage: lines }, other),
      ];
      const answers = await Promise.allSettled([send(drafts[0]?.id ?? ''), send(drafts[1]?.id ?? '', other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const states = await Promise.all(drafts.map(async ({ id }) => (await storedPackage(id)).data['status']));
      expect(states.sort()).toEqual(['ENTERED', 'SENT']);
      expect(await auditsOf(`documentos/${document}`)).toHaveLength(1);
    });

    it('hands over 100 documents in one package, in one transaction', async () => {
      const ids = await Promise.all(Array.from({ length: 100 }, () => putDocument()));
      const { id } = await save({ needReassign: true, detailOfPackage: ids.map((digitalizationId) => paper('', { digitalizationId })) });
      await send(id);
      const found = await fixture.documents.digitalization.query({
        collection: 'documentos',
        where: [{ field: 'inPackage', op: '==', value: id }],
      });
      expect(found).toHaveLength(100);
      // The writes of one commit get one version.
      expect(new Set([await storedPackage(id), ...found].map(({ version }) => version)).size).toBe(1);
    });
  });

  describe('saving and sending in one step', () => {
    it('creates one package and sends it once when the form is sent twice', async () => {
      const call = { actor: sender, id: null, formToken: token(), given: given() };
      const first = await verbs.saveAndSend(call);
      expect(await verbs.saveAndSend(call)).toEqual(first);
      expect((await auditsOf(`PACKAGES/${first.id}`)).map(({ action }) => action)).toEqual(['PAQUETE CREADO', 'PAQUETE ENVIADO']);
    });

    it('recognizes a resent form after the package was accepted or its document renamed', async () => {
      const papers = { actor: sender, id: null, formToken: token(), given: given() };
      const { id } = await verbs.saveAndSend(papers);
      const checks = given().detailOfPackage.map((_line, place) => ({ place, lineId: '', verdict: 'RECEIVED' }));
      await verbs.acceptPackage({ actor: receiver, id, formToken: token(), receipt: { checks } });
      expect(await verbs.saveAndSend(papers)).toEqual({ id });
      const document = await putDocument();
      const lines = [{ lineId: '', document: '', categoryId: '', documentId: '', digitalizationId: document }];
      const carried = { ...papers, formToken: token(), given: given({ needReassign: true, detailOfPackage: lines }) };
      const sent = await verbs.saveAndSend(carried);
      await fixture.documents.digitalization.update(`documentos/${document}`, { documentName: 'De otro nombre' });
      expect(await verbs.saveAndSend(carried)).toEqual(sent);
    });

    it('returns the same package when the form is resent while its first request is finishing', async () => {
      const call = { actor: sender, id: null, formToken: token(), given: given() };
      let first: { id: string } | undefined;
      const get = async (path: string) => {
        const found = await fixture.documents.digitalization.get(path);
        // As if the first time were sent between two looks of the second.
        first ??= await verbs.saveAndSend(call);
        return found;
      };
      const digitalization = { ...fixture.documents.digitalization, get };
      const again = saveAndSend({ ...fixture.services, documents: { ...fixture.documents, digitalization } }, call);
      expect(await again).toEqual(first);
      expect((await auditsOf(`PACKAGES/${first?.id}`)).map(({ action }) => action)).toEqual(['PAQUETE CREADO', 'PAQUETE ENVIADO']);
    });

    it('updates the draft when a resent form differs, and is a conflict once the package is sent', async () => {
      const formToken = token();
      const call = { actor: sender, id: null, formToken, given: given() };
      const draft = await verbs.saveDraft(call);
      expect(await verbs.saveDraft({ ...call, given: given({ note: 'Corregida' }) })).toEqual(draft);
      expect((await storedPackage(draft.id)).data['note']).toBe('Corregida');
      expect(await verbs.saveAndSend({ ...call, given: given({ note: 'Enviada' }) })).toEqual(draft);
      const sent = await storedPackage(draft.id);
      expect(sent.data).toMatchObject({ status: 'SENT', note: 'Enviada' });
      for (const verb of [verbs.saveAndSend, verbs.saveDraft]) {
        expect(await verb({ ...call, given: given({ note: 'Enviada' }) })).toEqual(draft);
        expect((await failureOf(verb({ ...call, given: given({ note: 'Tarde' }) }))).code).toBe('conflict');
      }
      expect((await storedPackage(draft.id)).version).toBe(sent.version);
    });

    it('stores no part of a draft that cannot be sent', async () => {
      const { id } = await save();
      const before = await storedPackage(id);
      const call = { actor: sender, id, formToken: token(), given: given({ agencyId: 'norte' }) };
      expect(Object.keys((await failureOf(verbs.saveAndSend(call))).fields ?? {})).toEqual(['agencyId']);
      expect((await storedPackage(id)).version).toBe(before.version);
      await verbs.saveAndSend({ ...call, given: given({ note: 'Con nota' }) });
      expect((await storedPackage(id)).data).toMatchObject({ status: 'SENT', note: 'Con nota' });
    });
  });

  it('shows the sender what the receiver found only after the package is accepted', async () => {
    const found = {
      document: 'Poder 1',
      digitalizationDocument: { id: 'poder' },
      verdict: 'MISSING',
      note: 'No venía',
      checkedBy: 'rita',
    };
    const told = async (status: string) => {
      const id = await putPackage({ status, detailOfPackage: [found], extras: [{ document: 'Otro', note: '' }] });
      const { lines, extras, difference_count } = await verbs.getSentPackage({ actor: sender, id });
      return [lines[0]?.verdict, lines[0]?.note, extras.length, difference_count];
    };
    expect(await told('SENT')).toEqual(['', '', 0, 0]);
    expect(await told('ACCEPTED')).toEqual(['MISSING', 'No venía', 1, 2]);
  });

  it('finds a package by what its receiver found only once it is accepted, except in the receiver’s list by the number shown there', async () => {
    const extras = [{ document: 'Croquis', note: 'Sin firma' }];
    const line = { document: 'Poder 77', verdict: 'DAMAGED', note: 'Mojado' };
    const put = (status: string) => putPackage({ status, agencyId: 'sur', note: 'Sobre azul', detailOfPackage: [line], extras });
    const [sent, accepted] = [await put('SENT'), await put('ACCEPTED')];
    const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id).filter((id) => [sent, accepted].includes(id));
    for (const q of ['poder 77', 'sobre azul']) {
      const params = new URLSearchParams({ q });
      expect([q, ids(await verbs.findSentPackages({ actor: sender, params })).sort()]).toEqual([q, [sent, accepted].sort()]);
    }
    for (const q of ['mojado', 'croquis', 'sin firma', '2 diferencias']) {
      const params = new URLSearchParams({ q });
      expect([q, ids(await verbs.findSentPackages({ actor: sender, params }))]).toEqual([q, [accepted]]);
    }
    const params = new URLSearchParams({ q: '2 diferencias' });
    const receiving = { ...sender, agencyId: 'sur' };
    expect(ids(await verbs.findReceivedPackages({ actor: receiving, params })).sort()).toEqual([sent, accepted].sort());
  });

  describe('a copy', () => {
    const RECEIVED = {
      status: 'ACCEPTED',
      note: 'La primera',
      detailOfPackage: ['RECEIVED', 'MISSING', 'DAMAGED', 'MISMATCH'].map((verdict, at) => ({
        lineId: `l${at}`,
        document: `Papel ${at}`,
        digitalizationId: `d${at}`,
        verdict,
        note: 'x',
        checkedBy: 'rita',
        digitalizationCategory: { id: 'legal' },
        digitalizationDocument: { id: 'poder' },
      })),
    };

    it('is a draft with the same lines but no findings, made once per form', async () => {
      const id = await putPackage(RECEIVED);
      const formToken = token();
      const copy = await verbs.duplicatePackage({ actor: sender, id, formToken });
      // Its answer was lost, and the package is another one by now.
      await fixture.documents.digitalization.update(`PACKAGES/${id}`, { note: 'La segunda' });
      expect(await verbs.duplicatePackage({ actor: sender, id, formToken })).toEqual(copy);
      expect((await verbs.resendMissing({ actor: sender, id, formToken })).id).not.toBe(copy.id);
      const { data } = await storedPackage(copy.id);
      expect(data).toMatchObject({ status: 'ENTERED', sended: false, agencyId: 'sur', note: 'La primera', from: 'delia' });
      expect(data['detailOfPackage']).toHaveLength(4);
      expect(JSON.stringify(data['detailOfPackage'])).not.toMatch(/verdict|checkedBy|"d0"/);
      expect((await failureOf(verbs.duplicatePackage({ actor: other, id, formToken: token() }))).code).toBe('not-found');
    });

    it('of missing lines holds only those that did not arrive, and needs an accepted package', async () => {
      const id = await putPackage(RECEIVED);
      const copy = await verbs.resendMissing({ actor: sender, id, formToken: token() });
      const { lines, note } = await verbs.getSentPackage({ actor: sender, id: copy.id });
      expect(lines.map(({ document }) => document)).toEqual(['Papel 1', 'Papel 3']);
      expect(note).toContain(packageCode(id));
      const sent = await putPackage({ ...RECEIVED, status: 'SENT' });
      const error = await failureOf(verbs.resendMissing({ actor: sender, id: sent, formToken: token() }));
      expect([error.code, error.details?.['status']]).toEqual(['conflict', 'SENT']);
    });
  });

  it('finds documents to send by code, name or DPI of a member they name', async () => {
    await fixture.put('main', 'clientes/m1', { codigo: 'A-000077', nombre: 'Marta Yat', dpi: '3449487480408' });
    const id = await putDocument({ campos: { socio: 'm1' } });
    for (const q of ['a-000077', 'yat marta', '3449 48748 0408'])
      expect((await verbs.findSendable({ actor: sender, q })).rows).toMatchObject([{ id, memberNames: 'A-000077 Marta Yat' }]);
    expect((await verbs.findSendable({ actor: other, q: 'marta yat' })).rows.map((row) => row.id)).toEqual([id]);
    expect((await verbs.findSendable({ actor: receiver, q: 'marta yat' })).rows).toEqual([]);
  });

  it('finds packages by members named in their documents, but only in documents the person may see', async () => {
    await fixture.put('main', 'clientes/m2', { codigo: 'A-000088', nombre: 'Zoila Xol', dpi: '3449487481111' });
    const line = (digitalizationId: string) => ({ lineId: digitalizationId, document: 'Papel', digitalizationId });
    const open = await putDocument({ campos: { socio: 'm2' } });
    const campos = [{ clave: 'socio', etiqueta: 'Socio', tipo: 'asociado' }];
    await fixture.put('digitalization', 'tipos_documento/reservado', { nombre: 'Reservado', categoryId: 'legal', estado: false, campos });
    const closed = await putDocument({ campos: { socio: 'm2' }, documentId: 'reservado' });
    const id = await putPackage({ needReassign: true, status: 'SENT', detailOfPackage: [line(open)] });
    const other = await putPackage({ needReassign: true, status: 'SENT', detailOfPackage: [line(closed)] });
    const found = async (find: 'findReceivedPackages' | 'findSentPackages', actor: Staff, q: string) =>
      (await verbs[find]({ actor, params: new URLSearchParams({ q }) })).rows.map((row) => row.id);
    for (const q of ['a-000088', 'xol zoila', '3449 48748 1111']) expect(await found('findSentPackages', sender, q), q).toEqual([id]);
    expect(await found('findReceivedPackages', receiver, 'zoila')).toEqual([id]);
    expect((await found('findSentPackages', admin, 'zoila')).sort()).toEqual([id, other].sort());
    expect(await found('findReceivedPackages', elsewhere, 'zoila')).toEqual([]);
  });

  it('offers no document of a type the person may not see, even one they created', async () => {
    await putDocument({ documentName: 'Reservorio cerrado', documentId: 'ajeno' });
    const open = await putDocument({ documentName: 'Reservorio de todos' });
    expect((await verbs.findSendable({ actor: sender, q: 'reservorio' })).rows.map((row) => row.id)).toEqual([open]);
  });

  it('refuses an agency or person that cannot receive the package, but leaves packages already sent alone', async () => {
    await fixture.put('main', 'agencias/vacia', { nombre: 'Agencia Vacía' });
    await fixture.put('main', 'agencias/ciega', { nombre: 'Agencia Ciega' });
    await fixture.putPerson(clerk('ciego', { otra: { poder: ALL } }, { agencyId: 'ciega' }));
    await fixture.putPerson(clerk('editora', { legal: { poder: ['view'] } }, { agencyId: 'oeste' }), { role: 'user' });
    const refusal = async (more: Partial<PackageValues>) => {
      const { id } = await save(more);
      const { fields } = await failureOf(send(id));
      expect((await storedPackage(id)).data['status']).toBe('ENTERED');
      return fields;
    };
    expect(await refusal({ agencyId: 'vacia' })).toEqual({
      agencyId: ['En «Agencia Vacía» nadie recibe paquetes: no hay quien pueda aceptarlos en «Paquetes recibidos». Elija otra agencia.'],
    });
    expect(await refusal({ agencyId: 'ciega' })).toEqual({
      agencyId: ['En «Agencia Ciega» quien recibe paquetes no puede ver «Poder»: nadie podría quedarse con todo. Elija otra agencia.'],
    });
    expect(await refusal({ agencyId: 'oeste', userAssign: 'editora' })).toEqual({
      userAssign: ['Persona editora no abre «Paquetes recibidos» y no podría recibirlo. Elija a otra persona.'],
    });
    // Who may only look there could neither check nor accept it.
    await fixture.put('main', 'agencias/mirador', { nombre: 'Agencia Mirador' });
    await fixture.put('main', 'permisos_rol/mira', { menus: ['packages-received'], accionesNegadas: ['packages-received:change'] });
    await fixture.putPerson(clerk('mirta', { legal: { poder: ALL } }, { agencyId: 'mirador' }), { role: 'mira' });
    expect(await refusal({ agencyId: 'mirador' })).toEqual({
      agencyId: ['En «Agencia Mirador» nadie recibe paquetes: no hay quien pueda aceptarlos en «Paquetes recibidos». Elija otra agencia.'],
    });
    expect(await refusal({ agencyId: 'mirador', userAssign: 'mirta' })).toMatchObject({
      userAssign: ['Persona mirta solo mira «Paquetes recibidos» y no podría recibirlo. Elija a otra persona.'],
    });
    expect((await verbs.findDestinations({ actor: sender, chosen: 'mirador' })).at(-1)).toMatchObject({ why: 'ahí nadie recibe paquetes' });
    expect(await verbs.findRecipients({ actor: sender, agencyId: 'mirador', types: [] })).toMatchObject([
      { id: 'mirta', why: 'solo mira «Paquetes recibidos»' },
    ]);
    await fixture.put('main', 'agencias/ciega', { nombre: 'Agencia Ciega', estado: false });
    const sent = await putPackage({ status: 'SENT', agencyId: 'vacia' });
    expect(await verbs.getSentPackage({ actor: sender, id: sent })).toMatchObject({ status: 'SENT', problems: {} });
  });

  describe('withdrawing a package', () => {
    it('makes it a draft again, frees its documents and is told in its history', async () => {
      const document = await putDocument();
      const detailOfPackage = [paper('', { digitalizationId: document })];
      const { id } = await save({ needReassign: true, detailOfPackage });
      await send(id);
      expect((await stored(`documentos/${document}`)).data['inPackage']).toBe(id);
      expect(await verbs.getSentPackage({ actor: sender, id })).toMatchObject({ can: { withdraw: true } });
      const call = { actor: sender, id, formToken: token() };
      await verbs.withdrawPackage(call);
      await verbs.withdrawPackage(call);
      const { data } = await storedPackage(id);
      expect(data).toMatchObject({ status: 'ENTERED', sended: false, sendedAt: null, withdrawnFrom: 'sur', agencyId: 'sur' });
      expect((await stored(`documentos/${document}`)).data).toMatchObject({ inPackage: '', status: 'INDEXED', agencyId: 'norte' });
      expect((await auditsOf(`PACKAGES/${id}`)).map(({ action }) => action)).toEqual([
        'PAQUETE CREADO',
        'PAQUETE ENVIADO',
        'PAQUETE RETIRADO',
      ]);
      expect((await auditsOf(`documentos/${document}`)).map(({ action }) => action).at(-1)).toBe(
        'ARCHIVO DIGITALIZADO RETIRADO CON SU PAQUETE',
      );
      const told = async () =>
        (await verbs.findPackageStory({ actor: sender, id, side: 'sender', part: null, before: '' })).events.map(({ did }) => did);
      const withdrawn = ['lo retiró antes de que lo recibieran', 'lo envió', 'lo armó'];
      expect(await told()).toEqual(withdrawn);
      await send(id);
      expect(await told()).toEqual(['lo envió', ...withdrawn]);
    });

    it('is shown to the receiving agency until the package is sent again', async () => {
      const { id } = await save();
      await send(id);
      const told = async (actor: Staff) =>
        (await verbs.findReceivedPackages({ actor, params: new URLSearchParams() })).withdrawn.filter((one) => one.id === id);
      expect(await told(receiver)).toEqual([]);
      await verbs.withdrawPackage({ actor: sender, id, formToken: token() });
      expect(await told(receiver)).toMatchObject([{ code: packageCode(id), senderName: 'Persona delia', fromName: 'Agencia norte' }]);
      expect(await told(elsewhere)).toEqual([]);
      const gone = await failureOf(verbs.getReceivedPackage({ actor: receiver, id }));
      expect([gone.code, gone.userMessage]).toEqual(['not-found', expect.stringContaining('lo retiró quien lo envió')]);
      const late = await failureOf(verbs.acceptPackage({ actor: receiver, id, formToken: token(), receipt: { checks: [] } }));
      expect([late.code, late.userMessage]).toEqual(['conflict', expect.stringContaining('ya no viene a su agencia')]);
      expect((await failureOf(verbs.getReceivedPackage({ actor: elsewhere, id }))).userMessage).not.toContain('retiró');
      await send(id);
      expect(await told(receiver)).toEqual([]);
    });

    it('is refused and not offered once the receiver has checked a line', async () => {
      const { id } = await save();
      await send(id);
      const [line] = (await verbs.getReceivedPackage({ actor: receiver, id })).lines;
      const checks = [{ place: 0, lineId: line?.lineId ?? '', verdict: 'RECEIVED' }];
      await verbs.checkPackage({ actor: receiver, id, formToken: token(), receipt: { checks } });
      expect((await verbs.getSentPackage({ actor: sender, id })).can.withdraw).toBe(false);
      const error = await failureOf(verbs.withdrawPackage({ actor: sender, id, formToken: token() }));
      expect([error.code, error.details?.['reason']]).toEqual(['conflict', 'checked']);
      expect((await storedPackage(id)).data['status']).toBe('SENT');
    });

    it('succeeds or accepting does, never both at the same moment', async () => {
      const { id } = await save();
      await send(id);
      const lines = (await verbs.getReceivedPackage({ actor: receiver, id })).lines;
      const checks = lines.map(({ lineId }, place) => ({ place, lineId, verdict: 'RECEIVED' }));
      const results = await Promise.allSettled([
        verbs.withdrawPackage({ actor: sender, id, formToken: token() }),
        verbs.acceptPackage({ actor: receiver, id, formToken: token(), receipt: { checks } }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { status, sended } = (await storedPackage(id)).data;
      expect([status, sended]).toEqual(results[0].status === 'fulfilled' ? ['ENTERED', false] : ['ACCEPTED', true]);
    });
  });

  it('hides draft changes from the receiver, and checks from the sender until the package is accepted', async () => {
    const told = async (side: 'receiver' | 'sender', part: StoryQuery['part'] = null) => {
      const actor = side === 'sender' ? sender : receiver;
      return (await verbs.findPackageStory({ actor, id, side, part, before: '' })).events.map(({ who, did }) => `${who} ${did}`);
    };
    const { id } = await save();
    const nowhere = { agency: null, fromAgency: null, person: null, sender: null };
    const all = { ...nowhere, agency: '/locations/list-agencies/sur', sender: '/users/list-users/delia' };
    expect((await verbs.getSentPackage({ actor: sender, id })).pages).toEqual(all);
    expect((await verbs.getSentPackage({ actor: { ...sender, menus: new Set(['packages-sent']) }, id })).pages).toEqual(nowhere);
    await verbs.saveDraft({ actor: sender, id, formToken: token(), given: given({ note: 'Urge', detailOfPackage: [paper('Poder 1')] }) });
    await send(id);
    const lines = (await verbs.getReceivedPackage({ actor: receiver, id })).lines;
    const checks = lines.map(({ lineId }, place) => ({ place, lineId, verdict: 'RECEIVED' }));
    await verbs.checkPackage({ actor: receiver, id, formToken: token(), receipt: { checks } });
    const drafted = 'Persona delia puso Urge en Nota y cambió Contenido de 2 líneas a 1 línea';
    expect(await told('sender')).toEqual(['Persona delia lo envió', drafted, 'Persona delia lo armó']);
    expect(await told('sender', 'changes')).toEqual([drafted, 'Persona delia lo armó']);
    const received = ['Persona rita lo revisó', 'Persona delia lo envió', 'Persona delia lo armó'];
    expect(await told('receiver')).toEqual(received);
    await verbs.acceptPackage({ actor: receiver, id, formToken: token(), receipt: { checks } });
    expect(await told('receiver')).toEqual(['Persona rita lo aceptó', ...received]);
    expect((await told('sender')).slice(0, 2)).toEqual(['Persona rita lo aceptó', 'Persona rita lo revisó']);
    expect((await failureOf(verbs.findPackageStory({ actor: elsewhere, id, side: 'receiver', part: null, before: '' }))).code).toBe(
      'not-found',
    );
    const old = await putPackage({ status: 'SENT', sended: true, sendedAt: new Date(Date.now() + 1_000) });
    const untold = await verbs.findPackageStory({ actor: sender, id: old, side: 'sender', part: null, before: '' });
    expect(untold.events.map(({ who, did }) => `${who} ${did}`)).toEqual(['Persona delia lo envió', 'Persona delia lo armó']);
  });

  it('tells in the history what changed in how many lines of a draft', async () => {
    const { id } = await save();
    const [one = '', two = ''] = (await verbs.getSentPackage({ actor: sender, id })).lines.map(({ lineId }) => lineId);
    const actor = clerk('delia', { legal: { poder: ALL, acta: ALL } });
    const change = (...lines: SentLine[]) => verbs.saveDraft({ actor, id, formToken: token(), given: given({ detailOfPackage: lines }) });
    const acta = { documentId: 'acta' };
    await change(paper('Poder 1', { lineId: one, ...acta }), paper('Poder 2', { lineId: two, ...acta }));
    await change(paper('Poder uno', { lineId: one }), paper('Poder 2', { lineId: two, ...acta }));
    await change(paper('Poder 1', { lineId: one }));
    const { events } = await verbs.findPackageStory({ actor: sender, id, side: 'sender', part: null, before: '' });
    expect(events.map(({ did, notes }) => [did, ...notes])).toEqual([
      ['cambió Contenido de 2 líneas a 1 línea', 'Cambió el documento de 1 línea.'],
      ['cambió el tipo de 1 línea y el documento de 1 línea'],
      ['cambió el tipo de 2 líneas'],
      ['lo armó'],
    ]);
  });

  it('lists, finds by code and counts the packages that a store query by sender returns', async () => {
    const actor = clerk('nueva', { legal: { poder: ALL } });
    const ids = [(await save({}, actor)).id, (await save({ detailOfPackage: [paper('Único en su clase')] }, actor)).id].sort();
    const found = await fixture.documents.digitalization.query({
      collection: 'PACKAGES',
      where: [{ field: 'from', op: '==', value: 'nueva' }],
    });
    expect(found.map(({ id }) => id).sort()).toEqual(ids);
    const list = async (search = '', who: Staff = actor) =>
      (await verbs.findSentPackages({ actor: who, params: new URLSearchParams(search) })).rows;
    expect((await list()).map(({ id }) => id).sort()).toEqual(ids);
    const [one = ''] = ids;
    const typed = packageCode(one)
      .toLowerCase()
      .replace(/(....)/, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await list(`q=${typed}`)).map(({ id }) => id)).toEqual([one]);
    expect(await list('q=unico+en+su+clase')).toHaveLength(1);
    expect(await list(`q=${one}`, other)).toEqual([]);
    expect((await list(`q=${one}`, admin)).map(({ id }) => id)).toEqual([one]);
    expect((await verbs.findSentPackages({ actor, params: new URLSearchParams('status=SENT') })).counts).toMatchObject([
      { value: 'ENTERED', count: 2 },
      { value: 'SENT', count: 0 },
      {},
      {},
      { value: 'OTHERS', count: 0 },
    ]);
  });

  it('offers destinations, recipients with the reason why they cannot receive, and types of lines', async () => {
    await fixture.put('main', 'agencias/cajero', { nombre: 'Cajero Cobán', tipo: 'cajero' });
    await fixture.putPerson(clerk('pedro', { legal: { poder: ['view'] } }, { agencyId: 'cajero' }), { role: 'user' });
    expect((await verbs.findDestinations({ actor: sender })).map(({ id }) => id)).toEqual(['oeste', 'sur']);
    expect((await verbs.findDestinations({ actor: sender, chosen: 'cajero' })).at(-1)).toEqual({
      id: 'cajero',
      name: 'Cajero Cobán',
      why: 'ahí nadie recibe paquetes',
    });
    const types = [{ categoryId: 'legal', documentId: 'poder' }];
    const offered = async (asked: typeof types, agencyId = 'sur') =>
      (await verbs.findRecipients({ actor: sender, agencyId, types: asked })).map(({ id, why }) => [id, why]);
    expect(await offered(types)).toEqual([
      ['rita', ''],
      ['bruno', 'no puede ver «Poder»'],
    ]);
    expect(await offered([])).toEqual([
      ['bruno', ''],
      ['rita', ''],
    ]);
    expect(await offered(types, 'cajero')).toEqual([['pedro', 'no abre «Paquetes recibidos»']]);
    expect(await verbs.findRecipients({ actor: sender, agencyId: '', types })).toEqual([]);
    // Of one name and one agency, so that the position tells who is who.
    await fixture.sql.query(
      `INSERT INTO puestos (id, nombre, search_text, "createdAt", source_version) VALUES ('caja', 'Cajera', '', now(), 1), ('jefa', 'Jefa', '', now(), 1)`,
    );
    for (const position of ['caja', 'jefa'])
      await fixture.putPerson(clerk(`ana-${position}`, { legal: { poder: ['view'] } }, { agencyId: 'tocaya' }), {
        name: 'Ana Xol',
        position,
      });
    const recipients = await verbs.findRecipients({ actor: sender, agencyId: 'tocaya', types });
    expect(recipients.map(({ name }) => name)).toEqual(['Ana Xol · Cajera', 'Ana Xol · Jefa']);
    expect((await verbs.findLineTypes({ actor: sender })).map(({ documentId }) => documentId)).toEqual(['poder']);
  });
}

await describeOnStores('packages', (stores) => describePackages(() => createPackagesFixture(stores)));

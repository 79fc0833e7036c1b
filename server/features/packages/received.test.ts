import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields, FieldValue } from '../../ports/documents/document-store.ts';
import { PACKAGE_STATES } from '../../domain/package-states.ts';
import { packageCode } from '../../domain/package-code.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import type { Staff } from '../../domain/permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { createDigitalization } from '../documents/index.ts';
import { clerk } from '../documents/testing/documents-fixture.ts';
import type { TypedCheck } from './receipt.ts';
import { createPackagesFixture, type PackagesFixture } from './testing/packages-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const SEES = { legal: { poder: ['view'], acta: ['view'] } };
const sender = clerk('sandra', { legal: { poder: ['view', 'create'] } }, { agencyId: 'norte' });
const receiver = clerk('rita', SEES, { agencyId: 'sur' });
const colleague = clerk('carlos', SEES, { agencyId: 'sur' });
const blind = clerk('bruno', {}, { agencyId: 'sur' });
const stranger = clerk('oscar', SEES, { agencyId: 'oeste' });
const admin = testStaff({ id: 'lucia', name: 'Lucía' });
const outsiders: readonly [Staff, string][] = [
  [stranger, 'not-found'],
  [{ ...receiver, id: 'sin-agencia', agencyId: '' }, 'not-found'],
  [{ ...receiver, menus: testEditor({}, ['packages-sent']).menus }, 'forbidden'],
];

let made = 0;

/** Packages as they are received, on whichever document stores. */
function describeReceiving(open: () => Promise<PackagesFixture>): void {
  let fixture: PackagesFixture;
  const verbs = new Proxy({} as PackagesFixture['packages'], {
    // The fixture is there when the tests run.
    get: (_none, name) => fixture.packages[name as keyof PackagesFixture['packages']],
  });
  const token = () => `formulario-numero-${String((made += 1)).padStart(6, '0')}`;
  const put = (path: string, data: Fields) => fixture.put('digitalization', path, data);
  const storedAt = async (path: string) => {
    const found = await fixture.documents.digitalization.get(path);
    if (!found) throw new Error(`${path} is not stored`);
    return found;
  };
  const packageOf = (id: string) => storedAt(`PACKAGES/${id}`);
  const linesOf = async (id: string) => (await packageOf(id)).data['detailOfPackage'] as Fields[];
  const auditsOf = async (path: string) => {
    const where = [{ field: 'targetPath', op: '==', value: path } as const];
    const entries = await fixture.documents.digitalization.query({ collection: 'auditoria', where });
    return entries.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
  };
  const broughtBy = async (id: string) =>
    fixture.documents.digitalization.query({ collection: 'documentos', where: [{ field: 'fromPackaging', op: '==', value: id }] });

  /** A sent package of papers. */
  const makeSent = async (count: number, data: Fields = {}) => {
    const id = `paquete-${String((made += 1)).padStart(4, '0')}`;
    const line = (place: number): Fields => ({
      lineId: `l${place}`,
      document: `Papel ${place}`,
      digitalizationId: '',
      folio: place,
      digitalizationCategory: { id: 'legal' },
      digitalizationDocument: { id: 'poder' },
    });
    await put(`PACKAGES/${id}`, {
      from: 'sandra',
      fromUser: { id: 'sandra', name: 'Sandra', agency: 'norte' },
      agencyId: 'sur',
      userAssign: 'rita',
      status: 'SENT',
      sended: true,
      sendedAt: new Date(),
      needReassign: false,
      digitalizationId: '',
      note: '',
      detailOfPackage: Array.from({ length: count }, (_none, place) => line(place)),
      ...data,
    });
    return id;
  };
  /** A sent package that carries documents of the sender. */
  const makeCarried = async (count: number, data: Fields = {}) => {
    const id = await makeSent(count, { needReassign: true, ...data });
    const ids = Array.from({ length: count }, (_none, place) => `${id}-doc-${place}`);
    for (const document of ids)
      await put(`documentos/${document}`, {
        documentName: document,
        categoryId: 'legal',
        documentId: 'poder',
        status: 'ASSIGNED',
        url: '',
        fromPackaging: '',
        userId: 'sandra',
        userAssign: 'sandra',
        agencyId: 'norte',
        agencyFromDoc: 'norte',
        createdBy: 'eva',
        inPackage: id,
      });
    const lines = (await linesOf(id)).map((line, place) => ({ ...line, digitalizationId: ids[place] ?? '' }));
    await put(`PACKAGES/${id}`, { ...(await packageOf(id)).data, detailOfPackage: lines });
    return { id, ids };
  };
  const say = (...verdicts: string[]): TypedCheck[] =>
    verdicts.map((verdict, place) => ({ place, lineId: `l${place}`, verdict, note: '' }));
  const check = (id: string, checks: readonly TypedCheck[], actor: Staff = receiver, extras?: string) =>
    verbs.checkPackage({ actor, id, formToken: token(), receipt: { checks, ...(extras !== undefined && { extras }) } });
  const accept = (id: string, actor: Staff = receiver, formToken = token(), checks: readonly TypedCheck[] = []) =>
    verbs.acceptPackage({ actor, id, formToken, receipt: { checks } });
  const reject = (id: string, actor: Staff = receiver, reason = 'Llegó abierto', formToken = token()) =>
    verbs.rejectPackage({ actor, id, reason, formToken });

  beforeAll(async () => {
    fixture = await open();
    await put('categorias/legal', { nombre: 'Legal' });
    await put('tipos_documento/poder', { nombre: 'Poder', categoryId: 'legal' });
    await put('tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal' });
    for (const [id, nombre] of [
      ['norte', 'Norte'],
      ['sur', 'Sur'],
      ['oeste', 'Oeste'],
    ] as const)
      await fixture.put('main', `agencias/${id}`, { nombre });
    await put('permisos_documentos/ve', { title: 'Ve', permissions: SEES });
    await put('permisos_documentos/no-ve', { title: 'No ve', permissions: { legal: { acta: ['view'] } } });
    for (const { id, name, agencyId } of [sender, receiver, colleague, blind, stranger])
      await fixture.put('main', `usuarios/${id}`, {
        name,
        email: `${id}@demo.coop`,
        role: 'editor',
        agency: agencyId,
        state: true,
        digitalization_permission_id: id === 'bruno' ? 'no-ve' : 've',
      });
    await fixture.put('main', 'usuarios/baja', { name: 'Baja', role: 'editor', agency: 'sur', state: false });
  });

  describe('checking', () => {
    it('keeps papers that a colleague noted since the form was opened, and drops those that the person took out', async () => {
      const id = await makeSent(1);
      await check(id, [], receiver, 'Croquis\nPlano');
      const note = (extras: string, extrasWere: string, actor: Staff) =>
        verbs.checkPackage({ actor, id, formToken: token(), receipt: { checks: [], extras, extrasWere } });
      await note('Croquis\nPlano\nPagaré; con sello', 'Croquis\nPlano', colleague);
      await note('Plano\nRecibo', 'Croquis\nPlano', receiver);
      expect((await packageOf(id)).data['extras']).toEqual([
        { document: 'Plano', note: '' },
        { document: 'Recibo', note: '' },
        { document: 'Pagaré', note: 'con sello' },
      ]);
    });

    it('stores verdict, note, checker and time by line, and extras, and leaves the package sent', async () => {
      const id = await makeSent(3);
      await check(
        id,
        [{ place: 1, lineId: 'l1', verdict: 'DAMAGED', note: ' Mojado\r\npor el viaje ' }],
        receiver,
        'Croquis; sin firma\n\n Plano ',
      );
      const { data } = await packageOf(id);
      expect([data['status'], data['extras']]).toEqual([
        'SENT',
        [
          { document: 'Croquis', note: 'sin firma' },
          { document: 'Plano', note: '' },
        ],
      ]);
      expect(await linesOf(id)).toMatchObject([
        { lineId: 'l0', folio: 0 },
        { lineId: 'l1', folio: 1, verdict: 'DAMAGED', note: 'Mojado\npor el viaje', checkedBy: 'rita', checkedAt: expect.any(Date) },
        { lineId: 'l2' },
      ]);
      expect((await auditsOf(`PACKAGES/${id}`)).map(({ action }) => action)).toEqual(['PAQUETE REVISADO']);
      const record = await verbs.getReceivedPackage({ actor: colleague, id });
      expect(record.lines.map(({ verdict, checkerName }) => [verdict, checkerName])).toEqual([
        ['', ''],
        ['DAMAGED', 'Persona rita'],
        ['', ''],
      ]);
      // What is there already is nothing to store.
      await check(
        id,
        say('', 'DAMAGED').map((one) => ({ ...one, note: one.place === 1 ? 'Mojado\npor el viaje' : '' })),
      );
      expect(await auditsOf(`PACKAGES/${id}`)).toHaveLength(1);
    });

    it('keeps what a colleague noted on a line that the form does not change, and clears a verdict', async () => {
      const id = await makeSent(2);
      const was = { verdict: '', note: '' };
      await check(id, say('RECEIVED', ''), colleague);
      await check(id, [
        { place: 0, lineId: 'l0', verdict: '', note: '', was },
        { place: 1, lineId: 'l1', verdict: 'MISSING', note: '', was },
      ]);
      expect((await linesOf(id)).map(({ verdict }) => verdict)).toEqual(['RECEIVED', 'MISSING']);
      await check(id, say('', 'MISSING'));
      expect((await linesOf(id)).map(({ verdict }) => verdict)).toEqual(['', 'MISSING']);
    });

    it('keeps a verdict that a colleague changed when only the note is typed, and a note when only the verdict is', async () => {
      const id = await makeSent(2);
      await check(id, say('RECEIVED', 'RECEIVED'));
      const was = { verdict: 'RECEIVED', note: '' };
      await check(
        id,
        say('MISSING', 'RECEIVED').map((one) => ({ ...one, note: one.place === 1 ? 'Roto' : '' })),
        colleague,
      );
      await accept(id, receiver, token(), [
        { place: 0, lineId: 'l0', verdict: 'RECEIVED', note: 'Sobre abierto', was },
        { place: 1, lineId: 'l1', verdict: 'DAMAGED', note: '', was },
      ]);
      expect(await linesOf(id)).toMatchObject([
        { verdict: 'MISSING', note: 'Sobre abierto' },
        { verdict: 'DAMAGED', note: 'Roto' },
      ]);
      expect(await broughtBy(id)).toHaveLength(1);
    });

    it.each(['check', 'accept'] as const)('is refused, to %s, where a colleague noted something else of the same line', async (verb) => {
      const id = await makeSent(2);
      await check(id, say('', 'RECEIVED'));
      await check(id, [{ place: 0, lineId: 'l0', verdict: 'MISSING', note: 'No vino' }], colleague);
      const { version } = await packageOf(id);
      const was = { verdict: '', note: '' };
      const typed: TypedCheck = { place: 0, lineId: 'l0', verdict: 'RECEIVED', note: '', was };
      const send = (one: TypedCheck) => (verb === 'check' ? check(id, [one]) : accept(id, receiver, token(), [one]));
      const error = await failureOf(send(typed));
      expect([error.code, error.fields, error.details]).toEqual([
        'conflict',
        { 'line.0.verdict': ['Persona carlos anotó mientras tanto en «Papel 0»: «Faltante: No vino».'] },
        {
          reason: 'verdict',
          disputed: [{ place: 0, was: { verdict: 'MISSING', note: 'No vino' }, typed: { verdict: 'RECEIVED', note: 'No vino' } }],
        },
      ]);
      expect((await packageOf(id)).version).toBe(version);
      await send({ ...typed, note: 'No vino', was: { verdict: 'MISSING', note: ' No vino' } });
      expect((await linesOf(id))[0]).toMatchObject({ verdict: 'RECEIVED', note: 'No vino', checkedBy: 'rita' });
    });

    it.each([
      [
        [0, 1, 2],
        ['RECEIVED', 'MISSING', 'DAMAGED'],
      ],
      [
        [1, 2, 3],
        ['RECEIVED', 'MISSING', 'DAMAGED'],
      ],
    ])('finds lines without an id by position, counted from 0 or from 1: %j', async (places, expected) => {
      const id = await makeSent(3);
      await check(
        id,
        places.map((place, at) => ({ place, lineId: '', verdict: expected[at] ?? '' })),
      );
      expect((await linesOf(id)).map(({ verdict }) => verdict)).toEqual(expected);
    });

    it.each<[string, TypedCheck[], string | undefined, string]>([
      ['a word that is no verdict', say('TAL VEZ'), undefined, 'line.0.verdict'],
      ['a line that is not there', [{ place: 7, lineId: 'otra', verdict: 'MISSING' }], undefined, 'line.7.verdict'],
      ['a place that is not there', [{ place: 7, lineId: '', verdict: 'MISSING' }], undefined, 'line.7.verdict'],
      ['a note without end', [{ place: 0, lineId: 'l0', verdict: 'MISSING', note: 'x'.repeat(500_000) }], undefined, 'line.0.note'],
      ['a paper of any length', [], 'x'.repeat(300), 'extras'],
      ['papers without end', [], 'a\n'.repeat(101), 'extras'],
      ['a megabyte of blanks and papers', [], `${' '.repeat(1_000_000)}\n`.repeat(2), 'extras'],
    ])('with %s is rejected at its field and changes nothing', async (_what, checks, extras, field) => {
      const id = await makeSent(2);
      const before = await packageOf(id);
      const error = await failureOf(check(id, checks, receiver, extras));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
      expect((await packageOf(id)).version).toBe(before.version);
    });
  });

  describe('accepting papers', () => {
    it('creates a document for each line that arrived, assigns it to the recipient and links it to the line', async () => {
      const id = await makeSent(5);
      await check(id, say('RECEIVED', 'DAMAGED', 'MISSING', 'MISMATCH', 'RECEIVED'));
      await verbs.acceptPackage({ actor: colleague, id, formToken: token(), receipt: { checks: [] }, requestId: 'r-9' });
      const { data } = await packageOf(id);
      expect(data).toMatchObject({ status: 'ACCEPTED', resolvedBy: 'carlos', resolutionAt: expect.any(Date), sended: true });
      const documents = await broughtBy(id);
      expect(documents).toHaveLength(3);
      for (const { data: document } of documents)
        expect(document).toMatchObject({
          userId: 'rita',
          userAssign: 'rita',
          agencyId: 'sur',
          agencyFromDoc: 'norte',
          status: 'ASSIGNED',
          url: '',
          isActive: true,
          categoryId: 'legal',
          documentId: 'poder',
          inPackage: '',
          createdBy: 'sandra',
          fromPackaging: id,
        });
      const lines = await linesOf(id);
      expect(lines.map(({ digitalizationId }) => digitalizationId !== '')).toEqual([true, true, false, false, true]);
      expect(lines.map(({ folio }) => folio)).toEqual([0, 1, 2, 3, 4]);
      expect(new Set(documents.map((document) => document.id))).toEqual(new Set([0, 1, 4].map((at) => lines[at]?.['digitalizationId'])));
      expect(documents.map(({ data: document }) => document['documentName']).sort()).toEqual(['Papel 0', 'Papel 1', 'Papel 4']);
      const audits = await auditsOf(`PACKAGES/${id}`);
      expect(audits.map(({ action, user, requestId }) => [action, user, requestId])).toEqual([
        ['PAQUETE REVISADO', 'rita', ''],
        ['PAQUETE RECIBIDO', 'carlos', 'r-9'],
      ]);
      for (const { path } of documents)
        expect((await auditsOf(path)).map(({ action, user }) => [action, user])).toEqual([['NUEVO ARCHIVO DIGITALIZADO', 'carlos']]);
      const rows = await fixture.sql.query(`SELECT 1 FROM documentos WHERE "fromPackaging" = $1 AND "userId" = 'rita'`, [id]);
      expect(rows.rowCount).toBe(3);
    });

    it('reads lines stored as a map with numbers for keys, and keeps that form', async () => {
      const [first, second] = await linesOf(await makeSent(2));
      const id = await makeSent(0, { detailOfPackage: { 10: second ?? {}, 2: first ?? {} } });
      expect(await failureOf(accept(id))).toMatchObject({ code: 'invalid-input' });
      await accept(id, receiver, token(), say('RECEIVED', 'MISSING'));
      const { detailOfPackage } = (await packageOf(id)).data;
      expect(detailOfPackage).toMatchObject({ 2: { lineId: 'l0', folio: 0, verdict: 'RECEIVED' }, 10: { folio: 1, verdict: 'MISSING' } });
      expect((await broughtBy(id)).map(({ data }) => data['documentName'])).toEqual(['Papel 0']);
    });

    it.each<[string, FieldValue]>([
      ['ids', ['doc-1', 'doc-2']],
      ['text', 'doc-1, doc-2'],
      ['a map of other keys', { papel: { document: 'Pagaré' } }],
      ['a line and an id', [{ lineId: 'l0', document: 'Pagaré' }, 'doc-2']],
    ])('is refused, as is checking, while its lines are stored as %s, and loses none of it; rejecting is not', async (_what, lines) => {
      const id = await makeSent(0, { detailOfPackage: lines });
      const { version } = await packageOf(id);
      const refusal = { code: 'conflict', userMessage: expect.stringContaining('no entiende') };
      expect(await verbs.getReceivedPackage({ actor: receiver, id })).toMatchObject({
        can: { accept: false, check: false, reject: true },
        unread: expect.stringContaining('no se puede revisar ni aceptar'),
      });
      expect((await verbs.getSentPackage({ actor: sender, id })).unread).toBe('');
      const draft = await makeSent(0, { detailOfPackage: lines, status: 'ENTERED' });
      expect((await verbs.getSentPackage({ actor: sender, id: draft })).unread).toContain('no se puede cambiar ni enviar');
      expect(await failureOf(accept(id))).toMatchObject(refusal);
      expect(await failureOf(check(id, [{ place: 0, lineId: '', verdict: 'RECEIVED', note: '' }]))).toMatchObject(refusal);
      expect((await packageOf(id)).version).toBe(version);
      await reject(id);
      expect((await packageOf(id)).data).toMatchObject({ status: 'REJECTED', detailOfPackage: lines });
    });

    it('reuses the document that was already made of a line', async () => {
      const id = await makeSent(2);
      const [line] = await linesOf(id);
      const known = documentIdOf(JSON.stringify(['documentos', id, line?.['lineId']]));
      const facts = {
        documentName: 'De antes',
        categoryId: 'legal',
        documentId: 'poder',
        status: 'ASSIGNED',
        userId: 'rita',
        agencyId: 'sur',
      };
      await fixture.put('digitalization', `documentos/${known}`, { ...facts, fromPackaging: id, url: '' });
      await accept(id, receiver, token(), say('RECEIVED', 'RECEIVED'));
      expect((await linesOf(id))[0]?.['digitalizationId']).toBe(known);
      expect((await broughtBy(id)).map(({ data }) => data['documentName']).sort()).toEqual(['De antes', 'Papel 1']);
    });

    it('assigns the documents to the person who accepts when the package names no recipient', async () => {
      const id = await makeSent(1, { userAssign: '' });
      await accept(id, colleague, token(), say('RECEIVED'));
      expect((await broughtBy(id)).map(({ data }) => data['userId'])).toEqual(['carlos']);
    });

    it('happens once for a form sent six times; another form gets a conflict that names who accepted', async () => {
      const id = await makeSent(2);
      await check(id, say('RECEIVED', 'RECEIVED'));
      const formToken = token();
      await Promise.all(Array.from({ length: 5 }, () => accept(id, receiver, formToken)));
      await accept(id, receiver, formToken);
      for (const [actor, who] of [
        [colleague, 'Persona rita'],
        [receiver, 'usted'],
      ] as const) {
        const error = await failureOf(accept(id, actor));
        expect([error.code, error.details]).toEqual(['conflict', { reason: 'state', status: 'ACCEPTED', isActive: true }]);
        expect(error.userMessage).toMatch(new RegExp(`^Lo aceptó ${who} el \\d+ de \\S+ de \\d{4}`));
      }
      expect(await broughtBy(id)).toHaveLength(2);
      expect((await auditsOf(`PACKAGES/${id}`)).filter(({ action }) => action === 'PAQUETE RECIBIDO')).toHaveLength(1);
    });

    it('by 50 concurrent requests of two people happens exactly once', async () => {
      const id = await makeSent(4);
      await check(id, say('RECEIVED', 'DAMAGED', 'MISSING', 'RECEIVED'));
      const tries = Array.from({ length: 50 }, (_none, at) => accept(id, at % 2 === 0 ? receiver : colleague));
      const answers = await Promise.allSettled(tries);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const documents = await broughtBy(id);
      expect(documents).toHaveLength(3);
      expect((await auditsOf(`PACKAGES/${id}`)).filter(({ action }) => action === 'PAQUETE RECIBIDO')).toHaveLength(1);
      for (const { path } of documents) expect(await auditsOf(path)).toHaveLength(1);
    }, 60_000);

    it.each<[string, Fields, Staff, readonly string[]]>([
      ['a line without a verdict', {}, receiver, ['1 línea', 'de 2']],
      ['somebody who may not view the type', { userAssign: 'bruno' }, receiver, ['Persona bruno', 'Poder']],
      ['somebody who is not there any more', { userAssign: 'baja' }, receiver, ['Baja']],
      ['nobody, by who may not view the type', { userAssign: '' }, blind, ['Persona bruno', 'Poder']],
    ])('with %s is rejected and changes nothing', async (what, data, actor, named) => {
      const id = await makeSent(2, data);
      const before = await packageOf(id);
      const error = await failureOf(accept(id, actor, token(), what.includes('verdict') ? say('RECEIVED') : say('RECEIVED', 'RECEIVED')));
      expect(error.code).toBe('invalid-input');
      for (const text of named) expect(error.userMessage).toContain(text);
      expect((await packageOf(id)).version).toBe(before.version);
      expect(await broughtBy(id)).toEqual([]);
    });

    it('creates no document when none arrived', async () => {
      const id = await makeSent(2);
      await accept(id, receiver, token(), say('MISSING', 'MISMATCH'));
      expect(await broughtBy(id)).toEqual([]);
      expect((await packageOf(id)).data['status']).toBe('ACCEPTED');
    });

    it('creates 100 documents from a package of 100 lines, in one transaction', async () => {
      const id = await makeSent(100);
      await accept(id, receiver, token(), say(...Array.from({ length: 100 }, () => 'RECEIVED')));
      const documents = await broughtBy(id);
      expect(documents).toHaveLength(100);
      const where = [{ field: 'targetPath', op: '==', value: `PACKAGES/${id}` } as const];
      const [entry] = await fixture.documents.digitalization.query({ collection: 'auditoria', where });
      // What one commit creates gets one version.
      expect(new Set([entry, ...documents].map((one) => one?.version)).size).toBe(1);
    }, 30_000);
  });

  describe('accepting documents', () => {
    it('is rejected and changes nothing when the recipient may not view one of them', async () => {
      const { id, ids } = await makeCarried(2, { userAssign: 'bruno' });
      const error = await failureOf(accept(id, receiver, token(), say('RECEIVED', 'RECEIVED')));
      expect([error.code, error.userMessage]).toEqual(['invalid-input', expect.stringContaining('Persona bruno')]);
      expect((await packageOf(id)).data['status']).toBe('SENT');
      expect((await storedAt(`documentos/${ids[0]}`)).data).toMatchObject({ userId: 'sandra', inPackage: id });
    });

    it('assigns those that arrived to the recipient, and leaves the missing ones with their holder', async () => {
      const { id, ids } = await makeCarried(3);
      const [came, missing, damaged] = say('RECEIVED', 'MISSING', 'DAMAGED');
      await accept(id, receiver, token(), [came, { ...missing, note: 'No venía' }, { ...damaged, note: 'Mojado' }] as TypedCheck[]);
      const found = await Promise.all(ids.map(async (one) => (await storedAt(`documentos/${one}`)).data));
      const handed = {
        userId: 'rita',
        userAssign: 'rita',
        agencyId: 'sur',
        agencyFromDoc: 'norte',
        fromPackaging: id,
        status: 'ASSIGNED',
        inPackage: '',
      };
      expect(found).toMatchObject([handed, { userId: 'sandra', agencyId: 'norte', fromPackaging: '', inPackage: '' }, handed]);
      expect((await broughtBy(id)).map((document) => document.id)).toEqual([ids[0], ids[2]]);
      expect(await Promise.all(ids.map(async (one) => (await auditsOf(`documentos/${one}`)).map(({ action }) => action)))).toEqual([
        ['ARCHIVO DIGITALIZADO ASIGNADO'],
        ['ARCHIVO DIGITALIZADO LIBERADO DEL PAQUETE'],
        ['ARCHIVO DIGITALIZADO ASIGNADO'],
      ]);
      expect((await linesOf(id)).map(({ digitalizationId }) => digitalizationId)).toEqual(ids);
      // The story of each says what the receiver found.
      const documents = createDigitalization(fixture.services);
      const storyOf = (one = '') => documents.findStory({ actor: sender, id: one, part: null, before: '' });
      const code = packageCode(id);
      expect((await storyOf(ids[1])).events[0]).toMatchObject({
        did: `lo declaró «Faltante» en el paquete ${code}`,
        notes: ['No venía', 'Persona sandra · Norte'],
      });
      expect((await storyOf(ids[2])).events[0]).toMatchObject({
        did: `lo recibió de Norte en el paquete ${code}`,
        notes: ['«Dañado», Mojado', 'Sur'],
      });
      const missed = new RegExp(
        `^No llegó en el paquete ${code}: «Faltante», No venía\\. Sigue a cargo de Persona sandra en Norte desde el `,
      );
      expect((await storyOf(ids[1])).now).toMatch(missed);
      const [answer] = await documents.findWhereabouts({ actor: sender, ids: [ids[1] ?? ''] });
      expect(answer?.detail).toMatch(missed);
    });

    it('is a conflict while a document that arrived is deleted or in another package', async () => {
      for (const change of [null, { inPackage: 'otro' }]) {
        const { id, ids } = await makeCarried(2);
        const path = `documentos/${ids[1]}`;
        if (change) await put(path, { ...(await storedAt(path)).data, ...change });
        else await fixture.documents.digitalization.delete(path);
        const before = await packageOf(id);
        const error = await failureOf(accept(id, receiver, token(), say('RECEIVED', 'RECEIVED')));
        expect([error.code, error.userMessage]).toEqual(['conflict', expect.stringContaining('Papel 1')]);
        expect((await packageOf(id)).version).toBe(before.version);
        expect((await storedAt(`documentos/${ids[0]}`)).data['inPackage']).toBe(id);
        await accept(id, receiver, token(), say('RECEIVED', 'MISMATCH'));
        if (change) expect((await storedAt(path)).data['inPackage']).toBe('otro');
      }
    });
  });

  describe('rejecting', () => {
    it('requires a reason, leaves documents with their holder and frees them of the package', async () => {
      const { id, ids } = await makeCarried(2);
      expect((await failureOf(reject(id, receiver, ' '))).fields).toHaveProperty('reason');
      expect((await failureOf(reject(id, receiver, 'x'.repeat(501)))).fields).toHaveProperty('reason');
      const formToken = token();
      await Promise.all([reject(id, receiver, 'Abierto', formToken), reject(id, receiver, 'Abierto', formToken)]);
      expect((await packageOf(id)).data).toMatchObject({
        status: 'REJECTED',
        rejectReason: 'Abierto',
        resolvedBy: 'rita',
        resolutionAt: expect.any(Date),
      });
      for (const one of ids) {
        expect((await storedAt(`documentos/${one}`)).data).toMatchObject({
          userId: 'sandra',
          agencyId: 'norte',
          inPackage: '',
          fromPackaging: '',
        });
        expect((await auditsOf(`documentos/${one}`)).map(({ action }) => action)).toEqual(['ARCHIVO DIGITALIZADO LIBERADO DEL PAQUETE']);
      }
      expect((await auditsOf(`PACKAGES/${id}`)).map(({ action }) => action)).toEqual(['PAQUETE RECHAZADO']);
      expect((await failureOf(accept(id, colleague))).userMessage).toContain('Lo rechazó Persona rita');
    });
  });

  it('lets only the sender acknowledge differences, and only once the package is accepted', async () => {
    const id = await makeSent(1);
    const seen = (actor: Staff) => verbs.acknowledgeDifferences({ actor, id, formToken: token() });
    expect((await failureOf(seen(sender))).code).toBe('conflict');
    await accept(id, receiver, token(), say('MISSING'));
    expect((await failureOf(seen(receiver))).code).toBe('not-found');
    await seen(sender);
    expect((await packageOf(id)).data['differencesSeenAt']).toEqual(expect.any(Date));
    expect((await auditsOf(`PACKAGES/${id}`)).map(({ action }) => action)).toEqual(['PAQUETE RECIBIDO', 'DIFERENCIAS DE PAQUETE VISTAS']);
  });

  describe.each(['check', 'accept', 'reject'] as const)('to %s a package', (step) => {
    const act = (id: string, actor: Staff) =>
      step === 'check'
        ? check(id, say('RECEIVED'), actor)
        : step === 'accept'
          ? accept(id, actor, token(), say('RECEIVED'))
          : reject(id, actor);

    it.each([...PACKAGE_STATES, 'REVISION', ''])('from status «%s» is done, or refused with the current status', async (status) => {
      const id = await makeSent(1, { status });
      const before = await packageOf(id);
      if (status === 'SENT') return void (await act(id, receiver));
      const error = await failureOf(act(id, receiver));
      if (status === 'ENTERED') expect(error.code).toBe('not-found');
      else expect([error.code, error.details]).toEqual(['conflict', { reason: 'state', status, isActive: true }]);
      expect((await packageOf(id)).version).toBe(before.version);
      expect(await auditsOf(`PACKAGES/${id}`)).toEqual([]);
    });

    it('is refused to other agencies and without the menu, and allowed to administrators', async () => {
      const id = await makeSent(1, { userAssign: 'rita' });
      const before = await packageOf(id);
      for (const [actor, code] of outsiders) expect([actor.id, (await failureOf(act(id, actor))).code]).toEqual([actor.id, code]);
      expect((await failureOf(act('no-existe', receiver))).code).toBe('not-found');
      expect((await failureOf(act('../x', receiver))).code).toBe('not-found');
      expect((await packageOf(id)).version).toBe(before.version);
      await act(id, admin);
    });
  });

  it('lists, opens and finds by code only packages sent to the person’s agency', async () => {
    const id = await makeSent(2, { note: 'Solo del sur' });
    const params = new URLSearchParams(`q=${packageCode(id)}`);
    const look = async (actor: Staff) => [
      (await verbs.findReceivedPackages({ actor, params })).rows.map((row) => row.id),
      await verbs.findReceivedByCode({ actor, code: ` ${packageCode(id).toLowerCase()} ` }),
    ];
    for (const actor of [receiver, colleague, admin]) expect(await look(actor)).toEqual([[id], [id]]);
    for (const actor of [stranger, sender]) expect(await look(actor)).toEqual([[], []]);
    expect((await failureOf(look({ ...receiver, menus: testEditor({}, ['home']).menus }))).code).toBe('forbidden');
    expect((await failureOf(verbs.getReceivedPackage({ actor: stranger, id }))).code).toBe('not-found');
    expect(await verbs.findReceivedByCode({ actor: receiver, code: 'x'.repeat(1_000) })).toEqual([]);
    const draft = await makeSent(1, { status: 'ENTERED' });
    expect((await failureOf(verbs.getReceivedPackage({ actor: receiver, id: draft }))).code).toBe('not-found');
    expect(await verbs.findReceivedByCode({ actor: receiver, code: packageCode(draft) })).toEqual([]);
  });

  it('counts packages and lines in transit between two agencies, with the oldest and the late ones', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000);
    const late = await makeSent(2, { fromUser: { id: 'sandra', agency: 'este' }, agencyId: 'oeste', sendedAt: daysAgo(5) });
    await makeSent(1, { fromUser: { id: 'sandra', agency: 'este' }, agencyId: 'oeste', sendedAt: daysAgo(1) });
    await makeSent(1, { fromUser: { id: 'sandra', agency: 'este' }, agencyId: 'oeste', status: 'ACCEPTED', sendedAt: daysAgo(9) });
    const expected = {
      fromId: 'este',
      toId: 'oeste',
      toName: 'Oeste',
      count: 2,
      lineCount: 3,
      lateCount: 1,
      oldest: { id: late, code: packageCode(late), days: 5 },
    };
    expect(await verbs.findTransit({ actor: stranger })).toMatchObject([expected]);
    expect((await verbs.findTransit({ actor: admin })).find(({ fromId }) => fromId === 'este')).toMatchObject(expected);
    expect((await verbs.findTransit({ actor: receiver })).map(({ fromId }) => fromId)).not.toContain('este');
    expect(await verbs.findTransit({ actor: { ...stranger, agencyId: '' } })).toEqual([]);
  });
}

await describeOnStores('received', (stores) => describeReceiving(() => createPackagesFixture(stores)));

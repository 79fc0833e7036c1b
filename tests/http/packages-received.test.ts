import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#app/screens/search/search-data.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { packageCode } from '#server/domain/package-code.ts';
import type { Person } from '../access/people.ts';
import { formToken as token, JSON_ONLY, usePackagesWeb } from './packages-web.ts';

const { web, put, person, stored: storedAt, auditOf, look, send } = usePackagesWeb();

const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const TRANSIT = '/maintenance/digitalization/packagesShips/transit';

let digitaliza: Person;
let recibe: Person;
let elsewhere: Person;
let made = 0;

const stored = async (place: string) => (await storedAt(place)).data;
const broughtBy = (id: string) =>
  web.portal.documents.digitalization.query({ collection: 'documentos', where: [{ field: 'fromPackaging', op: '==', value: id }] });
const hiddenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const verdicts = (...given: string[]) => Object.fromEntries(given.map((verdict, place) => [`line.${place}.verdict`, verdict]));

/** Stores and sends a package as its sender's browser does. */
async function sendPackage(lines: readonly { document: string; digitalizationId?: string }[]): Promise<string> {
  const actor = await web.portal.staff.loadStaff({ uid: digitaliza.id, sessionId: '' });
  if (!actor) throw new Error('digitaliza is not there');
  const { id } = await web.portal.packages.saveAndSend({
    actor,
    id: null,
    formToken: token(),
    given: {
      agencyId: 'agencia-02',
      userAssign: recibe.id,
      note: '',
      digitalizationId: '',
      needReassign: lines.some(({ digitalizationId }) => digitalizationId !== undefined),
      detailOfPackage: lines.map(({ document, digitalizationId = '' }) => ({
        lineId: '',
        document,
        categoryId: 'c1',
        documentId: 't1',
        digitalizationId,
      })),
    },
  });
  return id;
}

beforeAll(async () => {
  digitaliza = await person('digitaliza', 'agencia-01');
  recibe = await person('recibe', 'agencia-02');
  elsewhere = await person('ajena', 'agencia-03');
});

describe('a package of papers', () => {
  it('is not accepted over what a colleague noted; the form comes back with both, and the next one decides', async () => {
    const id = await sendPackage([{ document: 'Uno' }, { document: 'Dos' }]);
    const place = `${RECEIVED}/${id}`;
    const opened = { 'line.0.was': ':', 'line.0.note': '', 'line.1.was': ':', 'line.1.note': '', ...verdicts('RECEIVED', 'RECEIVED') };
    const form = await (await look(recibe, place)).text();
    const ids = Object.fromEntries(['line.0.lineId', 'line.1.lineId'].map((name) => [name, hiddenIn(form, name)]));
    const other = { ...ids, 'line.0.was': ':', 'line.0.verdict': 'MISSING', 'line.0.note': 'No vino' };
    expect((await send(recibe, place, { intent: 'check', formToken: token(), ...other })).status).toBe(302);
    const refused = await send(recibe, place, { intent: 'accept', formToken: token(), ...ids, ...opened });
    const shown = await refused.text();
    expect([refused.status, shown]).toEqual([409, expect.stringContaining('anotó mientras tanto en «Uno»: «Faltante: No vino».')]);
    expect([hiddenIn(shown, 'line.0.was'), hiddenIn(shown, 'line.1.was')]).toEqual(['MISSING:No vino', ':']);
    expect(await broughtBy(id)).toEqual([]);
    const again = { ...opened, 'line.0.was': 'MISSING:No vino', 'line.0.note': 'No vino' };
    expect((await send(recibe, place, { intent: 'accept', formToken: token(), ...ids, ...again })).status).toBe(302);
    expect(await broughtBy(id)).toHaveLength(2);
  });

  it('is opened by its code, checked and accepted once, with a new document for each received paper', async () => {
    const id = await sendPackage(['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'].map((document) => ({ document })));
    const code = packageCode(id);
    const scanned = await look(recibe, `${RECEIVED}?code=${code.toLowerCase()}`);
    expect([scanned.status, scanned.headers.get('location')]).toEqual([302, `${RECEIVED}/${id}`]);
    const form = await (await look(recibe, `${RECEIVED}/${id}`)).text();
    expect(form).toContain('0<!-- --> de <!-- -->5');
    const early = await send(recibe, `${RECEIVED}/${id}`, { intent: 'accept', formToken: token() }, JSON_ONLY);
    expect([early.status, (await stored(`PACKAGES/${id}`))['status']]).toEqual([400, 'SENT']);
    const checked = await send(recibe, `${RECEIVED}/${id}`, {
      intent: 'check',
      formToken: token(),
      extras: 'Croquis; sin firma',
      ...verdicts('RECEIVED', 'RECEIVED', 'MISSING', 'RECEIVED', 'RECEIVED'),
    });
    expect([checked.status, checked.headers.get('location')]).toEqual([302, `${RECEIVED}/${id}`]);
    const again = await (await look(recibe, `${RECEIVED}/${id}`)).text();
    expect(again).toContain('5<!-- --> de <!-- -->5');
    const accept = { intent: 'accept', formToken: hiddenIn(again, 'formToken') };
    const answers = await Promise.all([1, 2, 3].map(() => send(recibe, `${RECEIVED}/${id}`, accept)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await stored(`PACKAGES/${id}`)).toMatchObject({ status: 'ACCEPTED', resolutionAt: expect.any(Date), resolvedBy: recibe.id });
    const documents = await broughtBy(id);
    expect(documents.map(({ data }) => data['documentName']).sort()).toEqual(['Cinco', 'Cuatro', 'Dos', 'Uno']);
    for (const { data } of documents)
      expect(data).toMatchObject({
        userId: recibe.id,
        userAssign: recibe.id,
        agencyId: 'agencia-02',
        agencyFromDoc: 'agencia-01',
        url: '',
        status: 'ASSIGNED',
      });
    const lines = (await stored(`PACKAGES/${id}`))['detailOfPackage'] as Fields[];
    expect(lines.map(({ digitalizationId }) => documents.some((one) => one.id === digitalizationId))).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(lines[2]?.['digitalizationId']).toBe('');
    expect((await auditOf(`PACKAGES/${id}`)).filter((action) => action === 'PAQUETE RECIBIDO')).toHaveLength(1);
    for (const { path: place } of documents) expect(await auditOf(place)).toEqual(['NUEVO ARCHIVO DIGITALIZADO']);
    const late = await send(recibe, `${RECEIVED}/${id}`, { intent: 'reject', reason: 'x', formToken: token() }, JSON_ONLY);
    expect([late.status, ((await late.json()) as { detail: string }).detail]).toEqual([409, expect.stringMatching(/^Lo aceptó usted el /)]);
    const shown = await (await look(recibe, `${RECEIVED}/${id}`)).text();
    for (const text of ['con 2 diferencias', 'Faltante', 'Croquis', 'sin firma']) expect(shown.replaceAll('<!-- -->', '')).toContain(text);
    const seen = await send(digitaliza, `${RECEIVED}/${id}`, { intent: 'seen', formToken: token() });
    expect(seen.status).toBe(302);
    expect((await stored(`PACKAGES/${id}`))['differencesSeenAt']).toEqual(expect.any(Date));
  });

  it('is hidden from other agencies: no row, and 404 for its page and actions', async () => {
    const id = await sendPackage([{ document: 'Solo para el norte' }]);
    const code = packageCode(id);
    const version = (await web.portal.documents.digitalization.get(`PACKAGES/${id}`))?.version;
    const list = await (await look(elsewhere, RECEIVED)).text();
    expect([list.includes(id), list.includes(code)]).toEqual([false, false]);
    const scanned = await look(elsewhere, `${RECEIVED}?code=${code}`);
    expect([scanned.status, (await scanned.text()).includes(`${RECEIVED}/${id}`)]).toEqual([200, false]);
    expect((await look(elsewhere, `${RECEIVED}/${id}`)).status).toBe(404);
    expect(await (await look(elsewhere, `${RECEIVED}/export?format=csv`)).text()).not.toContain(code);
    for (const intent of ['check', 'accept', 'reject', 'seen'])
      expect([intent, (await send(elsewhere, `${RECEIVED}/${id}`, { intent, reason: 'x', ...verdicts('RECEIVED') })).status]).toEqual([
        intent,
        404,
      ]);
    expect((await web.portal.documents.digitalization.get(`PACKAGES/${id}`))?.version).toBe(version);
    expect(await (await look(elsewhere, TRANSIT)).text()).not.toContain(code);
    expect(await (await look(recibe, TRANSIT)).text()).toContain(`${RECEIVED}/${id}`);
  });

  it('keeps what was typed if it is refused with 400', async () => {
    const id = await sendPackage([{ document: 'A' }, { document: 'B' }]);
    const refused = await send(recibe, `${RECEIVED}/${id}`, {
      intent: 'accept',
      formToken: token(),
      'line.0.note': 'Con mancha',
      extras: 'Otro papel',
      ...verdicts('DAMAGED'),
    });
    expect(refused.status).toBe(400);
    const page = (await refused.text()).replaceAll('<!-- -->', '');
    for (const text of ['Falta revisar 1 línea de 2.', 'value="Con mancha"', 'Otro papel']) expect(page).toContain(text);
    expect(page).toMatch(
      /<input type="radio"[^>]*name="line\.0\.verdict"[^>]*checked=""[^>]*value="DAMAGED"|value="DAMAGED"[^>]*checked=""/,
    );
    expect((await stored(`PACKAGES/${id}`))['status']).toBe('SENT');
    const reason = await send(recibe, `${RECEIVED}/${id}`, { intent: 'reject', reason: ' ', formToken: token() });
    expect([reason.status, (await reason.text()).includes('Escriba por qué se rechaza.')]).toEqual([400, true]);
  });
});

describe('a package of documents', () => {
  const makeDocuments = async (count: number) => {
    const ids = Array.from({ length: count }, () => `doc-${(made += 1)}`);
    for (const id of ids)
      await put('digitalization', `documentos/${id}`, {
        documentName: `Documento ${id}`,
        categoryId: 'c1',
        documentId: 't1',
        status: 'ASSIGNED',
        url: '',
        createdBy: digitaliza.id,
        userId: digitaliza.id,
        userAssign: digitaliza.id,
        agencyId: 'agencia-01',
        agencyFromDoc: 'agencia-01',
      });
    return ids;
  };

  it('reserves them in transit, and hands over the same ones when it is accepted', async () => {
    const ids = await makeDocuments(3);
    const id = await sendPackage(ids.map((one) => ({ document: one, digitalizationId: one })));
    const code = packageCode(id);
    const docs = '/digitalization-documents/list-digitalization-docs';
    for (const one of ids) expect((await stored(`documentos/${one}`))['inPackage']).toBe(id);
    const assign = await send(digitaliza, `${docs}/${ids[0]}`, { intent: 'assign', userId: elsewhere.id, formToken: token() });
    expect([assign.status, (await assign.text()).includes(code)]).toEqual([409, true]);
    const { answers } = (await (await look(digitaliza, `/buscar.json?q=${code}`, JSON_ONLY)).json()) as SearchAnswer;
    const way = 'desde el \\d+ de \\S+ de \\d{4}\\.$';
    expect(answers.map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      ...ids.map((): unknown =>
        expect.stringMatching(new RegExp(`^Documento doc-\\d+: En camino a Agencia Norte en el paquete ${code} ${way}`)),
      ),
      expect.stringMatching(new RegExp(`^Paquete ${code}: En camino a Agencia Norte ${way}`)),
    ]);
    const accepted = await send(recibe, `${RECEIVED}/${id}`, {
      intent: 'accept',
      formToken: token(),
      ...verdicts('RECEIVED', 'RECEIVED', 'RECEIVED'),
    });
    expect(accepted.status).toBe(302);
    expect((await broughtBy(id)).map((document) => document.id).sort()).toEqual([...ids].sort());
    for (const one of ids)
      expect(await stored(`documentos/${one}`)).toMatchObject({ userId: recibe.id, inPackage: '', agencyId: 'agencia-02' });
    const page = (await (await look(recibe, `${docs}/${ids[0]}`)).text()).replaceAll('<!-- -->', '');
    expect(page).toMatch(
      new RegExp(
        `Historia[\\s\\S]*lo recibió de [^<]+ en el paquete ${code}[\\s\\S]*Agencia Norte[\\s\\S]*lo envió a Agencia Norte en el paquete ${code}`,
      ),
    );
  });

  it('leaves them with their holder when it is rejected', async () => {
    const ids = await makeDocuments(3);
    const id = await sendPackage(ids.map((one) => ({ document: one, digitalizationId: one })));
    const fields = { intent: 'reject', reason: 'Sobre abierto', formToken: token() };
    expect([(await send(recibe, `${RECEIVED}/${id}`, fields)).status, (await send(recibe, `${RECEIVED}/${id}`, fields)).status]).toEqual([
      302, 302,
    ]);
    for (const one of ids)
      expect(await stored(`documentos/${one}`)).toMatchObject({ userId: digitaliza.id, inPackage: '', agencyId: 'agencia-01' });
    expect(await stored(`PACKAGES/${id}`)).toMatchObject({
      status: 'REJECTED',
      rejectReason: 'Sobre abierto',
      resolutionAt: expect.any(Date),
    });
  });
});

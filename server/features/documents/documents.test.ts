import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { ACT_RULES, DOCUMENT_ACTS, DOCUMENT_STATES, type DocumentAct } from '../../domain/document-states.ts';
import { packageCode } from '../../domain/package-code.ts';
import type { Staff } from '../../domain/permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { beforeNextTransaction } from '../../testing/before-next-write.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import type { StoryQuery } from '../../domain/story.ts';
import type { DocumentInput } from './edit-document.ts';
import { createDocumentsFixture, clerk, type DocumentsFixture } from './testing/documents-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const ALL = ['create', 'view', 'print', 'download', 'edit'];
const editor = clerk('eva', { legal: { poder: ALL, acta: ALL } });
const viewer = clerk('vera', { legal: { poder: ['view'] } });
const blind = clerk('bruno', { legal: { acta: ALL } });
const admin = testStaff({ id: 'lucia', name: 'Lucía' });

const CAMPOS = [
  { clave: 'finca', etiqueta: 'Finca', tipo: 'numero', obligatorio: true, validador: '', opciones: [] },
  { clave: 'monto', etiqueta: 'Monto', tipo: 'moneda', obligatorio: false, validador: '', opciones: [] },
  { clave: 'firma', etiqueta: 'Firma', tipo: 'fecha', obligatorio: false, validador: '', opciones: [] },
  { clave: 'uso', etiqueta: 'Uso', tipo: 'opcion', obligatorio: false, validador: '', opciones: ['Casa', 'Terreno'] },
  { clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: false, validador: 'dpi', opciones: [] },
  { clave: 'lento', etiqueta: 'Lento', tipo: 'texto', obligatorio: false, validador: 'lento', opciones: [] },
  { clave: 'socio', etiqueta: 'Socio', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] },
];

const EVERYTHING: StoryQuery = { part: null, before: '' };

let made = 0;

/** Digitized documents and what people do with them, on whichever document stores. */
function describeDocuments(open: () => Promise<DocumentsFixture>): void {
  let fixture: DocumentsFixture;
  beforeAll(async () => {
    fixture = await open();
    await fixture.put('digitalization', 'categorias/legal', { nombre: 'Legal' });
    await fixture.put('digitalization', 'categorias/otra', { nombre: 'Otra' });
    await fixture.put('digitalization', 'tipos_documento/poder', { nombre: 'Poder', categoryId: 'legal' });
    await fixture.put('digitalization', 'tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal', campos: CAMPOS });
    await fixture.put('digitalization', 'tipos_documento/inactivo', { nombre: 'Inactivo', categoryId: 'legal', estado: false });
    await fixture.put('digitalization', 'constantes/fieldValidators', {
      items: [
        { id: 'dpi', value: '^\\d{13}$' },
        { id: 'lento', value: '^(a+)+$' },
      ],
    });
    await fixture.put('main', 'agencias/norte', { nombre: 'Norte' });
    await fixture.put('main', 'agencias/sur', { nombre: 'Sur' });
    await fixture.put('main', 'clientes/c1', { codigo: 'A-1030', nombre: 'Ana Núñez' });
    await fixture.put('main', 'clientes/c2', { codigo: 'A-1031', nombre: 'Ana Núñez Paz', dpi: '3449487480408', telefono: '55557777' });
    for (const staff of [editor, viewer, blind]) await keepPerson(staff);
    await keepPerson(clerk('sur', { legal: { poder: ['view'] } }, { agencyId: 'sur' }));
    await keepPerson(clerk('baja', { legal: { poder: ['view'] } }), { state: false });
  });

  const keepPerson = async ({ id, name, agencyId, permissionSet }: Staff, more: Fields = {}) => {
    const permissions: Record<string, Record<string, string[]>> = {};
    for (const [key, actions] of permissionSet?.permissions ?? []) {
      const [category = '', type = ''] = key.split('/');
      (permissions[category] ??= {})[type] = [...actions];
    }
    await fixture.put('digitalization', `permisos_documentos/de-${id}`, { title: `De ${id}`, permissions });
    await fixture.put('main', `usuarios/${id}`, {
      name,
      email: `${id}@demo.coop`,
      role: 'editor',
      agency: agencyId,
      state: true,
      digitalization_permission_id: `de-${id}`,
      ...more,
    });
  };
  const make = async (data: Fields = {}) => {
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
      createdBy: 'eva',
      ...data,
    });
    return id;
  };
  const stored = async (id: string) => {
    const found = await fixture.documents.digitalization.get(`documentos/${id}`);
    if (!found) throw new Error(`${id} is not stored`);
    return found;
  };
  const rowOf = async (id: string) => (await fixture.sql.query<Fields>(`SELECT * FROM documentos WHERE id = $1`, [id])).rows[0];
  const auditsOf = async (id: string) => {
    const where = [{ field: 'targetPath', op: '==', value: `documentos/${id}` } as const];
    const entries = await fixture.documents.digitalization.query({ collection: 'auditoria', where });
    return entries.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
  };
  const token = () => `formulario-numero-${String((made += 1)).padStart(6, '0')}`;
  const verbs = new Proxy({} as DocumentsFixture['digitalization'], {
    // The fixture is there when the tests run.
    get: (_none, name) => fixture.digitalization[name as keyof DocumentsFixture['digitalization']],
  });
  const assign = (id: string, userId: string, actor: Staff = editor, formToken = token()) =>
    verbs.assignDocuments({ actor, ids: [id], userId, comment: '', formToken });
  const edit = (id: string, values: DocumentInput, actor: Staff = editor, ifVersion?: string) =>
    verbs.editDocument({ actor, id, values, ifVersion });

  /** Every act with what it needs. */
  const ACTS: Readonly<Record<DocumentAct, (id: string, actor: Staff) => Promise<unknown>>> = {
    assign: (id, actor) => assign(id, 'sur', actor),
    return: (id, actor) => verbs.returnDocument({ actor, id, reason: 'Falta firma', formToken: token() }),
    archive: (id, actor) => verbs.archiveDocuments({ actor, ids: [id], ubicacion: 'Estante 4', formToken: token() }),
    edit: (id, actor) => edit(id, { documentName: 'Otro nombre' }, actor),
    retype: (id, actor) => edit(id, { documentId: 'acta', 'campos.finca': '7' }, actor),
    deactivate: (id, actor) => verbs.deactivateDocuments({ actor, ids: [id] }),
    restore: (id, actor) => verbs.restoreDocuments({ actor, ids: [id] }),
  };

  /** What an act must find, beside a state that it leaves, to change anything. */
  const NEEDED: Partial<Readonly<Record<DocumentAct, Fields>>> = { restore: { isActive: false } };

  describe.each(DOCUMENT_ACTS)('the act %s', (act) => {
    it.each([...DOCUMENT_STATES, 'REVISION', ''])(
      'from «%s» is done or refused as ACT_RULES says, with one audit entry or none',
      async (status) => {
        const id = await make({ status, userId: status === 'ASSIGNED' ? 'eva' : '', ...NEEDED[act] });
        const before = await stored(id);
        const { from, leavesUnknown, to } = ACT_RULES[act];
        const known = DOCUMENT_STATES.some((state) => state === status);
        const allowed = from === 'any' || (known ? from.some((state) => state === status) : leavesUnknown === true);
        if (allowed) {
          await ACTS[act](id, editor);
          expect((await stored(id)).data['status']).toBe(to ?? status);
          expect(await auditsOf(id)).toHaveLength(1);
          expect((await rowOf(id))?.['status']).toBe(to ?? status);
          return;
        }
        const error = await failureOf(ACTS[act](id, editor));
        expect([error.code, error.details]).toEqual(['conflict', { reason: 'state', status, isActive: true, inPackage: '' }]);
        expect((await stored(id)).version).toBe(before.version);
        expect(await auditsOf(id)).toEqual([]);
      },
    );

    it.each<Fields>([{ isActive: false }, { inPackage: 'p7' }])(
      'while %j is a conflict that changes nothing, unless its rule allows it',
      async (change) => {
        const id = await make({ status: 'ASSIGNED', userId: 'vera', ...change });
        const before = await stored(id);
        const rule = ACT_RULES[act];
        const allowed = 'inPackage' in change ? rule.inPackage : rule.whileInactive;
        if (allowed) return void (await ACTS[act](id, editor));
        const error = await failureOf(ACTS[act](id, editor));
        expect(error.code).toBe('conflict');
        if ('inPackage' in change) expect(error.userMessage).toContain(packageCode('p7'));
        expect((await stored(id)).version).toBe(before.version);
        expect(await auditsOf(id)).toEqual([]);
      },
    );

    it('is forbidden without the permission, and not-found outside one’s types or agency', async () => {
      const { from } = ACT_RULES[act];
      const status = from === 'any' || from.includes('ASSIGNED') ? 'ASSIGNED' : (from[0] ?? '');
      const id = await make({ status, userId: 'eva' });
      const before = await stored(id);
      const outside = clerk('eva2', { legal: { poder: ALL } }, { agencyScope: 'own', agencyId: 'oeste' });
      for (const [actor, code] of [
        [viewer, 'forbidden'],
        [blind, 'not-found'],
        [outside, 'not-found'],
        [testEditor(), 'not-found'],
        [{ ...editor, menus: testEditor({}, ['home']).menus }, 'forbidden'],
      ] as const)
        expect([actor.id, (await failureOf(ACTS[act](id, actor))).code]).toEqual([actor.id, code]);
      expect((await failureOf(ACTS[act]('no-existe', editor))).code).toBe('not-found');
      expect((await stored(id)).version).toBe(before.version);
      await ACTS[act](id, admin);
    });
  });

  describe('assigning', () => {
    it('sets both person fields and the agency, and is audited once when the form is sent three times', async () => {
      const id = await make();
      const formToken = token();
      const call = { actor: editor, ids: [id], userId: 'sur', comment: ' Urge ', formToken, requestId: 'r-1' };
      const answers = await Promise.all([verbs.assignDocuments(call), verbs.assignDocuments(call), verbs.assignDocuments(call)]);
      expect(answers).toEqual([{ person: 'Persona sur' }, { person: 'Persona sur' }, { person: 'Persona sur' }]);
      expect((await stored(id)).data).toMatchObject({
        userId: 'sur',
        userAssign: 'sur',
        agencyId: 'sur',
        agencyFromDoc: 'norte',
        status: 'ASSIGNED',
      });
      expect(await auditsOf(id)).toMatchObject([
        {
          action: 'ARCHIVO DIGITALIZADO ASIGNADO',
          user: 'eva',
          requestId: 'r-1',
          beforeData: { userId: '', userAssign: '', agencyId: 'norte', status: 'INDEXED' },
          newData: { userId: 'sur', userAssign: 'sur', agencyId: 'sur', status: 'ASSIGNED', comment: 'Urge' },
        },
      ]);
      expect((await failureOf(assign(id, 'sur'))).fields).toHaveProperty('userId');
      await assign(id, 'vera');
      expect((await stored(id)).data['userId']).toBe('vera');
    });

    it.each([
      ['', 'Elija'],
      ['nadie', 'nadie'],
      ['baja', 'Persona baja'],
      ['bruno', 'Poder'],
      ['../x', '../x'],
    ])('to «%s» is refused with a sentence that names %s', async (userId, named) => {
      const id = await make();
      const error = await failureOf(assign(id, userId));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', ['userId']]);
      expect(error.userMessage).toContain(named);
      expect(await auditsOf(id)).toEqual([]);
    });

    it('is done to all of a selection or to none', async () => {
      const ids = [await make(), await make({ status: 'ARCHIVED' }), await make({ inPackage: 'p1' })];
      const call = { actor: editor, userId: 'sur', comment: '', formToken: '' };
      expect((await failureOf(verbs.assignDocuments({ ...call, ids }))).code).toBe('conflict');
      for (const id of ids) expect((await stored(id)).data['userId']).toBe('');
      await verbs.assignDocuments({ ...call, ids: ids.slice(0, 2) });
      for (const id of ids.slice(0, 2)) expect((await rowOf(id))?.['userId']).toBe('sur');
      expect((await failureOf(verbs.assignDocuments({ ...call, ids: [] }))).code).toBe('invalid-input');
      expect((await failureOf(verbs.assignDocuments({ ...call, ids: Array.from({ length: 101 }, (_none, at) => `x${at}`) }))).code).toBe(
        'invalid-input',
      );
    });

    describe('undoing it', () => {
      const unassign = (ids: readonly string[], actor: Staff = editor) => verbs.unassignDocuments({ actor, ids, formToken: '' });

      it('restores person, agency and state, changes nothing when repeated, and is told in the history', async () => {
        const shelved = { status: 'ARCHIVED', ubicacion: 'Estante 4', agencyId: 'norte', userId: '', userAssign: '' };
        const [shelf, held] = [await make(shelved), await make({ status: 'ASSIGNED', userId: 'vera', userAssign: 'vera' })];
        const ids = [shelf, held];
        await verbs.assignDocuments({ actor: editor, ids, userId: 'sur', comment: '', formToken: token() });
        await edit(held, { documentName: 'Otro nombre' });
        for (let time = 0; time < 2; time += 1) {
          await unassign(ids);
          expect((await stored(shelf)).data).toMatchObject(shelved);
          expect((await stored(held)).data).toMatchObject({ status: 'ASSIGNED', userId: 'vera', userAssign: 'vera', agencyId: 'norte' });
        }
        expect((await rowOf(held))?.['userId']).toBe('vera');
        expect((await auditsOf(shelf)).map(({ action }) => action)).toEqual([
          'ARCHIVO DIGITALIZADO ASIGNADO',
          'ASIGNACIÓN DE ARCHIVO DIGITALIZADO DESHECHA',
        ]);
        const { events } = await verbs.findStory({ actor: editor, id: held, ...EVERYTHING });
        expect(events[0]).toMatchObject({ did: 'deshizo su asignación', notes: [expect.stringContaining('Persona vera')] });
      });

      it('leaves the day since which the document is where it is', async () => {
        const id = await make();
        await fixture.put('digitalization', `auditoria/indexa-${id}`, {
          action: 'NUEVO ARCHIVO DIGITALIZADO',
          user: 'eva',
          targetPath: `documentos/${id}`,
          at: new Date('2025-12-02T15:00:00Z'),
          beforeData: null,
          newData: { userId: '', status: 'INDEXED', agencyId: 'norte' },
        });
        const now = async () => (await verbs.findStory({ actor: editor, id, ...EVERYTHING })).now;
        const before = await now();
        expect(before).toMatch(/ desde el 2 de diciembre de 2025\.$/);
        await assign(id, 'sur');
        expect(await now()).toMatch(/^Lo tiene Persona sur en Sur desde el /);
        await unassign([id]);
        expect(await now()).toBe(before);
        const [whereabouts] = await verbs.findWhereabouts({ actor: editor, ids: [id] });
        expect(whereabouts?.detail).toBe(before);
      });

      it('works for a document now in another agency, which the person does not see', async () => {
        const near = clerk('cerca', { legal: { poder: ALL } }, { agencyId: 'norte' });
        const own: Staff = { ...near, ...(near.permissionSet && { permissionSet: { ...near.permissionSet, agencyScope: 'own' } }) };
        const id = await make({ agencyFromDoc: 'oeste' });
        await assign(id, 'sur', own);
        expect((await failureOf(verbs.getDocument({ actor: own, id }))).code).toBe('not-found');
        await unassign([id], own);
        expect((await stored(id)).data).toMatchObject({ userId: '', status: 'INDEXED', agencyId: 'norte' });
      });

      it('is refused for all when one was assigned by others, moved since, packed, or its holder has left', async () => {
        const cases: [name: string, id: string, actor: Staff, code: string][] = [];
        const byOther = await make();
        await assign(byOther, 'sur', admin);
        cases.push(['of somebody else', byOther, editor, 'conflict'], ['of what is not seen', byOther, blind, 'not-found']);
        const returned = await make();
        await assign(returned, 'vera');
        await verbs.returnDocument({ actor: viewer, id: returned, reason: 'No es mío', formToken: token() });
        cases.push(['moved since', returned, editor, 'conflict']);
        const foreign = await make();
        await assign(foreign, 'sur');
        await fixture.put('digitalization', `documentos/${foreign}`, {
          ...(await stored(foreign)).data,
          userId: 'vera',
          userAssign: 'vera',
        });
        cases.push(['moved by another program', foreign, editor, 'conflict']);
        const packed = await make();
        await assign(packed, 'sur');
        await fixture.put('digitalization', `documentos/${packed}`, { ...(await stored(packed)).data, inPackage: 'p1' });
        cases.push(['in a package', packed, editor, 'conflict']);
        const brought = await make({ status: 'ASSIGNED', userId: 'sur', userAssign: 'sur', fromPackaging: 'p1' });
        await fixture.put('digitalization', `auditoria/trae-${brought}`, {
          action: 'ARCHIVO DIGITALIZADO ASIGNADO',
          user: 'eva',
          targetPath: `documentos/${brought}`,
          at: new Date(),
          beforeData: { userId: '', status: 'INDEXED', fromPackaging: '' },
          newData: { userId: 'sur', status: 'ASSIGNED', fromPackaging: 'p1' },
        });
        cases.push(['brought by a package', brought, editor, 'conflict']);
        const left = await make({ status: 'ASSIGNED', userId: 'baja', userAssign: 'baja' });
        await assign(left, 'sur');
        cases.push(['of who left', left, editor, 'conflict'], ['never assigned', await make(), editor, 'conflict']);
        for (const [name, id, actor, code] of cases) {
          const before = (await stored(id)).data;
          const other = await make();
          await assign(other, 'vera', actor === blind ? editor : actor);
          expect([name, (await failureOf(unassign([other, id], actor))).code]).toEqual([name, code]);
          expect((await stored(id)).data).toEqual(before);
          // All or none.
          expect((await stored(other)).data['userId']).toBe('vera');
        }
      });
    });

    it('by two people at once is done for both, one after the other', async () => {
      const id = await make();
      await Promise.all([assign(id, 'sur'), assign(id, 'vera', admin)]);
      const audits = await auditsOf(id);
      expect(audits).toHaveLength(2);
      const last = audits.at(-1)?.['newData'] as Fields;
      expect((await stored(id)).data['userId']).toBe(last['userId']);
    });

    it('offers people who may view the types of all documents, except their holder', async () => {
      const ids = [await make({ userId: 'vera', status: 'ASSIGNED' }), await make()];
      const people = await verbs.findAssignees({ actor: editor, ids });
      expect(people.filter(({ why }) => why === '').map(({ id }) => id)).toEqual(['eva', 'sur']);
      const acta = await verbs.findAssignees({ actor: editor, ids: [await make({ documentId: 'acta' })] });
      expect(acta.filter(({ why }) => why === '')).toMatchObject([{ id: 'bruno' }, { id: 'eva' }]);
      expect(await verbs.findAssignees({ actor: blind, ids })).toEqual([]);
    });

    it('gives the reason why other people cannot have a document, and refuses them', async () => {
      const ids = [await make()];
      await keepPerson(clerk('sinpantalla', { legal: { poder: ALL } }), { role: 'user' });
      await fixture.put('main', 'permisos_rol/mira', {
        menus: ['digitalization-documents'],
        accionesNegadas: ['digitalization-documents:change'],
      });
      await keepPerson(clerk('mirta', { legal: { poder: ALL } }), { role: 'mira' });
      const people = await verbs.findAssignees({ actor: editor, ids });
      const whyOf = Object.fromEntries(people.map(({ id, why }) => [id, why]));
      expect(whyOf).toMatchObject({ eva: '', bruno: 'no puede ver «Poder»', sinpantalla: 'no abre «Digitalizar documentos»' });
      expect(whyOf).toMatchObject({ mirta: 'solo mira «Digitalizar documentos»' });
      expect(Object.keys(whyOf)).not.toContain('baja');
      expect(people.findIndex(({ why }) => why !== '')).toBe(people.filter(({ why }) => why === '').length);
      // Namesakes of two agencies.
      for (const agencyId of ['norte', 'sur'])
        await keepPerson({ ...clerk(`rosa-${agencyId}`, { legal: { poder: ALL } }, { agencyId }), name: 'Rosa Ixcoy' });
      const names = (await verbs.findAssignees({ actor: editor, ids })).map(({ name }) => name);
      expect(names.filter((name) => name.startsWith('Rosa'))).toEqual(['Rosa Ixcoy · Norte', 'Rosa Ixcoy · Sur']);
      for (const who of ['sinpantalla', 'mirta']) {
        const error = await failureOf(assign(ids[0] ?? '', who));
        expect([error.code, error.fields?.['userId']?.[0]]).toEqual([
          'invalid-input',
          `Persona ${who} ${whyOf[who]} y no podría atender lo que se le asigne. Elija a otra persona.`,
        ]);
      }
    });
  });

  it('offers the types of which a person may edit documents', async () => {
    const typesFor = async (actor: Staff) => (await verbs.findTypeChoices({ actor })).map(({ id }) => id);
    expect((await typesFor(editor)).sort()).toEqual(['acta', 'poder']);
    expect(await typesFor(blind)).toEqual(['acta']);
    expect(await typesFor(viewer)).toEqual([]);
  });

  it('the holder of a document may return and archive it with view permission alone', async () => {
    const [one, two] = [
      await make({ status: 'ASSIGNED', userId: 'vera', userAssign: 'vera' }),
      await make({ status: 'ASSIGNED', userAssign: 'vera' }),
    ];
    expect((await failureOf(verbs.returnDocument({ actor: viewer, id: one, reason: ' ', formToken: '' }))).fields).toHaveProperty('reason');
    await verbs.returnDocument({ actor: viewer, id: one, reason: 'Falta\nfirma', formToken: token() });
    expect((await stored(one)).data).toMatchObject({ userId: '', userAssign: '', status: 'RETURNED', returnReason: 'Falta\nfirma' });
    expect(
      (await failureOf(verbs.archiveDocuments({ actor: viewer, ids: [two], ubicacion: 'x'.repeat(201), formToken: '' }))).fields,
    ).toHaveProperty('ubicacion');
    await verbs.archiveDocuments({ actor: viewer, ids: [two], ubicacion: 'Estante 4/B', formToken: token() });
    expect((await stored(two)).data).toMatchObject({ userId: '', userAssign: '', status: 'ARCHIVED', ubicacion: 'Estante 4/B' });
    expect((await auditsOf(one)).map(({ action }) => action)).toEqual(['ARCHIVO DIGITALIZADO DEVUELTO']);
    const atSouth = await make({ status: 'ASSIGNED', userId: 'sur', userAssign: 'sur', agencyId: 'sur' });
    await verbs.returnDocument({ actor: { ...editor, agencyId: '' }, id: atSouth, reason: 'Falta firma', formToken: token() });
    expect((await stored(atSouth)).data['agencyId']).toBe('sur');
    await assign(atSouth, 'sur');
    await verbs.returnDocument({ actor: { ...editor, agencyId: 'norte' }, id: atSouth, reason: 'Falta firma', formToken: token() });
    expect([(await stored(atSouth)).data['agencyId'], (await rowOf(atSouth))?.['agencyId']]).toEqual(['sur', 'sur']);
    expect((await auditsOf(two)).map(({ action }) => action)).toEqual(['ARCHIVO DIGITALIZADO ARCHIVADO']);
  });

  describe('editing', () => {
    it('stores each field of the type in its own format, and shows the changes in the history', async () => {
      const id = await make({ documentId: 'acta', campos: { finca: 1, ajeno: { a: 1 } } });
      await edit(id, {
        documentName: ' Acta 12 ',
        'campos.finca': '1,250',
        'campos.monto': 'Q 12,500.50',
        'campos.firma': '31/12/2026',
        'campos.uso': 'Casa',
        'campos.dpi': '2345678910101',
        'campos.socio': 'A-1030',
        'campos.nadie': 'x',
      });
      const campos = { finca: 1250, monto: 12500.5, firma: '2026-12-31', uso: 'Casa', dpi: '2345678910101', socio: 'c1', ajeno: { a: 1 } };
      expect((await stored(id)).data).toMatchObject({ documentName: 'Acta 12', campos });
      const record = await verbs.getDocument({ actor: editor, id });
      expect(record.campos.find(({ clave }) => clave === 'socio')?.member).toEqual({
        id: 'c1',
        name: 'Ana Núñez',
        label: 'A-1030 · Ana Núñez',
      });
      await edit(id, { 'campos.monto': '', 'campos.uso': 'Casa' });
      expect(Object.keys((await stored(id)).data['campos'] as Fields)).not.toContain('monto');
      const { events } = await verbs.findStory({ actor: editor, id, ...EVERYTHING });
      expect(
        events.map(({ did, changes }) => [did, changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)]).slice(0, 2),
      ).toEqual([
        ['quitó Q12,500.50 de Monto', []],
        [
          'lo modificó',
          expect.arrayContaining([`Nombre: Documento ${id.slice(-4).replace(/^0+/, '')} → Acta 12`, 'Finca: 1 → 1250', 'Uso:  → Casa']),
        ],
      ]);
    });

    it.each([
      ['campos.dpi', '3449 48748 0408', 'dpi', '3449487480408'],
      ['campos.dpi', '3449-48748-0408', 'dpi', '3449487480408'],
      ['campos.firma', '31-12-26', 'firma', '2026-12-31'],
      ['campos.socio', 'a1030', 'socio', 'c1'],
      ['campos.socio', 'A-1030 · Ana Núñez', 'socio', 'c1'],
      ['campos.socio', 'ana nuñez', 'socio', 'c1'],
      ['campos.socio', '3449 48748 0408', 'socio', 'c2'],
    ])('accepts %s as the portal shows it: %s', async (name, typed, clave, value) => {
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      await edit(id, { [name]: typed });
      expect((await stored(id)).data['campos']).toMatchObject({ [clave]: value });
    });

    it.each([
      ['campos.dpi', '12', '«DPI» lleva 13 dígitos, por ejemplo 1234567890123.'],
      ['campos.socio', 'nuñez', 'Escriba en «Socio» el código del asociado. ¿Es Ana Núñez (A-1030) o Ana Núñez Paz (A-1031)?'],
      ['campos.socio', 'B-77', 'Ningún asociado tiene el código, DPI o nombre escrito en «Socio».'],
    ])('explains for %s «%s» what is expected, without the name of a rule', async (name, typed, sentence) => {
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      expect((await failureOf(edit(id, { [name]: typed }))).fields).toEqual({ [name]: [sentence] });
    });

    it('suggests members by name, code or DPI, shows only name and code, and needs permission', async () => {
      const suggest = (q: string, actor = editor) => verbs.suggestMembers({ actor, q });
      const [ana, paz] = [
        { id: 'c1', codigo: 'A-1030', nombre: 'Ana Núñez' },
        { id: 'c2', codigo: 'A-1031', nombre: 'Ana Núñez Paz' },
      ];
      expect(await suggest('ana nu')).toEqual([ana, paz]);
      expect(await suggest('a-1031')).toEqual([paz]);
      expect(await suggest('3449 48748 0408')).toEqual([paz]);
      for (const q of ['', 'an', '55557777', '5555-7777', '344948']) expect(await suggest(q), q).toEqual([]);
      const menus = new Set([...viewer.menus].filter((menu) => menu !== 'customers'));
      expect(await suggest('ana nu', { ...viewer, menus })).toEqual([]);
      expect(await suggest('ana nu', testEditor({}, ['customers']))).toEqual([ana, paz]);
      expect((await failureOf(suggest('ana nu', testEditor({}, ['quotes'])))).code).toBe('forbidden');
    });

    it('accepts no member of another agency from a role limited to its own, but keeps the stored one', async () => {
      const sur = { codigo: 'S-9001', nombre: 'Sureña Ajena', dpi: '1234567890123', agencia: 'sur' };
      await fixture.put('main', 'clientes/c8', sur);
      const own: Staff = { ...editor, agencyId: 'norte', ownAgencyOnly: true };
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      for (const typed of ['sureña', 'S-9001', 'Sureña Ajena', '1234567890123', 'c8'])
        expect((await failureOf(edit(id, { 'campos.socio': typed }, own))).fields, typed).toEqual({
          'campos.socio': ['Ningún asociado tiene el código, DPI o nombre escrito en «Socio».'],
        });
      // The form holds the id: whoever types what they are called would learn whom it means.
      const held = await make({ documentId: 'acta', campos: { finca: 1, socio: 'c8' } });
      await edit(held, { 'campos.finca': '2', 'campos.socio': 'c8' }, own);
      expect((await stored(held)).data['campos']).toEqual({ finca: 2, socio: 'c8' });
      for (const typed of ['S-9001 · Sureña Ajena', '1234567890123'])
        expect((await failureOf(edit(held, { 'campos.socio': typed }, own))).fields, typed).toHaveProperty(['campos.socio']);
      await edit(id, { 'campos.socio': 'S-9001' });
      expect((await stored(id)).data['campos']).toEqual({ finca: 1, socio: 'c8' });
    });

    it('answers too-many-requests after 300 look-ups of members, by suggestion or by saving a name', async () => {
      const copier = clerk('copia', { legal: { acta: ALL } });
      const asks = () => verbs.suggestMembers({ actor: copier, q: 'A-1030' });
      for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 30 }, asks));
      expect((await failureOf(asks())).code).toBe('too-many-requests');
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      expect((await failureOf(edit(id, { 'campos.socio': 'ana' }, copier))).code).toBe('too-many-requests');
      await edit(id, { 'campos.socio': 'A-1030' }, copier);
    });

    it.each<[string, DocumentInput, string]>([
      ['no name', { documentName: ' ' }, 'documentName'],
      ['a name without end', { documentName: 'x'.repeat(500_000) }, 'documentName'],
      ['nothing where something must be', { 'campos.finca': '' }, 'campos.finca'],
      ['a word for a number', { 'campos.finca': 'doce' }, 'campos.finca'],
      ['a day that is none', { 'campos.firma': '2026-02-30' }, 'campos.firma'],
      ['no option of the list', { 'campos.uso': 'Otro' }, 'campos.uso'],
      ['what the validator refuses', { 'campos.dpi': '12' }, 'campos.dpi'],
      ['nobody for a member', { 'campos.socio': 'A-9999' }, 'campos.socio'],
      ['a type that is not there', { documentId: 'ninguno' }, 'documentId'],
      ['an inactive type', { documentId: 'inactivo' }, 'documentId'],
      ['a type of another category', { documentId: 'poder', categoryId: 'otra' }, 'categoryId'],
    ])('with %s is rejected at that field and changes nothing', async (_what, values, field) => {
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      const before = await stored(id);
      const error = await failureOf(edit(id, values, admin));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
      expect((await stored(id)).version).toBe(before.version);
    });

    it('rejects within seconds a value on which a validator would never end', async () => {
      const id = await make({ documentId: 'acta', campos: { finca: 1 } });
      const started = performance.now();
      const error = await failureOf(edit(id, { 'campos.lento': `${'a'.repeat(999)}!` }));
      expect(Object.keys(error.fields ?? {})).toEqual(['campos.lento']);
      expect((await failureOf(edit(id, { 'campos.lento': `${'a'.repeat(1_000)}!` }))).fields).toHaveProperty(['campos.lento']);
      expect(performance.now() - started).toBeLessThan(10_000);
    });

    it('to another type requires its fields, its permission, and a holder who may see it', async () => {
      const id = await make();
      const error = await failureOf(edit(id, { documentId: 'acta' }));
      expect([Object.keys(error.fields ?? {}), error.details]).toEqual([['campos.finca'], { fields: CAMPOS }]);
      const onlyPoder = clerk('eva3', { legal: { poder: ALL, acta: ['view'] } });
      expect((await failureOf(edit(id, { documentId: 'acta', 'campos.finca': '3' }, onlyPoder))).fields).toHaveProperty('documentId');
      const held = await make({ status: 'ASSIGNED', userId: 'vera' });
      expect((await failureOf(edit(held, { documentId: 'acta', 'campos.finca': '3' }))).userMessage).toContain('Persona vera');
      await edit(id, { documentId: 'acta', 'campos.finca': '3' });
      expect((await stored(id)).data).toMatchObject({ documentId: 'acta', categoryId: 'legal', campos: { finca: 3 } });
    });

    it('to another type checks again who holds the document now', async () => {
      const id = await make();
      beforeNextTransaction(fixture.documents.digitalization, () => assign(id, 'vera', admin));
      const error = await failureOf(edit(id, { documentId: 'acta', 'campos.finca': '3' }));
      expect(error.fields).toEqual({ documentId: ['Persona vera lo tiene asignado y no puede ver documentos de ese tipo.'] });
      expect((await stored(id)).data).toMatchObject({ documentId: 'poder', userId: 'vera' });
    });

    it('to another type is a conflict when the document or the type changes before it is stored', async () => {
      const { digitalization } = fixture.documents;
      const toActa = { documentId: 'acta', 'campos.finca': '3' };
      const [sent, typed] = [await make(), await make()];
      beforeNextTransaction(digitalization, () => digitalization.update(`documentos/${sent}`, { inPackage: 'p1' }));
      expect((await failureOf(edit(sent, toActa))).details).toMatchObject({ reason: 'in-package' });
      const changed = expect.stringContaining('El tipo del documento cambió');
      beforeNextTransaction(digitalization, () => digitalization.update('tipos_documento/acta', { descripcion: 'Otra' }));
      expect(await failureOf(edit(typed, toActa))).toMatchObject({ code: 'conflict', userMessage: changed });
      expect([(await stored(sent)).data['documentId'], (await stored(typed)).data['documentId']]).toEqual(['poder', 'poder']);
      const acta = await make({ documentId: 'acta', campos: { finca: 1 } });
      const { version, values } = await verbs.getDocument({ actor: editor, id: acta });
      const form = {
        actor: editor,
        id: acta,
        ifVersion: version,
        base: { ...values },
        values: { documentId: 'acta', 'campos.finca': '3' },
      };
      beforeNextTransaction(digitalization, () => digitalization.update(`documentos/${acta}`, { documentId: 'poder' }));
      expect(await failureOf(verbs.editDocument(form))).toMatchObject({ code: 'conflict', userMessage: changed });
      expect((await stored(acta)).data).toMatchObject({ documentId: 'poder', campos: { finca: 1 } });
    });

    it('of its name alone keeps the type that somebody else gave it meanwhile', async () => {
      const id = await make();
      const retyped = { documentId: 'acta', campos: { finca: 3 } };
      beforeNextTransaction(fixture.documents.digitalization, () => fixture.documents.digitalization.update(`documentos/${id}`, retyped));
      await edit(id, { documentName: 'Escritura de la bodega' });
      expect((await stored(id)).data).toMatchObject({ ...retyped, documentName: 'Escritura de la bodega' });
    });

    it('merges with changes of others, and is a conflict with both versions in the same field', async () => {
      const id = await make({ documentId: 'acta', campos: { finca: 1, uso: 'Casa' } });
      const { version, values } = await verbs.getDocument({ actor: editor, id });
      const base = { ...values, 'campos.monto': null };
      const save = (changes: DocumentInput) =>
        verbs.editDocument({
          actor: editor,
          id,
          ifVersion: version,
          base,
          values: { documentName: values.documentName, documentId: 'acta', ...changes },
        });
      await edit(id, { 'campos.monto': '5', documentName: 'De otra persona' }, admin);
      expect(await save({ 'campos.uso': 'Terreno', 'campos.monto': '' })).toMatchObject({
        fields: expect.arrayContaining(['documentName', 'campos.monto']),
      });
      expect((await stored(id)).data).toMatchObject({ documentName: 'De otra persona', campos: { finca: 1, uso: 'Terreno', monto: 5 } });
      const error = await failureOf(save({ documentName: 'Mío' }));
      expect(error).toMatchObject({
        code: 'conflict',
        details: { differing: ['documentName'], stored: { documentName: 'De otra persona' } },
      });
    });

    it('without any value answers with the specified error', async () => {
      const id = await make();
      expect(await failureOf(edit(id, {}))).toMatchObject({ code: 'invalid-input', specified: 'Id or data null, check please' });
      expect(await failureOf(edit('null', { documentName: 'x' }))).toMatchObject({ specified: 'Id or data null, check please' });
      expect(await failureOf(verbs.getDocument({ actor: editor, id: 'null' }))).toMatchObject({
        code: 'invalid-input',
        specified: "Id no can't be null",
      });
    });
  });

  describe('custody', () => {
    const placesOf = async (id: string, actor: Staff = editor) =>
      (await verbs.findStory({ actor, id, ...EVERYTHING, part: 'custody' })).events.map(({ who, did, notes }) => [who, did, ...notes]);

    it('lists who had a document and where, newest first, by name', async () => {
      const id = await make();
      await assign(id, 'sur');
      await edit(id, { documentName: 'Sin mudanza' });
      await verbs.returnDocument({ actor: editor, id, reason: 'Falta firma', formToken: token() });
      await verbs.archiveDocuments({ actor: editor, ids: [id], ubicacion: 'Estante 4', formToken: token() });
      expect(await placesOf(id)).toEqual([
        ['Persona eva', 'lo archivó en Estante 4', 'Sur'],
        // Pressing the button in another agency does not move the paper.
        ['Persona eva', 'lo devolvió', 'Falta firma', 'Devuelto, sin encargado · Sur'],
        ['Persona eva', 'lo asignó a Persona sur', 'Sur'],
        ['', 'Indexado, sin encargado · Norte', 'La auditoría no cuenta cómo empezó.'],
      ]);
      const { events, now } = await verbs.findStory({ actor: editor, id, ...EVERYTHING });
      expect(events.map(({ at }) => at)).toEqual(
        events
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
      expect(now).toMatch(/^Archivado en Estante 4, Sur desde el \d+ de \S+ de \d{4}\.$/);
      expect(events.map(({ who, did }) => `${who} ${did}`)).toContain(
        `Persona eva cambió Nombre de Documento ${id.slice(-4).replace(/^0+/, '')} a Sin mudanza`,
      );
    });

    it('shows changes that other programs made without an entry, and reads the holder from userAssign', async () => {
      const id = await make();
      await assign(id, 'sur');
      const { data } = await stored(id);
      await fixture.put('digitalization', `documentos/${id}`, { ...data, userId: '', userAssign: 'vera', agencyId: 'norte' });
      const untold = ['', 'Persona vera · Norte', 'Otro programa lo cambió sin dejarlo en la auditoría: se vio en esa fecha.'];
      expect((await placesOf(id))[0]).toEqual(untold);
      await fixture.documents.digitalization.set(`auditoria/de-otro-${id}`, {
        user: 'otro',
        action: 'CAMBIO',
        targetPath: `documentos/${id}`,
        at: 'ayer',
        beforeData: 'nada',
        newData: [1],
      });
      expect((await placesOf(id))[0]).toEqual(untold);
    });

    it('is paged by 25 events, each event once', async () => {
      const id = await make();
      for (let times = 0; times < 30; times += 1)
        await fixture.documents.digitalization.set(`auditoria/${id}-${times}`, {
          user: 'eva',
          action: 'ARCHIVO DIGITALIZADO MODIFICADO',
          targetPath: `documentos/${id}`,
          // Some in one moment.
          at: new Date(Date.UTC(2026, 4, 1 + Math.floor(times / 3))),
          beforeData: {},
          newData: {},
        });
      const first = await verbs.findStory({ actor: editor, id, part: 'changes', before: '' });
      const second = await verbs.findStory({ actor: editor, id, part: 'changes', before: first.older });
      expect([first.events.length, second.events.length, second.older]).toEqual([25, 5, '']);
      expect(new Set([...first.events, ...second.events].map((event) => event.id)).size).toBe(30);
    });

    it('answers where a document is, only to people who may see it', async () => {
      const [id, hidden] = [await make({ documentName: 'Escritura 7' }), await make({ documentId: 'acta' })];
      await assign(id, 'sur');
      const ask = (actor: Staff) => verbs.findWhereabouts({ actor, ids: [hidden, id, 'no-existe', '../x'] });
      const [line] = await ask(viewer);
      expect(line).toMatchObject({ title: 'Escritura 7', href: `/digitalization-documents/list-digitalization-docs/${id}` });
      expect(line?.detail).toMatch(/^Lo tiene Persona sur en Sur desde el \d+ de \S+ de \d{4}\.$/);
      expect(await ask(viewer)).toHaveLength(1);
      expect((await ask(editor)).map(({ href }) => href.split('/').at(-1))).toEqual([hidden, id]);
      expect(await ask(testEditor())).toEqual([]);
      expect((await failureOf(ask({ ...editor, menus: testEditor({}, ['home']).menus }))).code).toBe('forbidden');
      expect((await failureOf(verbs.findStory({ actor: viewer, id: hidden, ...EVERYTHING }))).code).toBe('not-found');
      expect((await failureOf(verbs.findStory({ actor: editor, id: '', ...EVERYTHING }))).specified).toBe("Id no can't be null");
      const elsewhere = { ...editor, menus: testEditor({}, ['home']).menus };
      expect((await failureOf(verbs.findStory({ actor: elsewhere, id, ...EVERYTHING }))).code).toBe('forbidden');
    });
  });

  it('deactivates and restores a document once, however often it is requested', async () => {
    const id = await make({ documentName: 'Para eliminar' });
    const found = async (more = '') =>
      (await verbs.findDocuments({ actor: editor, params: new URLSearchParams(`q=eliminar${more}`) })).rows.map((row) => row.id);
    expect([await found(), await found('&isActive=false')]).toEqual([[id], []]);
    for (let times = 0; times < 2; times += 1) await verbs.deactivateDocuments({ actor: editor, ids: [id] });
    expect([await found(), await found('&isActive=false')]).toEqual([[], [id]]);
    for (let times = 0; times < 2; times += 1) await verbs.restoreDocuments({ actor: editor, ids: [id] });
    expect([await found(), await found('&isActive=false')]).toEqual([[id], []]);
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['ARCHIVO DIGITALIZADO ELIMINADO', 'ARCHIVO DIGITALIZADO RESTAURADO']);
  });

  describe('documents about a member', () => {
    it('are listed on the page of the member for people who may see them', async () => {
      const id = await make({ documentId: 'acta', campos: { finca: 12, socio: 'c1' } });
      const idsFor = async (actor: Staff) => (await verbs.findMemberDocuments({ actor, memberId: 'c1' })).documents.map((one) => one.id);
      expect(await idsFor(editor)).toContain(id);
      expect(await idsFor(viewer)).not.toContain(id);
    });

    const find = async (q: string, actor: Staff = editor) =>
      (await verbs.findDocuments({ actor, params: new URLSearchParams({ q }) })).rows.map(({ id, memberNames }) => [id, memberNames]);

    it('are found by current code, name and DPI in any spelling, only by people who may see them', async () => {
      const member = { codigo: 'A-011828', nombre: 'Marta López Yat', dpi: '2876504120101' };
      await fixture.put('main', 'clientes/c9', member);
      const id = await make({ documentId: 'acta', documentName: 'Solvencia', campos: { socio: 'c9' } });
      await make({ documentId: 'acta', campos: { dpi: 'c9' } });
      const typed = [
        'A-011828',
        'a-011828',
        '011828',
        'marta lopez yat',
        'LÓPEZ, Marta',
        '2876 50412 0101',
        '2876504120101',
        'solvencia yat',
      ];
      for (const q of typed) expect([q, await find(q)]).toEqual([q, [[id, 'A-011828 Marta López Yat']]]);
      for (const q of typed) expect([q, await find(q, viewer)]).toEqual([q, []]);
      for (const q of ['20101', '287650', 'marta 50412']) {
        expect([q, await find(q)]).toEqual([q, []]);
        expect([q, await find(q, { ...editor, seesWhole: true })]).toEqual([q, [[id, 'A-011828 Marta López Yat']]]);
      }
      const { counts } = await verbs.findDocuments({ actor: editor, params: new URLSearchParams({ q: 'marta yat' }) });
      expect(counts.filter(({ count }) => count > 0)).toMatchObject([{ value: 'INDEXED', count: 1 }]);
      const gone = await make({ documentId: 'acta', campos: { socio: 'c9' }, isActive: false });
      const deleted = await verbs.findDocuments({ actor: editor, params: new URLSearchParams({ q: 'a-011828', isActive: 'false' }) });
      expect(deleted.rows.map((row) => row.id)).toEqual([gone]);
      await fixture.put('main', 'clientes/c9', { ...member, nombre: 'Marta Pérez' });
      expect(await find('marta yat')).toEqual([]);
      expect(await find('marta perez')).toEqual([[id, 'A-011828 Marta Pérez']]);
    });

    it('hide members of other agencies from a role limited to its own, and are not found by them', async () => {
      await fixture.put('main', 'clientes/s1', { codigo: 'S-77', nombre: 'Jacinta Lejana', dpi: '1239876540101', agencia: 'sur' });
      await fixture.put('main', 'clientes/n1', { codigo: 'N-77', nombre: 'Norteña Cercana', dpi: '1239876550101', agencia: 'norte' });
      const [sur, norte] = [await make({ documentId: 'acta' }), await make({ documentId: 'acta' })];
      await edit(sur, { 'campos.finca': '1', 'campos.socio': 'S-77' });
      await edit(norte, { 'campos.finca': '1', 'campos.socio': 'N-77' });
      const own: Staff = { ...editor, agencyId: 'norte', ownAgencyOnly: true };
      const told = async (id: string, actor: Staff) => {
        const { campos } = await verbs.getDocument({ actor, id });
        const { events } = await verbs.findStory({ actor, id, ...EVERYTHING });
        return [
          campos.find(({ clave }) => clave === 'socio')?.member?.label,
          events.flatMap(({ changes, did }) => [did, ...changes.map(({ after }) => after)]),
        ];
      };
      const words = async (id: string, actor: Staff) => JSON.stringify(await told(id, actor));
      expect(await words(sur, editor)).toMatch(/^\["S-77 · Jacinta Lejana",.*Jacinta Lejana/);
      expect(await words(sur, own)).toMatch(/^\[null,.*"[^"]*\bs1\b/);
      expect(await words(sur, own)).not.toContain('Jacinta');
      expect(await words(norte, own)).toMatch(/^\["N-77 · Norteña Cercana",.*Norteña Cercana/);
      for (const q of ['s-77', 'jacinta', '1239876540101', 'jacinta lejana']) {
        expect([q, await find(q)]).toEqual([q, [[sur, 'S-77 Jacinta Lejana']]]);
        expect([q, await find(q, own)]).toEqual([q, []]);
      }
      expect(await find(sur, own)).toEqual([[sur, '']]);
      expect(await find('1239876550101', own)).toEqual([[norte, 'N-77 Norteña Cercana']]);
      expect(await find(norte, { ...own, agencyId: '' })).toEqual([[norte, '']]);
    });

    it('tell where they are when every word names them or their member, and not with any other word', async () => {
      await fixture.put('main', 'clientes/b1', { codigo: 'B-88', nombre: 'Brenda Quiñónez', dpi: '1239876560101', agencia: 'sur' });
      const id = await make({ documentName: 'Minuta 3107', documentId: 'acta', campos: { socio: 'b1' } });
      const ask = async (q: string, actor: Staff = editor) =>
        (await verbs.findWhereabouts({ actor, ids: [id], q })).map(({ title }) => title);
      const answer = ['Minuta 3107 · B-88 Brenda Quiñónez'];
      for (const q of ['', 'minuta 3107', 'minuta brenda', 'quinonez brenda', 'b-88', '1239 87656 0101', 'acta quiñónez'])
        expect([q, await ask(q)]).toEqual([q, answer]);
      for (const q of ['minuta brenda zapeta', 'brenda editora', 'minuta indexado', 'brenda 87656'])
        expect([q, await ask(q)]).toEqual([q, []]);
      const own: Staff = { ...editor, agencyId: 'norte', ownAgencyOnly: true };
      expect([await ask('minuta brenda', own), await ask('minuta 3107', own)]).toEqual([[], ['Minuta 3107']]);
    });

    it('are not found by a name of more than 1,000 members unless other words narrow it', async () => {
      await fixture.sql.query(`INSERT INTO clientes (id, codigo, nombre, dpi, "createdAt", source_version, search_text)
        SELECT 'm' || n, 'B-' || n, 'Josefa Común', '', now(), 1, '| b-' || n || ' | josefa comun |' FROM generate_series(2000, 3001) n`);
      const id = await make({ documentId: 'acta', campos: { socio: 'm2077' } });
      expect(await find('josefa')).toEqual([]);
      expect(await find('josefa comun')).toEqual([]);
      expect(await find('josefa b-2077')).toEqual([[id, 'B-2077 Josefa Común']]);
    });
  });
}

await describeOnStores('documents', (stores) => describeDocuments(() => createDocumentsFixture(stores)));

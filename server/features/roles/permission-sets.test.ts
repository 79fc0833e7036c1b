import { beforeAll, describe, expect, it } from 'vitest';
import { can } from '../../domain/document-permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import type { UpdateSetCall } from './permission-sets.ts';
import { createSetsFixture, type SetsFixture } from './testing/sets-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const admin = testStaff({ id: 'lucia', name: 'Lucía' });
const clerk = testEditor({ id: 'clerk', role: 'oficina' });

/** Permission sets, on whichever document stores. */
function describePermissionSets(open: () => Promise<SetsFixture>): void {
  let fixture: SetsFixture;
  beforeAll(async () => {
    fixture = await open();
    await fixture.put('digitalization', 'categorias/legal', { nombre: 'Legal' });
    for (const id of ['poder', 'acta', 'demanda'])
      await fixture.put('digitalization', `tipos_documento/${id}`, { nombre: `Tipo ${id}`, categoryId: 'legal' });
    await fixture.put('digitalization', 'tipos_documento/borrado', { nombre: 'Borrado', categoryId: 'legal', isActive: false });
    for (const id of ['ana', 'luis']) await hold(id, '');
  });

  const hold = (id: string, set: string, more: object = {}) =>
    fixture.put('main', `usuarios/${id}`, {
      name: `Persona ${id}`,
      email: `${id}@demo.coop`,
      role: 'editor',
      agency: 'norte',
      state: true,
      digitalization_permission_id: set,
      ...more,
    });
  const create = async (
    title: string,
    grants: readonly string[],
    { formToken = '', ...more }: SubmittedValues & { formToken?: string } = {},
  ) => (await fixture.sets.createSet({ actor: admin, values: { title, permissions: grants, ...more }, formToken })).id;
  const get = (id: string) => fixture.sets.getSet({ actor: admin, id });
  const update = async (id: string, grants: readonly string[], more: Partial<UpdateSetCall> = {}) =>
    fixture.sets.updateSet({
      actor: admin,
      id,
      ifVersion: (await get(id)).version,
      ...more,
      values: { permissions: grants, ...more.values },
    });
  const stored = async (id: string) => (await fixture.documents.digitalization.get(`permisos_documentos/${id}`))?.data;
  const auditsOf = async (path: string) => {
    const entries = await fixture.documents.digitalization.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: path }],
    });
    return entries
      .sort((one, other) => Number(one.version - other.version))
      .map(({ data }) => [data['action'], data['user'], data['beforeData'], data['newData']]);
  };

  describe('a permission set', () => {
    it('is stored as a map of exactly what is ticked, and audited in its own database', async () => {
      const id = await create('  Cajas ', ['legal/poder/print', 'legal/acta/create', 'legal/poder/edit'], { agencyScope: 'own' });
      const permissions = { legal: { acta: ['create'], poder: ['print', 'edit'] } };
      expect(await stored(id)).toMatchObject({ title: 'Cajas', agencyScope: 'own', permissions });
      expect(await get(id)).toMatchObject({
        title: 'Cajas',
        permissions: ['legal/acta create', 'legal/poder print,edit'],
        people: 0,
      });
      await update(id, ['legal/poder/view']);
      expect(await auditsOf(`permisos_documentos/${id}`)).toEqual([
        ['PERMISO DE DIGITALIZACIÓN CREADO', 'lucia', null, { title: 'Cajas', agencyScope: 'own', permissions }],
        ['PERMISO DE DIGITALIZACIÓN MODIFICADO', 'lucia', { permissions }, { permissions: { legal: { poder: ['view'] } } }],
      ]);
      expect(await fixture.documents.main.query({ collection: 'auditoria' })).toEqual([]);
    });

    it('is created once when one form is sent twice, and a second of its name is rejected', async () => {
      const formToken = 'formulario-numero-0001';
      const id = await create('Doble', ['legal/poder/view'], { formToken });
      expect(await create('Doble', ['legal/poder/view'], { formToken })).toBe(id);
      expect((await failureOf(create('DOBLE', []))).fields).toHaveProperty('title');
      const other = await create('Sencillo', ['legal/poder/view']);
      const changed = (grants: readonly string[], values: SubmittedValues) => failureOf(update(other, grants, { values }));
      expect((await changed(['legal/poder/view'], { title: 'doble' })).fields).toHaveProperty('title');
      expect((await changed(['legal/poder/view', 'legal/ninguno/view'], {})).fields).toHaveProperty('permissions');
    });

    it('changes what its people may do from their next request', async () => {
      const id = await create('Inmediato', ['legal/poder/view', 'legal/poder/print']);
      await hold('ana', id);
      const may = async (action: 'view' | 'print' | 'download') => {
        const staff = await fixture.staffOf('ana');
        return staff !== null && can(staff, action, 'legal', 'poder');
      };
      expect([await may('view'), await may('print'), await may('download')]).toEqual([true, true, false]);
      await update(id, ['legal/poder/view', 'legal/poder/download']);
      expect([await may('view'), await may('print'), await may('download')]).toEqual([true, false, true]);
      await update(id, []);
      expect([await may('view'), await may('print'), await may('download')]).toEqual([false, false, false]);
      const { events } = await fixture.sets.findSetStory({ actor: clerk, id, part: null, before: '' });
      expect(events.map(({ who, did }) => [who, did])).toEqual([
        ['Lucía', 'quitó Legal; Tipo poder: Ver, Descargar de Permisos'],
        ['Lucía', 'cambió Permisos de Tipo poder: Ver, Imprimir a Tipo poder: Ver, Descargar'],
        ['Lucía', 'lo creó'],
      ]);
      await hold('ana', '');
    });

    it('tells before saving what changes and for how many people, and stores nothing', async () => {
      const id = await create(
        'Revisado',
        ['poder', 'acta', 'demanda'].flatMap((type) => [`legal/${type}/view`, `legal/${type}/print`]),
      );
      await hold('ana', id);
      await hold('luis', id);
      const before = await stored(id);
      const review = await fixture.sets.reviewSet({
        actor: admin,
        id,
        values: {
          title: 'Otro nombre',
          agencyScope: 'own',
          permissions: ['legal/poder/view', 'legal/acta/view', 'legal/demanda/view', 'legal/demanda/edit'],
        },
      });
      expect(review.people).toBe(2);
      expect(review.sentences).toEqual([
        '2 personas dejan de ver documentos de otras agencias, salvo los que tienen asignados.',
        '2 personas pierden imprimir en 3 tipos.',
        '2 personas ganan editar en 1 tipo.',
      ]);
      expect(review.differences.map(({ type, category, added, removed }) => [type, category, added, removed])).toEqual([
        ['Tipo acta', 'Legal', [], ['print']],
        ['Tipo demanda', 'Legal', ['edit'], ['print']],
        ['Tipo poder', 'Legal', [], ['print']],
      ]);
      expect(await stored(id)).toEqual(before);
      expect(await auditsOf(`permisos_documentos/${id}`)).toHaveLength(1);
      await Promise.all([hold('ana', ''), hold('luis', '')]);
    });

    it('merges two people’s changes to different fields, and raises a conflict where both changed the same', async () => {
      const id = await create('Conflicto', ['legal/poder/view']);
      const { version, title, agencyScope, permissions } = await get(id);
      const opened = { ifVersion: version, base: { title, agencyScope, permissions } };
      await update(id, ['legal/poder/view', 'legal/acta/view'], opened);
      const values = { title: 'Con otro nombre', permissions: ['legal/poder/view'] };
      const review = await fixture.sets.reviewSet({ actor: admin, id, values, base: opened.base });
      expect([review.permissions, review.differences]).toEqual([['legal/acta view', 'legal/poder view'], []]);
      expect(await update(id, values.permissions, { ...opened, values })).toMatchObject({ fields: ['permissions'] });
      expect(await get(id)).toMatchObject({ title: 'Con otro nombre', permissions: ['legal/acta view', 'legal/poder view'] });
      const error = await failureOf(update(id, ['legal/poder/edit'], opened));
      expect(error).toMatchObject({
        code: 'conflict',
        details: { differing: ['permissions'], stored: { permissions: ['legal/acta view', 'legal/poder view'] } },
      });
    });

    it.each<[string, SubmittedValues, string]>([
      ['no name', { title: ' ' }, 'title'],
      ['a name without end', { title: 'x'.repeat(500_000) }, 'title'],
      ['a scope that nobody knows', { agencyScope: 'todas' }, 'agencyScope'],
      ['an action that nobody knows', { permissions: ['legal/poder/fly'] }, 'permissions'],
      ['a type that does not exist', { permissions: ['legal/ninguno/view'] }, 'permissions'],
      ['a type of another category', { permissions: ['otra/poder/view'] }, 'permissions'],
      ['a deleted type', { permissions: ['legal/borrado/view'] }, 'permissions'],
      ['a path', { permissions: ['../usuarios/view', 'legal/../view'] }, 'permissions'],
      ['401 types', { permissions: Array.from({ length: 401 }, (_unused, at) => `legal/t${at}/view`) }, 'permissions'],
    ])('is not made with %s', async (_what, wanted, field) => {
      const error = await failureOf(create('Inválido', ['legal/poder/view'], wanted));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
    });

    it('keeps deleted types and values of other programs when saved', async () => {
      await fixture.put('digitalization', 'permisos_documentos/ajeno', {
        title: 'Ajeno',
        permissions: { legal: { borrado: ['view'], poder: ['view', 'sign'], acta: 'todo' }, 'otra cosa': 7 },
      });
      const lines = (await get('ajeno')).permissions;
      expect(lines).toEqual(['legal/borrado view', 'legal/poder view']);
      const matrix = await fixture.sets.findMatrix({ actor: admin, lines });
      expect(matrix.flatMap(({ types }) => types).find(({ isGone }) => isGone)).toEqual({
        key: 'legal/borrado',
        name: 'Borrado',
        isGone: true,
      });
      await update('ajeno', ['legal/borrado/view', 'legal/poder/view', 'legal/poder/print']);
      const kept = { legal: { borrado: ['view'], poder: ['view', 'print', 'sign'], acta: 'todo' }, 'otra cosa': 7 };
      expect((await stored('ajeno'))?.['permissions']).toEqual(kept);
    });

    it('cannot be deactivated while active people have it, grants nothing while inactive, and can be restored', async () => {
      const id = await create('En uso', ['legal/poder/view']);
      await hold('ana', id);
      const error = await failureOf(fixture.sets.deactivateSet({ actor: admin, id }));
      expect(error).toMatchObject({ code: 'conflict', details: { reason: 'people', people: 1 } });
      expect(error.userMessage).toContain('lo tiene Persona ana');
      await hold('ana', id, { state: false });
      await fixture.sets.deactivateSet({ actor: admin, id });
      expect(await get(id)).toMatchObject({ isActive: false, can: { edit: false, restore: true } });
      expect((await failureOf(update(id, []))).code).toBe('conflict');
      expect((await failureOf(fixture.sets.reviewSet({ actor: admin, id, values: { permissions: [] } }))).code).toBe('conflict');
      await hold('ana', id);
      const ana = await fixture.staffOf('ana');
      expect(ana && can(ana, 'view', 'legal', 'poder')).toBe(false);
      await fixture.sets.restoreSet({ actor: admin, id });
      expect(await get(id)).toMatchObject({ isActive: true, people: 1, holders: [{ id: 'ana', name: 'Persona ana', state: true }] });
      const { events } = await fixture.sets.findSetStory({ actor: admin, id, part: null, before: '' });
      expect(events.map(({ did }) => did)).toEqual(['lo restauró', 'lo desactivó', 'lo creó']);
      await hold('ana', '');
    });

    it('can be read with its menu and changed only by administrators', async () => {
      const id = await create('Solo mirar', ['legal/poder/view']);
      expect((await fixture.sets.getSet({ actor: clerk, id })).can).toEqual({ edit: false, deactivate: false, restore: false });
      const page = await fixture.sets.findSets({ actor: clerk, params: new URLSearchParams({ q: 'solo mirar' }) });
      expect(page.rows).toMatchObject([{ id, people: 0 }]);
      const before = await stored(id);
      const outsider = testEditor({}, ['home']);
      for (const [actor, verbs] of [
        [clerk, ['createSet', 'updateSet', 'reviewSet', 'deactivateSet', 'restoreSet']],
        [outsider, ['getSet', 'findMatrix', 'findSetChoices', 'findSimulatablePeople', 'simulate', 'findSets', 'createSet', 'reviewSet']],
      ] as const) {
        for (const verb of verbs) {
          const call = {
            actor,
            id,
            values: { title: 'x', permissions: [] },
            lines: [],
            formToken: '',
            ifVersion: '',
            userId: 'ana',
            q: '',
            params: new URLSearchParams(),
          };
          const run = async () => fixture.sets[verb](call);
          expect([verb, (await failureOf(run())).code]).toEqual([verb, 'forbidden']);
        }
      }
      expect(await stored(id)).toEqual(before);
    });
  });

  it('simulates what a person may see at their next request, and audits a repeated simulation once', async () => {
    const id = await create('Simulado', ['legal/poder/view', 'legal/poder/print'], { agencyScope: 'own' });
    await fixture.put('main', 'permisos_rol/archivista', { menus: ['home', 'digitalization-documents'] });
    await hold('ana', id, { role: 'archivista' });
    const place = { categoryId: 'legal', documentId: 'poder', documentName: 'Poder de Óscar' };
    await fixture.put('digitalization', 'documentos/suyo', { ...place, agencyId: 'norte' });
    await fixture.put('digitalization', 'documentos/ajeno', { ...place, agencyId: 'sur' });
    await fixture.put('digitalization', 'documentos/otro', { ...place, documentId: 'acta', agencyId: 'norte' });
    const simulation = await fixture.sets.simulate({ actor: admin, userId: 'ana', q: 'poder' });
    expect(simulation.categories.flatMap(({ types }) => types)).toEqual([
      {
        key: 'legal/poder',
        name: 'Tipo poder',
        actions: { create: 'not-in-set', view: 'set', print: 'set', download: 'not-in-set', edit: 'not-in-set' },
      },
    ]);
    expect(simulation.documents).toMatchObject({ total: 1, rows: [{ id: 'suyo', documentName: 'Poder de Óscar' }] });
    expect(simulation.person.set).toMatchObject({ title: 'Simulado', agencyScope: 'own' });
    await fixture.sets.simulate({ actor: admin, userId: 'ana', q: 'poder' });
    expect(await auditsOf('usuarios/ana')).toEqual([['PERMISOS DE DIGITALIZACIÓN SIMULADOS', 'lucia', null, { q: 'poder' }]]);
    // Who may see no document does not see those of others by looking as they do.
    const byClerk = await fixture.sets.simulate({ actor: clerk, userId: 'ana', q: 'poder' });
    expect([byClerk.categories, byClerk.documents]).toEqual([simulation.categories, { rows: [], total: 0, totalIsCapped: false }]);
    expect((await failureOf(fixture.sets.simulate({ actor: clerk, userId: 'nadie', q: '' }))).code).toBe('not-found');
    // Without the list in their menu they open none, whatever their set allows.
    await fixture.put('main', 'permisos_rol/archivista', { menus: ['home', 'packages-received'] });
    const without = await fixture.sets.simulate({ actor: admin, userId: 'ana', q: 'poder' });
    expect(without.person).toMatchObject({ opensDocuments: false, handlesPackages: true });
    expect([without.categories, without.documents]).toEqual([simulation.categories, { rows: [], total: 0, totalIsCapped: false }]);
  });
}

await describeOnStores('sets', (stores) => describePermissionSets(() => createSetsFixture(stores)));

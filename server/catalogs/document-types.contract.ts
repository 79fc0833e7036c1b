import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { MENU_IDS } from '../domain/menu.ts';
import { questionOf } from '../domain/question.ts';
import { failureOf } from '../testing/failures.ts';
import { testStaff } from '../testing/test-staff.ts';
import type { CatalogFixture } from './testing/catalog-fixture.ts';
import { actor, auditOf, CATEGORY, OTHER_CATEGORY } from './testing/catalog-tools.ts';

const types = { actor, catalog: 'tipos_documento' } as const;
const categories = { actor, catalog: 'categorias' } as const;
const DPI = { clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: true, validador: '', opciones: [] };
const AMOUNT = { ...DPI, clave: 'monto', etiqueta: 'Monto', tipo: 'moneda' };

/** Behaviour specific to document types and their categories. */
export function describeDocumentTypes(fixture: CatalogFixture): void {
  describeFields(fixture);
  describeQuestions(fixture);
}

let made = 0;
const given = (values: object) => ({ nombre: `Pagaré ${(made += 1)}`, categoryId: CATEGORY, ...values });

function describeFields({ catalogs, documents }: CatalogFixture): void {
  const create = (values: object) => catalogs.createRecord({ ...types, values: given(values), formToken: '' });
  const wrong = async (values: object) => Object.keys((await failureOf(create(values))).fields ?? {});
  const save = async (id: string, values: object, confirmed: string[] = []) =>
    catalogs.updateRecord({
      ...types,
      id,
      ifVersion: (await catalogs.getRecord({ ...types, id })).version,
      values: { ...values },
      confirmed,
    });

  describe('the extra fields of a type', () => {
    beforeAll(() => documents.digitalization.set('constantes/fieldValidators', { items: [{ id: 'nit', value: '^\\d+$' }] }));

    it('get a unique key from their label', async () => {
      const { id } = await create({
        campos: [{ etiqueta: 'Número de DPI' }, { etiqueta: 'Número de DPI' }, { clave: 'x', etiqueta: '¿?' }, { etiqueta: '¿?' }],
      });
      const { campos } = (await catalogs.getRecord({ ...types, id })).values;
      expect((campos as (typeof DPI)[]).map(({ clave, tipo }) => [clave, tipo])).toEqual([
        ['numero_de_dpi', 'texto'],
        ['numero_de_dpi_2', 'texto'],
        ['x', 'texto'],
        ['campo', 'texto'],
      ]);
    });

    it.each([
      ['no list', 'dpi: texto', ['campos']],
      ['more than 40', Array.from({ length: 41 }, (_none, n) => ({ ...DPI, clave: `c${n}` })), ['campos']],
      ['no label', [DPI, { ...AMOUNT, etiqueta: ' ' }], ['campos.1.etiqueta']],
      ['options of another kind', [{ ...DPI, opciones: ['a'] }], ['campos.0.opciones']],
      ['a choice of nothing', [{ ...DPI, tipo: 'opcion' }], ['campos.0.opciones']],
      ['the same option twice', [{ ...DPI, tipo: 'opcion', opciones: ['a', ' a'] }], ['campos.0.opciones']],
      ['an unknown member', [{ ...DPI, sobra: 'x' }], ['campos.0']],
      ['a name alone', ['dpi'], ['campos.0']],
      ['an unknown kind', [{ ...DPI, tipo: 'geo' }], ['campos.0.tipo']],
      ['an unknown validator', [{ ...DPI, validador: 'dpi' }], ['campos.0.validador']],
      [
        'a key that is none',
        [
          { ...DPI, clave: '__proto__' },
          { ...AMOUNT, clave: 'Año' },
        ],
        ['campos.0.clave', 'campos.1.clave'],
      ],
      ['a very long label', [{ ...DPI, etiqueta: 'á'.repeat(500_000) }], ['campos.0.etiqueta']],
      ['endings that are none', undefined, ['extensiones']],
    ])('are rejected with %s, naming the row', async (what, campos, names) =>
      expect(await wrong(campos === undefined ? { extensiones: ['p df', 'tar.gz'] } : { campos }), what).toEqual(names),
    );

    it('keep what other programs wrote when one is added, and are read from a map too', async () => {
      await documents.digitalization.set('tipos_documento/ajeno', {
        ...given({}),
        campos: [
          { clave: 'No. DPI ', etiqueta: 'DPI', tipo: 'geo', validador: 'viejo', opciones: ['a'], orden: 7 },
          'nota',
          { sin: 'nada' },
        ],
      });
      const read = (await catalogs.getRecord({ ...types, id: 'ajeno' })).values['campos'] as (typeof DPI)[];
      expect(read.map(({ clave, tipo }) => [clave, tipo])).toEqual([
        ['No. DPI ', 'geo'],
        ['nota', 'texto'],
      ]);
      await save('ajeno', { campos: [...read, { ...AMOUNT, validador: 'nit' }] });
      const stored = (await documents.digitalization.get('tipos_documento/ajeno'))?.data['campos'] as Fields[];
      expect(stored[0]).toEqual({ ...read[0], orden: 7 });
      expect(stored.map((entry) => entry['clave'])).toEqual(['No. DPI ', 'nota', 'monto']);
      await documents.digitalization.set('tipos_documento/mapa', { ...given({}), campos: { dpi: { etiqueta: 'DPI' } } });
      expect((await catalogs.getRecord({ ...types, id: 'mapa' })).values['campos']).toEqual([{ ...DPI, obligatorio: false }]);
    });

    it('are kept when two people change different values, and are a conflict when both change them', async () => {
      const { id } = await create({ campos: [DPI] });
      const { version, values } = await catalogs.getRecord({ ...types, id });
      const base = JSON.parse(JSON.stringify(values)) as typeof values;
      await catalogs.updateRecord({ ...types, id, ifVersion: version, base, values: { campos: [DPI, AMOUNT] } });
      await catalogs.updateRecord({ ...types, id, ifVersion: version, base, values: { ...values, descripcion: 'Otra' } });
      expect((await catalogs.getRecord({ ...types, id })).values).toMatchObject({ campos: [DPI, AMOUNT], descripcion: 'Otra' });
      const lost = catalogs.updateRecord({ ...types, id, ifVersion: version, base, values: { ...values, campos: [AMOUNT] } });
      expect((await failureOf(lost)).details).toMatchObject({ differing: ['campos'] });
    });
  });
}

function describeQuestions(fixture: CatalogFixture): void {
  const { catalogs, documents, readModel } = fixture;
  const put = async (path: string, data: Fields) => {
    await documents.digitalization.set(path, data);
    await readModel.projectNow('digitalization', [path]);
  };

  describe('a change that touches documents or permission sets', () => {
    let id = '';
    const version = async () => (await catalogs.getRecord({ ...types, id })).version;
    const save = async (values: object, confirmed: string[] = []) =>
      catalogs.updateRecord({ ...types, id, ifVersion: await version(), values: { ...values }, confirmed });
    const ask = async (work: Promise<unknown>) => {
      const error = await failureOf(work);
      expect(error.status).toBe(409);
      return questionOf(error);
    };

    beforeAll(async () => {
      id = (await catalogs.createRecord({ ...types, values: given({ campos: [DPI, AMOUNT] }), formToken: '' })).id;
      const uses: readonly Fields[] = [
        { campos: { dpi: '1' } },
        { campos: { dpi: '2', monto: 5 } },
        { isActive: false },
        { documentId: { id: 'otro' } },
      ];
      for (const [index, data] of uses.entries())
        await put(`documentos/d${index}`, { categoryId: CATEGORY, documentId: id, status: 'INDEXED', ...data });
      await put('permisos_documentos/uno', { title: 'Uno', permissions: { [CATEGORY]: { [id]: ['view'] } } });
      await put('permisos_documentos/vacio', { title: 'Vacío', permissions: { [CATEGORY]: { [id]: [] }, x: 'nada' } });
    });

    it('asks for confirmation with the numbers of what it affects, and changes nothing', async () => {
      const before = await version();
      expect(await ask(save({ categoryId: OTHER_CATEGORY, nombre: 'Otro' }))).toEqual({
        confirms: 'categoryId',
        title: '¿Cambiar «Categoría»?',
        sentences: [
          'El tipo de documento está en uso: el cambio toca 2 documentos y 1 conjunto de permisos.',
          'Los documentos conservan su categoría anterior, y los permisos dados con ella no valen para la nueva.',
        ],
      });
      expect(await ask(save({ estado: false, categoryId: OTHER_CATEGORY }))).toMatchObject({ confirms: 'categoryId estado' });
      expect(await ask(catalogs.deactivateRecord({ ...types, id }))).toMatchObject({
        confirms: 'isActive',
        title: '¿Eliminar el tipo de documento?',
      });
      expect(await ask(catalogs.deactivateRecord({ ...categories, id: CATEGORY }))).toMatchObject({
        sentences: [
          expect.stringMatching(
            /^La categoría está en uso: el cambio toca \d+ tipos de documento, 3 documentos y 1 conjunto de permisos\.$/,
          ),
          expect.any(String),
        ],
      });
      expect(await version()).toBe(before);
      expect(await auditOf(fixture, `tipos_documento/${id}`, 'digitalization')).toHaveLength(1);
    });

    it('counts only documents that hold a value of the removed field', async () => {
      expect(await ask(save({ campos: [DPI] }))).toMatchObject({
        sentences: [expect.stringMatching(/toca 1 documento\.$/), 'Se quitan los campos «monto».', expect.any(String)],
      });
      expect(await ask(save({ campos: [{ ...DPI, clave: 'cui' }, AMOUNT] }))).toMatchObject({ confirms: 'campos' });
      await save({ campos: [AMOUNT, { ...DPI, etiqueta: 'CUI' }, { ...DPI, clave: 'nuevo', etiqueta: 'Nuevo' }] });
      await save({ campos: [AMOUNT, { ...DPI, etiqueta: 'CUI' }] });
    });

    it('is saved once everything is confirmed, and asks nothing about other values', async () => {
      expect(await ask(save({ categoryId: OTHER_CATEGORY, estado: false }, ['estado']))).toMatchObject({ confirms: 'estado categoryId' });
      await save({ categoryId: OTHER_CATEGORY, estado: false }, ['estado', 'categoryId']);
      await save({ estado: true, nombre: 'Pagaré nuevo' });
      await catalogs.deactivateRecords({ ...types, ids: [id], confirmed: ['isActive'] });
      await catalogs.deactivateRecord({ ...types, id });
      await catalogs.restoreRecord({ ...types, id });
      expect((await auditOf(fixture, `tipos_documento/${id}`, 'digitalization')).map((entry) => entry['action']).slice(-2)).toEqual([
        AUDIT_ACTIONS.recordDeactivated,
        AUDIT_ACTIONS.recordRestored,
      ]);
    });

    it('is forbidden without the menu, and asks nothing when no document uses the type', async () => {
      const stranger = testStaff(
        { id: 'eva' },
        MENU_IDS.filter((menu) => menu !== 'digitalization-document-types'),
      );
      expect((await failureOf(catalogs.deactivateRecord({ ...types, actor: stranger, id }))).code).toBe('forbidden');
      const unused = await catalogs.createRecord({ ...types, values: given({ campos: [DPI] }), formToken: '' });
      await catalogs.updateRecord({
        ...types,
        id: unused.id,
        ifVersion: (await catalogs.getRecord({ ...types, id: unused.id })).version,
        values: { estado: false, campos: [] },
      });
      await catalogs.deactivateRecord({ ...types, id: unused.id });
    });
  });

  it('a store query by category finds the same document types as the list', async () => {
    const { id } = await catalogs.createRecord({ ...categories, values: { nombre: 'Consultada' }, formToken: '' });
    for (const nombre of ['Uno', 'Dos', 'Tres'])
      await catalogs.createRecord({ ...types, values: given({ nombre, categoryId: id }), formToken: '' });
    const stored = await documents.digitalization.query({
      collection: 'tipos_documento',
      where: [{ field: 'categoryId', op: '==', value: id }],
    });
    const listed = await catalogs.findRecords({ ...types, params: new URLSearchParams({ categoryId: id }) });
    expect(listed.rows.map((row) => row.id).sort()).toEqual(stored.map((document) => document.id).sort());
    expect(listed.total).toBe(3);
  });

  describe('a category', () => {
    it('is offered to types while active, and is kept as retired where it was given before', async () => {
      const { id } = await catalogs.createRecord({ ...categories, values: { nombre: 'Por cerrar' }, formToken: '' });
      const type = await catalogs.createRecord({ ...types, values: given({ categoryId: id }), formToken: '' });
      const offered = async () =>
        (await catalogs.describeForScreens(types)).fields
          .find(({ name }) => name === 'categoryId')
          ?.options?.find(({ value }) => value === id);
      expect(await offered()).toEqual({ value: id, label: 'Por cerrar' });
      const { version } = await catalogs.getRecord({ ...categories, id });
      await catalogs.updateRecord({ ...categories, id, ifVersion: version, values: { estado: false }, confirmed: ['estado'] });
      expect(await offered()).toEqual({ value: id, label: 'Por cerrar', retired: true });
      expect(
        Object.keys((await failureOf(catalogs.createRecord({ ...types, values: given({ categoryId: id }), formToken: '' }))).fields ?? {}),
      ).toEqual(['categoryId']);
      const seen = await catalogs.getRecord({ ...types, id: type.id });
      await catalogs.updateRecord({ ...types, id: type.id, ifVersion: seen.version, values: { ...seen.values, nombre: 'Sigue' } });
      expect(await catalogs.findLinked({ ...categories, id })).toEqual([
        { text: '1 tipo de documento', href: `/maintenance/digitalization/document-type/list-document-type?categoryId=${id}` },
      ]);
      const few = testStaff({}, ['digitalization-categories']);
      expect(await catalogs.findLinked({ ...categories, actor: few, id })).toEqual([]);
      const list = await catalogs.findRecords({ ...categories, params: new URLSearchParams('q=cerrar') });
      expect(list.rows.map((row) => row['tipos'])).toEqual([1]);
    });
  });
}

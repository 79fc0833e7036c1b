import type { RecordValues } from '../../domain/conflict.ts';
import { describe, expect, it } from 'vitest';
import { createCatalogFixture, type CatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';
import type { CatalogConflict } from '../../catalogs/record.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { MENU_IDS } from '../../domain/menu.ts';
import { describeLifecycle } from '../../testing/lifecycle/lifecycle.contract.ts';
import { ASSETS, CATALOG_OF, collectionOf, itemEntity, SAMPLES, type ItemKind, type ItemList } from './testing/item-entity.ts';
import { failureOf } from '../../testing/failures.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const actor = testStaff({ pageSize: 100 });
const SERVICES: ItemList = { catalog: CATALOG_OF.services };

let made = 0;
const newToken = () => `token-of-a-form-${String((made += 1)).padStart(4, '0')}`;

/** What the verbs do, on whatever document store the fixture has (made before the tests run). */
function describeProducts(fixture: CatalogFixture): void {
  const { documents, catalogs } = fixture;
  const create = (list: ItemList, values: RecordValues = SAMPLES[list.catalog]) =>
    catalogs.createRecord({ actor, ...list, values, formToken: newToken() });
  const newService = async () => (await create(SERVICES)).id;
  const listOf = async (kind: ItemKind): Promise<ItemList> => {
    if (kind === 'services') return SERVICES;
    if (kind === 'products') return { catalog: CATALOG_OF.products, parentId: await newService() };
    if (!(await documents.main.get(ASSETS.path))) await documents.main.create(ASSETS.path, { nombre: 'Activos extraordinarios', orden: 1 });
    return { catalog: CATALOG_OF.photos, parentId: ASSETS.id };
  };
  const find = (list: ItemList, query = '') => catalogs.findRecords({ actor, ...list, params: new URLSearchParams(query) });
  const auditOf = async (path: string) => {
    const entries = await documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
    return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map((entry) => entry.data);
  };
  /** Stored numbers of the active records, by id in list order; dense unless something went wrong. */
  const numbersOf = async (list: ItemList) => {
    const found = (await documents.main.query({ collection: collectionOf(list) })).filter((document) => document.data['isActive'] === true);
    return found.map((document) => [document.id, Number(document.data['orden'])] as const).sort((a, b) => a[1] - b[1]);
  };
  const expectDense = async (list: ItemList, size: number) => {
    const numbers = await numbersOf(list);
    expect(numbers.map(([, orden]) => orden)).toEqual(Array.from({ length: size }, (_, index) => index + 1));
    expect((await find(list)).order?.ids).toEqual(numbers.map(([id]) => id));
    return numbers.map(([id]) => id);
  };
  const filled = async (size: number): Promise<{ list: ItemList; ids: string[] }> => {
    const list = await listOf('products');
    const ids: string[] = [];
    for (let index = 0; index < size; index += 1)
      ids.push((await create(list, { ...SAMPLES.productos_servicios_productos, nombre: `Producto ${index + 1}` })).id);
    return { list, ids };
  };

  describe.each(['services', 'products', 'photos'] as const)('%s', (kind) => {
    const sample = SAMPLES[CATALOG_OF[kind]];

    describeLifecycle(
      fixture,
      itemEntity(fixture, kind, () => listOf(kind)),
    );

    it('are stored at the end of their list with an audit entry', async () => {
      const list = await listOf(kind);
      const before = (await numbersOf(list)).length;
      const { id } = await catalogs.createRecord({ actor, ...list, values: sample, formToken: newToken(), requestId: 'r-1' });
      expect(await auditOf(`${collectionOf(list)}/${id}`)).toMatchObject([
        { action: AUDIT_ACTIONS.recordCreated, beforeData: null, newData: { ...sample, orden: before + 1 }, requestId: 'r-1', user: 'ana' },
      ]);
      expect(await catalogs.getRecord({ actor, ...list, id })).toMatchObject({ id, values: sample, isActive: true });
    });

    it('are stored once when a form is sent three times at once', async () => {
      const list = await listOf(kind);
      const formToken = newToken();
      const ids = await Promise.all(Array.from({ length: 3 }, () => catalogs.createRecord({ actor, ...list, values: sample, formToken })));
      expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
      expect(await auditOf(`${collectionOf(list)}/${ids[0]?.id}`)).toHaveLength(1);
    });

    it('answer 404 for unknown and malformed ids, and 403 without the menu', async () => {
      const list = await listOf(kind);
      for (const id of ['', 'a/b', '..', '__x__', 'no-existe']) {
        expect((await failureOf(catalogs.getRecord({ actor, ...list, id }))).status, id).toBe(404);
        expect((await failureOf(catalogs.moveRecord({ actor, ...list, id, afterId: '' }))).status, id).toBe(404);
        expect((await failureOf(catalogs.deactivateRecord({ actor, ...list, id }))).status, id).toBe(404);
        expect((await failureOf(catalogs.updateRecord({ actor, ...list, id, ifVersion: '', values: sample }))).status, id).toBe(404);
      }
      const { id } = await create(list);
      const denied = {
        actor: testStaff(
          {},
          MENU_IDS.filter((menu) => menu !== 'products'),
        ),
        ...list,
      };
      const params = new URLSearchParams();
      const attempts = [
        () => catalogs.findRecords({ ...denied, params }),
        () => catalogs.exportRecords({ ...denied, params }),
        () => catalogs.getRecord({ ...denied, id }),
        () => catalogs.createRecord({ ...denied, values: sample, formToken: '' }),
        () => catalogs.updateRecord({ ...denied, id, ifVersion: '', values: sample }),
        () => catalogs.deactivateRecord({ ...denied, id }),
        () => catalogs.restoreRecord({ ...denied, id }),
        () => catalogs.moveRecord({ ...denied, id, afterId: '' }),
      ];
      for (const attempt of attempts) expect((await failureOf(attempt())).code).toBe('forbidden');
    });

    it('close the gap when one is deactivated, and take it back in its place when it is restored', async () => {
      const list = await listOf(kind);
      for (let index = 0; index < 3; index += 1) await create(list);
      const before = await numbersOf(list);
      const [, second] = before;
      const id = second?.[0] ?? '';
      await catalogs.deactivateRecord({ actor, ...list, id });
      await catalogs.deactivateRecord({ actor, ...list, id });
      expect(await expectDense(list, before.length - 1)).not.toContain(id);
      expect((await find(list, 'isActive=false')).rows.map((row) => row.id)).toContain(id);
      await catalogs.restoreRecord({ actor, ...list, id });
      await catalogs.restoreRecord({ actor, ...list, id });
      expect(await expectDense(list, before.length)).toEqual(before.map(([other]) => other));
      const actions = (await auditOf(`${collectionOf(list)}/${id}`)).map((entry) => entry['action']);
      expect(actions).toEqual([AUDIT_ACTIONS.recordCreated, AUDIT_ACTIONS.recordDeactivated, AUDIT_ACTIONS.recordRestored]);
    });
  });

  describe('a list', () => {
    const { productos_servicios_productos: data } = SAMPLES;

    it('holds 400 records at most, and a longer one cannot be reordered', async () => {
      const [list, [id = '']] = await filled(1).then(({ list: one, ids }) => [one, ids] as const);
      const collection = collectionOf(list);
      const others = Array.from({ length: 399 }, (_, place) => ({
        kind: 'create' as const,
        path: `${collection}/mas-${place}`,
        data: { ...data, orden: place + 2 },
      }));
      await documents.main.batch(others);
      expect((await failureOf(create(list))).status).toBe(409);
      await documents.main.create(`${collection}/mas-400`, { ...data, orden: 401 });
      expect((await failureOf(catalogs.moveRecord({ actor, ...list, id, afterId: 'mas-1' }))).code).toBe('invalid-input');
    });

    it('rejects new records under a deactivated parent, and any change under a deleted one', async () => {
      const { list, ids } = await filled(2);
      const parent = `${CATALOG_OF.services}/${list.parentId}`;
      await documents.main.update(parent, { isActive: false });
      expect((await failureOf(create(list))).code).toBe('conflict');
      await documents.main.delete(parent);
      const [id = '', afterId = ''] = ids;
      for (const change of [
        () => catalogs.moveRecord({ actor, ...list, id, afterId }),
        () => catalogs.updateRecord({ actor, ...list, id, ifVersion: '', values: { nombre: 'Otro' } }),
        () => catalogs.deactivateRecord({ actor, ...list, id }),
      ])
        expect((await failureOf(change())).code).toBe('not-found');
    });
  });

  describe('editing', () => {
    it('changes only what differs and audits it', async () => {
      const {
        list,
        ids: [id = ''],
      } = await filled(1);
      const seen = await catalogs.getRecord({ actor, ...list, id });
      await catalogs.updateRecord({
        actor,
        ...list,
        id,
        ifVersion: seen.version,
        values: { ...SAMPLES.productos_servicios_productos, nombre: 'Producto 1', tasa: 9 },
      });
      expect((await auditOf(`${collectionOf(list)}/${id}`)).at(-1)).toMatchObject({
        action: AUDIT_ACTIONS.recordUpdated,
        beforeData: { tasa: 8.25 },
        newData: { tasa: 9 },
      });
    });

    it('stores after a conflict only the fields that the second editor chooses', async () => {
      const {
        list,
        ids: [id = ''],
      } = await filled(1);
      const seen = await catalogs.getRecord({ actor, ...list, id });
      const save = (ifVersion: string, values: RecordValues) => catalogs.updateRecord({ actor, ...list, id, ifVersion, values });
      await save(seen.version, { nombre: 'Primera' });
      const { stored } = (await failureOf(save(seen.version, { nombre: 'Segunda', tasa: 1 }))).details as unknown as CatalogConflict;
      await save(stored.version, { tasa: 1 });
      expect((await catalogs.getRecord({ actor, ...list, id })).values).toMatchObject({ nombre: 'Primera', tasa: 1 });
    });

    it('does not conflict with somebody who changes the order meanwhile', async () => {
      const {
        list,
        ids: [first = '', second = ''],
      } = await filled(2);
      const seen = await catalogs.getRecord({ actor, ...list, id: first });
      await catalogs.moveRecord({ actor, ...list, id: second, afterId: '' });
      await catalogs.updateRecord({ actor, ...list, id: first, ifVersion: seen.version, values: { nombre: 'Nueva' } });
      expect(await expectDense(list, 2)).toEqual([second, first]);
    });

    it('refuses values that break a rule, naming the field', async () => {
      const { list } = await filled(0);
      for (const [field, value] of [
        ['nombre', ''],
        ['tasa', 101],
        ['image_url', 'javascript:alert(1)'],
      ] as const) {
        const error = await failureOf(create(list, { ...SAMPLES.productos_servicios_productos, [field]: value }));
        expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
      }
      expect(Object.keys((await failureOf(create(SERVICES, { ...SAMPLES.productos_servicios, icono: 'skull' }))).fields ?? {})).toEqual([
        'icono',
      ]);
      expect(Object.keys((await failureOf(create(list, { ...SAMPLES.productos_servicios_productos, orden: 7 }))).fields ?? {})).toEqual([
        '',
      ]);
    });
  });

  describe('order', () => {
    it('writes only the numbers that differ, and nothing when a move is repeated', async () => {
      const { list, ids } = await filled(5);
      const versions = async () =>
        new Map((await documents.main.query({ collection: collectionOf(list) })).map((document) => [document.id, document.version]));
      const before = await versions();
      await catalogs.moveRecord({ actor, ...list, id: ids[3] ?? '', afterId: ids[1] ?? '' });
      const after = await versions();
      expect(await expectDense(list, 5)).toEqual([ids[0], ids[1], ids[3], ids[2], ids[4]]);
      expect(ids.filter((id) => before.get(id) !== after.get(id))).toEqual([ids[2], ids[3]]);
      expect((await auditOf(`${collectionOf(list)}/${ids[3]}`)).at(-1)).toMatchObject({
        action: AUDIT_ACTIONS.recordMoved,
        beforeData: { orden: 4 },
        newData: { orden: 3 },
      });
      await catalogs.moveRecord({ actor, ...list, id: ids[3] ?? '', afterId: ids[1] ?? '' });
      expect(await versions()).toEqual(after);
    });

    it('keeps every move and every record under concurrent changes', async () => {
      const { list, ids } = await filled(6);
      const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
      const created = await Promise.all([
        catalogs.moveRecord({ actor, ...list, id: f, afterId: a }),
        catalogs.moveRecord({ actor, ...list, id: b, afterId: e }),
        catalogs.deactivateRecord({ actor, ...list, id: d }),
        create(list),
        create(list),
      ]);
      const order = await expectDense(list, 7);
      expect([...order].sort()).toEqual([a, b, c, e, f, ...created.flatMap((one) => (one && 'id' in one ? [one.id] : []))].sort());
      expect(order.indexOf(f)).toBe(order.indexOf(a) + 1);
      expect(order.indexOf(b)).toBe(order.indexOf(e) + 1);
    });

    it('stays as it is, with a conflict, when the record or its neighbour has left the list', async () => {
      const {
        list,
        ids: [a = '', b = '', c = ''],
      } = await filled(3);
      await catalogs.deactivateRecord({ actor, ...list, id: b });
      for (const move of [
        { id: b, afterId: '' },
        { id: c, afterId: b },
        { id: c, afterId: 'no-existe' },
      ]) {
        expect((await failureOf(catalogs.moveRecord({ actor, ...list, ...move }))).code).toBe('conflict');
      }
      expect(await expectDense(list, 2)).toEqual([a, c]);
    });

    it('is repaired by the next change when other programs stored duplicate or missing numbers', async () => {
      const list = await listOf('products');
      for (const [id, orden] of [
        ['x', 5],
        ['y', 5],
        ['z', null],
      ] as const)
        await documents.main.create(`${collectionOf(list)}/${id}`, { nombre: id, ...(orden !== null && { orden }) });
      const { id } = await create(list);
      expect(await expectDense(list, 4)).toEqual(['z', 'x', 'y', id]);
    });
  });

  describe('services and their records', () => {
    it('keep equal ids of two services apart; a product answers 404 under another service', async () => {
      const [one, two] = [await listOf('products'), await listOf('products')];
      await documents.main.create(`${collectionOf(one)}/igual`, { nombre: 'De uno', orden: 1 });
      const { id } = await create(two);
      await catalogs.moveRecord({ actor, ...one, id: 'igual', afterId: '' });
      expect((await failureOf(catalogs.getRecord({ actor, ...two, id: 'igual' }))).status).toBe(404);
      expect((await failureOf(catalogs.updateRecord({ actor, ...one, id, ifVersion: '', values: { nombre: 'X' } }))).status).toBe(404);
      expect((await find(two)).order).toEqual({ ids: [id], before: 0 });
    });

    it('answer 404 without their service, and a conflict for a new record under an inactive one', async () => {
      const nowhere: ItemList = { catalog: CATALOG_OF.products, parentId: 'no-existe' };
      expect((await failureOf(create(nowhere))).status).toBe(404);
      expect((await failureOf(catalogs.exportRecords({ actor, ...nowhere, params: new URLSearchParams() }))).status).toBe(404);
      expect(await documents.main.query({ collection: collectionOf(nowhere) })).toEqual([]);
      const list = await listOf('products');
      await catalogs.deactivateRecord({ actor, ...SERVICES, id: list.parentId ?? '' });
      expect((await failureOf(create(list))).code).toBe('conflict');
    });

    it('have photos only with a gallery, which cannot be turned off while it has active photos', async () => {
      const { galeria: _galeria, ...plain } = SAMPLES.productos_servicios;
      const { id } = await create(SERVICES, plain);
      const list: ItemList = { catalog: CATALOG_OF.photos, parentId: id };
      const save = async (galeria: boolean) =>
        catalogs.updateRecord({ actor, ...SERVICES, id, ifVersion: await versionOf(id), values: { galeria } });
      const versionOf = async (service: string) => (await catalogs.getRecord({ actor, ...SERVICES, id: service })).version;
      for (const attempt of [() => create(list), () => find(list)]) expect((await failureOf(attempt())).status).toBe(404);
      await save(true);
      const photo = await create(list);
      const refused = await failureOf(save(false));
      expect([refused.code, refused.fields]).toEqual([
        'invalid-input',
        { galeria: ['El servicio tiene 1 foto que la aplicación muestra. Elimine primero las fotos.'] },
      ]);
      await catalogs.deactivateRecord({ actor, ...list, id: photo.id });
      await save(false);
      expect((await auditOf(`productos_servicios/${id}`)).at(-1)).toMatchObject({
        beforeData: { galeria: true },
        newData: { galeria: false },
      });
      expect((await failureOf(catalogs.restoreRecord({ actor, ...list, id: photo.id }))).status).toBe(404);
      await save(true);
      await catalogs.restoreRecord({ actor, ...list, id: photo.id });
      expect((await find(list)).rows.map((row) => row.id)).toEqual([photo.id]);
    });

    it('of the extraordinary assets have a gallery by default, until it is turned off', async () => {
      await listOf('photos');
      const read = async () => {
        const { values, version } = await catalogs.getRecord({ actor, ...SERVICES, id: ASSETS.id });
        const row = await fixture.sql.query<{ galeria: boolean }>('SELECT galeria FROM productos_servicios WHERE id = $1', [ASSETS.id]);
        return { galeria: values['galeria'], version, row: row.rows[0]?.galeria };
      };
      await fixture.readModel.projectNow('main', [ASSETS.path]);
      const { version, ...born } = await read();
      expect(born).toEqual({ galeria: true, row: true });
      const photos = await documents.main.query({
        collection: `${ASSETS.path}/fotos`,
        where: [{ field: 'isActive', op: '==', value: true }],
      });
      for (const { id } of photos) await catalogs.deactivateRecord({ actor, catalog: CATALOG_OF.photos, parentId: ASSETS.id, id });
      await catalogs.updateRecord({ actor, ...SERVICES, id: ASSETS.id, ifVersion: version, values: { galeria: false } });
      expect(await read()).toMatchObject({ galeria: false, row: false });
      expect((await failureOf(find({ catalog: CATALOG_OF.photos, parentId: ASSETS.id }))).status).toBe(404);
    });

    it('show how many active products a service has, and export in order', async () => {
      const { list, ids } = await filled(3);
      await catalogs.moveRecord({ actor, ...list, id: ids[2] ?? '', afterId: '' });
      await catalogs.deactivateRecord({ actor, ...list, id: ids[0] ?? '' });
      const serviceId = list.parentId ?? '';
      expect((await find(SERVICES)).rows.find((row) => row.id === serviceId)?.['products']).toBe(2);
      const { sheet, rows } = await catalogs.exportRecords({ actor, ...list, params: new URLSearchParams() });
      const cells: (readonly unknown[])[] = [];
      for await (const batch of rows(new AbortController().signal)) cells.push(...batch);
      expect(sheet.title).toBe(`Productos de ${SAMPLES.productos_servicios.nombre}`);
      expect(cells.map((row) => row.slice(0, 2))).toEqual([
        [1, 'Producto 3'],
        [2, 'Producto 2'],
      ]);
      const services = await catalogs.exportRecords({ actor, ...SERVICES, params: new URLSearchParams('estado=false') });
      expect(services.sheet.parameters).toEqual([['Estado', 'Inactivo']]);
    });
  });
}

await describeOnStores('products', async (stores) => describeProducts(await createCatalogFixture(stores)));

import type { RecordValues } from '../domain/conflict.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { MENU_IDS } from '../domain/menu.ts';
import { maintainsOrder } from './definition.ts';
import { describeApp, describeOrder, describeParents, describeReferences, describeWrittenByOthers } from './catalog-kinds.contract.ts';
import { describeDocumentTypes } from './document-types.contract.ts';
import type { CatalogConflict } from './record.ts';
import { creationValues } from './record-values.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { describeLifecycle } from '../testing/lifecycle/lifecycle.contract.ts';
import { catalogEntity } from './testing/catalog-entity.ts';
import { describeTwoDatabases } from './two-databases.contract.ts';
import { createCatalogFixture, type CatalogFixture } from './testing/catalog-fixture.ts';
import { testStaff } from '../testing/test-staff.ts';
import { actor, AGENCY, auditOf, CATEGORY, OTHER_AGENCY, OTHER_CATEGORY } from './testing/catalog-tools.ts';
import { failureOf } from '../testing/failures.ts';
import { some } from '../testing/run-seed.ts';
import { sampleOf } from './testing/samples.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';

/** Records that others refer to. */
const KEPT: readonly string[] = [AGENCY, OTHER_AGENCY, CATEGORY, OTHER_CATEGORY];

let made = 0;
const newToken = () => `token-of-a-form-${String((made += 1)).padStart(4, '0')}`;

/** What every catalog does, on whatever document store the fixture has (made before the tests run). */
function describeCatalogs(fixture: CatalogFixture): void {
  beforeAll(async () => {
    for (const id of [AGENCY, OTHER_AGENCY]) await fixture.documents.main.set(`agencias/${id}`, { nombre: `La ${id}`, isActive: true });
    await fixture.readModel.projectNow(
      'main',
      [AGENCY, OTHER_AGENCY].map((id) => `agencias/${id}`),
    );
    const categories = [CATEGORY, OTHER_CATEGORY].map((id) => `categorias/${id}`);
    for (const path of categories) await fixture.documents.digitalization.set(path, { nombre: `La ${path}`, isActive: true });
    await fixture.readModel.projectNow('digitalization', categories);
  });
  // Those whose order is kept have steps of their own: server/features/catalogs/products.test.ts.
  const plain = (Object.keys(CATALOGS) as CatalogId[]).filter((id) => !maintainsOrder(CATALOGS[id].definition));
  // All do the same by their declarations: a run takes half of them.
  describe.each(some(plain, Math.ceil(plain.length / 2)))('the catalog %s', (catalog) => describeCatalog(fixture, catalog));
  describeNames(fixture);
  describeDocumentTypes(fixture);
  describeOrder(fixture);
  describeApp(fixture);
  describeParents(fixture);
  describeReferences(fixture);
  describeWrittenByOthers(fixture);
  describeTwoDatabases(fixture);
}

/** Names by which people choose records. */
function describeNames({ catalogs, documents }: CatalogFixture): void {
  const folders = { actor, catalog: 'maletin_carpetas' } as const;
  const create = (nombre: string) => catalogs.createRecord({ ...folders, values: { nombre }, formToken: '' });
  const rename = async (id: string, values: Readonly<Record<string, unknown>>) =>
    catalogs.updateRecord({ ...folders, id, ifVersion: (await catalogs.getRecord({ ...folders, id })).version, values });

  it('refuses the name of another active record, however it is written, where records are chosen by name', async () => {
    const { id } = await create('Manuales Técnicos');
    const refused = { code: 'invalid-input', fields: { nombre: ['Ya hay una carpeta con ese nombre.'] } };
    await expect(create('MANUALES\u00a0 tecnicos')).rejects.toMatchObject(refused);
    const other = await create('Otros manuales');
    await expect(rename(other.id, { nombre: 'manuales técnicos' })).rejects.toMatchObject(refused);
    await rename(id, { nombre: 'MANUALES técnicos' });
    await catalogs.deactivateRecord({ ...folders, id });
    await rename(other.id, { nombre: 'manuales técnicos' });
    // Other programs may have stored one name twice: the rest of such a record can be changed.
    await documents.main.set('maletin_carpetas/gemela', { nombre: 'Manuales técnicos', orden: 1, estado: true });
    await rename('gemela', { nombre: 'Manuales  Técnicos', orden: 2 });
    const offers = { actor, catalog: 'promociones', values: sampleOf('promociones').values, formToken: '' } as const;
    await catalogs.createRecord(offers);
    await catalogs.createRecord(offers);
  });
}

function describeCatalog(fixture: CatalogFixture, catalog: CatalogId): void {
  const { documents, catalogs } = fixture;
  const { definition } = CATALOGS[catalog];
  const { values, second, wrong, field } = sampleOf(catalog);
  const change = Object.fromEntries(Object.entries(second).slice(-1));
  const call = { actor, catalog };
  const create = (given: RecordValues = values) => catalogs.createRecord({ ...call, values: given, formToken: newToken() });
  const name = definition.titleField;
  /** The values with what the server writes itself. */
  const stored = (given: RecordValues) => ({ ...given, ...creationValues(definition, new Date()) });
  const list = (query = '') => catalogs.findRecords({ ...call, params: new URLSearchParams(query) });

  // Their names may be used again: most catalogs refuse a second record of one name.
  beforeEach(async () => {
    const paths = (await documents[definition.database].query({ collection: catalog }))
      .filter(({ id, data }) => data['isActive'] !== false && !KEPT.includes(id))
      .map(({ path }) => path);
    for (const path of paths) await documents[definition.database].update(path, { isActive: false });
    await fixture.readModel.projectNow(definition.database, paths);
  });

  describeLifecycle(fixture, catalogEntity(fixture, catalog));

  it('stores a new record with its audit entry', async () => {
    const { id } = await catalogs.createRecord({ ...call, values, formToken: newToken(), requestId: 'r-1' });
    const path = `${catalog}/${id}`;
    const document = await documents[definition.database].get(path);
    expect(await auditOf(fixture, path, definition.database)).toMatchObject([
      {
        user: 'ana',
        userName: 'Ana Pérez',
        action: AUDIT_ACTIONS.recordCreated,
        targetPath: path,
        beforeData: null,
        newData: stored(values),
        requestId: 'r-1',
      },
    ]);
    expect(await catalogs.getRecord({ ...call, id })).toMatchObject({
      id,
      title: values[name],
      values: stored(values),
      isActive: true,
      version: (document?.data['updatedBy'] as Fields | undefined)?.['version'],
    });
  });

  it('refuses values that break a rule, naming the field, and stores nothing', async () => {
    const before = await list();
    const error = await failureOf(create({ ...values, ...wrong }));
    expect(error.code).toBe('invalid-input');
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
    expect((await list()).total).toBe(before.total);
  });

  it('stores a form sent four times at once only once', async () => {
    const formToken = newToken();
    const before = await list();
    const sent = Array.from({ length: 4 }, () => catalogs.createRecord({ ...call, values, formToken }));
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect((await list()).total).toBe(before.total + 1);
    expect(await auditOf(fixture, `${catalog}/${[...ids].join()}`, definition.database)).toHaveLength(1);
    const error = await failureOf(catalogs.createRecord({ ...call, values: { ...values, [name]: 'Otra cosa' }, formToken }));
    expect(error.details).toMatchObject({ differing: [name], stored: { id: [...ids].join() } });
  });

  it("gives another person's form of the same token a record of its own", async () => {
    const formToken = newToken();
    const mine = await catalogs.createRecord({ ...call, values, formToken });
    const theirs = { ...values, [name]: 'Otro nombre' };
    const other = await catalogs.createRecord({ ...call, actor: testStaff({ id: 'beto' }), values: theirs, formToken });
    expect(other.id).not.toBe(mine.id);
  });

  it('changes only what differs and audits before and after', async () => {
    const { id } = await create();
    const seen = await catalogs.getRecord({ ...call, id });
    await catalogs.updateRecord({ ...call, id, ifVersion: seen.version, values: { ...values, ...change } });
    expect((await catalogs.getRecord({ ...call, id })).values).toEqual(stored({ ...values, ...change }));
    const [changed] = Object.keys(change);
    const last = (await auditOf(fixture, `${catalog}/${id}`, definition.database)).at(-1);
    expect(last).toMatchObject({ action: AUDIT_ACTIONS.recordUpdated, newData: change });
    expect(last?.['beforeData']).toEqual({ [String(changed)]: values[String(changed)] });
    const { events } = await catalogs.findCatalogRecordStory({ ...call, id, part: null, before: '' });
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events[0])).toContain(definition.fields.find(({ name: field }) => field === changed)?.label);
  });

  it('stores what the second of two editors chooses, field by field', async () => {
    const { id } = await create();
    const seen = await catalogs.getRecord({ ...call, id });
    await catalogs.updateRecord({ ...call, id, ifVersion: seen.version, values: { ...values, [name]: 'Primera' } });
    const mine = { ...values, ...change, [name]: 'Segunda' };
    const { stored: theirs } = (await failureOf(catalogs.updateRecord({ ...call, id, ifVersion: seen.version, values: mine })))
      .details as unknown as CatalogConflict;
    const { [name]: _stored, ...chosen } = mine;
    await catalogs.updateRecord({ ...call, id, ifVersion: theirs.version, values: chosen });
    expect((await catalogs.getRecord({ ...call, id })).values).toEqual(stored({ ...values, ...change, [name]: 'Primera' }));
  });

  it('accepts a save repeated after a lost answer without writing again', async () => {
    const { id } = await create();
    const seen = await catalogs.getRecord({ ...call, id });
    const save = () => catalogs.updateRecord({ ...call, id, ifVersion: seen.version, values: { ...values, ...change } });
    await save();
    const stored = await catalogs.getRecord({ ...call, id });
    await save();
    expect((await catalogs.getRecord({ ...call, id })).version).toBe(stored.version);
    expect(await auditOf(fixture, `${catalog}/${id}`, definition.database)).toHaveLength(2);
  });

  it('deactivates and restores once, however often it is asked', async () => {
    const { id } = await create();
    await Promise.all([1, 2].map(() => catalogs.deactivateRecord({ ...call, id })));
    await Promise.all([1, 2].map(() => catalogs.restoreRecord({ ...call, id })));
    expect((await auditOf(fixture, `${catalog}/${id}`, definition.database)).map((entry) => entry['action'])).toEqual([
      AUDIT_ACTIONS.recordCreated,
      AUDIT_ACTIONS.recordDeactivated,
      AUDIT_ACTIONS.recordRestored,
    ]);
    const { events } = await catalogs.findCatalogRecordStory({ ...call, id, part: null, before: '' });
    const it = definition.noun.gender === 'f' ? 'la' : 'lo';
    expect(events.map(({ who, did }) => `${who} ${did}`)).toEqual(
      ['restauró', 'eliminó', 'creó'].map((done) => `${actor.name} ${it} ${done}`),
    );
  });

  it('acts on a selection as a whole or not at all', async () => {
    const { id } = await create();
    expect((await failureOf(catalogs.deactivateRecords({ ...call, ids: [id, 'no-existe'] }))).code).toBe('not-found');
    expect(await catalogs.getRecord({ ...call, id })).toMatchObject({ isActive: true });
    expect((await failureOf(catalogs.deactivateRecords({ ...call, ids: [] }))).code).toBe('invalid-input');
    expect((await failureOf(catalogs.restoreRecords({ ...call, ids: Array.from({ length: 101 }, (_, index) => `x${index}`) }))).code).toBe(
      'invalid-input',
    );
  });

  it('exports what the list shows, all pages, in its order', async () => {
    for (let count = 0; count < 12; count += 1) await create({ ...values, [name]: `Exportada ${String(count).padStart(2, '0')}` });
    const query = `q=exportada&sort=${name}&dir=desc`;
    const page = await list(query);
    expect(page).toMatchObject({ total: 12, pageSize: 10, lastPage: 2 });
    const { sheet, rows } = await catalogs.exportRecords({ ...call, params: new URLSearchParams(`${query}&page=2`) });
    const cells: (readonly unknown[])[] = [];
    for await (const batch of rows(new AbortController().signal)) cells.push(...batch);
    expect(cells.map((row) => row[0])).toEqual(
      Array.from({ length: 12 }, (_, index) => `Exportada ${String(11 - index).padStart(2, '0')}`),
    );
    expect(sheet.parameters).toEqual([['Búsqueda', 'exportada']]);
  });

  it('ignores invalid parameters in the address of its list', async () => {
    const first = await list();
    const flags = definition.fields.filter(({ kind, filter }) => kind === 'flag' && filter).map(({ name }) => name);
    const neither = flags.map((name) => `${name}=quizas`);
    for (const query of ['page=abc', 'page=-3', 'page=1e9&pageSize=7', 'sort=__proto__&dir=up', 'cursor=%%%', ...neither]) {
      expect((await list(query)).total, query).toBe(first.total);
    }
    expect((await list(`q=${'x'.repeat(10_000)}`)).total).toBe(0);
    for (const name of flags)
      expect(
        (await list(`${name}=true`)).rows.every((row) => row[name] === true),
        name,
      ).toBe(true);
  });

  it.each(['', 'a/b', '..', '__x__', 'x'.repeat(5000), 'a\u0000b', 'no-existe'])('answers 404 for the id %j', async (id) => {
    expect((await failureOf(catalogs.getRecord({ ...call, id }))).status).toBe(404);
    expect((await failureOf(catalogs.updateRecord({ ...call, id, ifVersion: '1', values }))).status).toBe(404);
    expect((await failureOf(catalogs.deactivateRecord({ ...call, id }))).status).toBe(404);
  });

  it('lists the places of its active records that have coordinates', async () => {
    const { id } = await create();
    const { latitud: latitude, longitud: longitude } = values;
    const here = (await catalogs.findPlaces(call)).filter((place) => place.id === id);
    expect(here).toEqual(latitude === undefined ? [] : [{ id, title: values[name], latitude, longitude }]);
    await catalogs.deactivateRecord({ ...call, id });
    expect((await catalogs.findPlaces(call)).map((place) => place.id)).not.toContain(id);
  });

  it('forbids every verb to a person without its menu', async () => {
    const { id } = await create();
    const stranger = testStaff(
      { id: 'eva', role: 'editor' },
      MENU_IDS.filter((menu) => menu !== definition.menu),
    );
    const denied = { actor: stranger, catalog };
    const params = new URLSearchParams();
    const attempts: (() => Promise<unknown>)[] = [
      () => catalogs.findRecords({ ...denied, params }),
      async () => catalogs.exportRecords({ ...denied, params }),
      () => catalogs.findPlaces(denied),
      () => catalogs.getRecord({ ...denied, id }),
      () => catalogs.findCatalogRecordStory({ ...denied, id, part: null, before: '' }),
      () => catalogs.createRecord({ ...denied, values, formToken: newToken() }),
      () => catalogs.updateRecord({ ...denied, id, ifVersion: '1', values }),
      () => catalogs.deactivateRecord({ ...denied, id }),
      () => catalogs.restoreRecord({ ...denied, id }),
      () => catalogs.deactivateRecords({ ...denied, ids: [id] }),
      () => catalogs.restoreRecords({ ...denied, ids: [id] }),
    ];
    for (const attempt of attempts) {
      const error = await failureOf(attempt());
      expect(error.code).toBe('forbidden');
      expect(error.permission).toBeTruthy();
    }
    expect(await auditOf(fixture, `${catalog}/${id}`, definition.database)).toHaveLength(1);
  });
}

await describeOnStores('catalogs', async (stores) => describeCatalogs(await createCatalogFixture(stores)));

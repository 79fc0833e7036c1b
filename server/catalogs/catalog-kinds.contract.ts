import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { formatDate } from '../domain/dates.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { MENU_IDS } from '../domain/menu.ts';
import { questionOf } from '../domain/question.ts';
import { ONE_DOWN, ONE_UP } from '../domain/record-order.ts';
import type { CatalogFixture } from './testing/catalog-fixture.ts';
import { testStaff } from '../testing/test-staff.ts';
import { actor, AGENCY, auditOf } from './testing/catalog-tools.ts';
import { failureOf } from '../testing/failures.ts';

const steps = { actor, catalog: 'como_asociarse' } as const;
const offers = { actor, catalog: 'plazas_vacantes' } as const;

/** Positions of records that have an order. */
export function describeOrder(fixture: CatalogFixture): void {
  const { catalogs } = fixture;

  async function makeSteps(places: readonly number[]): Promise<string[]> {
    const old = await catalogs.findRecords({ ...steps, params: new URLSearchParams('pageSize=100') });
    if (old.rows.length > 0) await catalogs.deactivateRecords({ ...steps, ids: old.rows.map(({ id }) => id) });
    const ids: string[] = [];
    for (const [index, orden] of places.entries())
      ids.push((await catalogs.createRecord({ ...steps, values: { titulo: `Paso ${index}`, orden }, formToken: '' })).id);
    return ids;
  }

  const shown = async () =>
    (await catalogs.findRecords({ ...steps, params: new URLSearchParams() })).rows.map(({ titulo, orden }) => [titulo, orden]);

  describe('the order of records', () => {
    it('is that of the list, and moving a record renumbers the list and is audited', async () => {
      const [first = '', middle = '', last = ''] = await makeSteps([1, 2, 3]);
      const moved = await catalogs.moveRecord({ ...steps, id: last, afterId: first });
      expect(moved).toMatchObject({ record: { title: 'Paso 2' }, neighbour: { title: 'Paso 0' }, wasAfter: middle, place: 2, of: 3 });
      expect(await shown()).toEqual([
        ['Paso 0', 1],
        ['Paso 2', 2],
        ['Paso 1', 3],
      ]);
      expect(await catalogs.moveRecord({ ...steps, id: middle, afterId: middle })).toBeNull();
      expect(await shown()).toEqual([
        ['Paso 0', 1],
        ['Paso 2', 2],
        ['Paso 1', 3],
      ]);
      expect((await auditOf(fixture, `como_asociarse/${last}`)).at(-1)).toMatchObject({
        action: AUDIT_ACTIONS.recordMoved,
        beforeData: { orden: 3 },
        newData: { orden: 2 },
      });
      const back = await catalogs.moveRecord({ ...steps, id: last, afterId: '' });
      expect(back).toMatchObject({ neighbour: { title: 'Paso 0' }, wasAfter: first, place: 1 });
    });

    it('is renumbered correctly when records share a number', async () => {
      const [first = '', , third = ''] = await makeSteps([5, 5, 5]);
      await catalogs.moveRecord({ ...steps, id: third, afterId: first });
      expect(await shown()).toEqual([
        ['Paso 0', 1],
        ['Paso 2', 2],
        ['Paso 1', 3],
      ]);
      await catalogs.moveRecord({ ...steps, id: first, afterId: third });
      expect(await shown()).toEqual([
        ['Paso 2', 1],
        ['Paso 0', 2],
        ['Paso 1', 3],
      ]);
    });

    it('stays without gaps or repeats when four records are moved at once', async () => {
      const ids = await makeSteps([1, 2, 3, 4]);
      await Promise.all(ids.map((id, at) => catalogs.moveRecord({ ...steps, id, afterId: ids[at + 1] ?? id })));
      expect((await shown()).map(([, orden]) => orden)).toEqual([1, 2, 3, 4]);
    });

    it('moves a record as many places as steps were sent, also of two at once, and no further than the end', async () => {
      const [first = '', , , last = ''] = await makeSteps([1, 2, 3, 4]);
      const titles = async () => (await shown()).map(([titulo]) => titulo);
      const down = () => catalogs.moveRecord({ ...steps, id: first, afterId: ONE_DOWN });
      await Promise.all([down(), down()]);
      expect(await titles()).toEqual(['Paso 1', 'Paso 2', 'Paso 0', 'Paso 3']);
      expect(await down()).toMatchObject({ neighbour: { title: 'Paso 3' }, place: 4 });
      expect(await down()).toBeNull();
      for (const place of [2, 1]) expect(await catalogs.moveRecord({ ...steps, id: last, afterId: ONE_UP })).toMatchObject({ place });
      expect(await catalogs.moveRecord({ ...steps, id: last, afterId: ONE_UP })).toBeNull();
    });

    it('suggests the place after the last for a new record', async () => {
      await makeSteps([1, 7]);
      const { fields } = await catalogs.describeForScreens(steps);
      expect(fields.find(({ name }) => name === 'orden')?.initial).toBe(8);
    });

    it('rejects moving an unknown record, one of a catalog without order, or without the menu', async () => {
      expect((await failureOf(catalogs.moveRecord({ ...steps, id: 'no-existe', afterId: '' }))).code).toBe('not-found');
      expect((await failureOf(catalogs.moveRecord({ ...offers, id: 'x', afterId: '' }))).code).toBe('invalid-input');
      const stranger = testStaff(
        {},
        MENU_IDS.filter((menu) => menu !== 'how-associated'),
      );
      expect((await failureOf(catalogs.moveRecord({ ...steps, actor: stranger, id: 'x', afterId: '' }))).code).toBe('forbidden');
    });
  });
}

/** What an act tells about the mobile app. */
export function describeApp({ catalogs, documents }: CatalogFixture): void {
  const promotions = { actor, catalog: 'promociones' } as const;
  const make = async (values: Readonly<Record<string, unknown>>) =>
    (await catalogs.createRecord({ ...promotions, values: { nombre: 'Feria', ...values }, formToken: '' })).id;
  const told = async (...ids: string[]) => catalogs.describeAppVisibility({ ...promotions, ids });

  describe('the message about the mobile app', () => {
    it('tells whether the app shows the record now, later, no more or not at all', async () => {
      const id = await make({});
      expect(await told(id)).toBe(' Ya se ve así en la app.');
      expect(await told(await make({ estado: false }))).toBe(' La app no la muestra.');
      expect(await told(await make({ vigenciaDesde: '2999-01-15' }))).toBe(' La app la mostrará desde el 15/01/2999.');
      expect(await told(await make({ vigenciaHasta: '2020-01-15' }))).toBe(' La app ya no la muestra.');
      await catalogs.deactivateRecord({ ...promotions, id });
      expect(await told(id)).toBe(' La app ya no la muestra.');
    });

    it.each<[string, Fields]>([
      ['days', { estado: true, isActive: true }],
      ['a last day', { estado: true, isActive: true, vigenciaDesde: '', vigenciaHasta: null }],
      ['state', { isActive: true, vigenciaDesde: '', vigenciaHasta: '' }],
      ['mark', { estado: true, vigenciaDesde: '', vigenciaHasta: '' }],
    ])('says that the app does not show what another program stored without %s, until any save adds them', async (_what, stored) => {
      const { main } = documents;
      const id = `ajena-${Object.keys(stored).join('-')}`;
      const path = `promociones/${id}`;
      await main.set(path, { nombre: 'Ajena', descripcion: '', image_url: '/media/a.webp', ...stored });
      expect(await told(id)).toBe(' La app no la muestra.');
      const { values, version: ifVersion } = await catalogs.getRecord({ ...promotions, id });
      await catalogs.updateRecord({ ...promotions, id, ifVersion, values });
      const saved = await main.get(path);
      expect(saved?.data).toMatchObject({ estado: true, isActive: true, vigenciaDesde: '', vigenciaHasta: '' });
      expect(await told(id)).toBe(' Ya se ve así en la app.');
      await catalogs.updateRecord({ ...promotions, id, ifVersion, values });
      expect((await main.get(path))?.version).toBe(saved?.version);
    });

    it('counts how many of several records the app shows', async () => {
      const [one, other, hidden] = [await make({}), await make({}), await make({ estado: false })];
      expect(await told(one, other)).toBe(' Ya se ven así en la app.');
      expect(await told(one, hidden)).toBe(' La app muestra 1 de 2.');
      expect(await told(hidden, hidden)).toBe(' La app no las muestra.');
    });

    it('is empty for a catalog that the app does not show, and depends on the parent record', async () => {
      const position = await catalogs.createRecord({ actor, catalog: 'puestos', values: { nombre: 'Cajera' }, formToken: '' });
      expect(await catalogs.describeAppVisibility({ actor, catalog: 'puestos', ids: [position.id] })).toBe('');
      const values = { nombre: 'Remesas', icono: 'send', estado: false };
      const { id: parentId } = await catalogs.createRecord({ actor, catalog: 'productos_servicios', values, formToken: '' });
      const products = { actor, catalog: 'productos_servicios_productos', parentId } as const;
      const { id } = await catalogs.createRecord({ ...products, values: { nombre: 'Remesa' }, formToken: '' });
      expect(await catalogs.describeAppVisibility({ ...products, ids: [id] })).toBe(' La app no lo muestra.');
    });

    it('is forbidden to a person without the menu of the catalog', async () => {
      const stranger = testStaff({}, ['home']);
      expect((await failureOf(catalogs.describeAppVisibility({ ...promotions, actor: stranger, ids: ['x'] }))).code).toBe('forbidden');
    });
  });
}

/** Records that lie below those of another catalog. */
export function describeParents({ catalogs }: CatalogFixture): void {
  it('asks before what lies below a record is hidden with it, with the numbers', async () => {
    const services = { actor, catalog: 'productos_servicios' } as const;
    const { id } = await catalogs.createRecord({
      ...services,
      values: { nombre: 'Cajero móvil', icono: 'send', galeria: true },
      formToken: '',
    });
    await catalogs.deactivateRecord({ ...services, id });
    await catalogs.restoreRecord({ ...services, id });
    const products = { actor, catalog: 'productos_servicios_productos', parentId: id } as const;
    for (const nombre of ['Retiro', 'Consulta']) await catalogs.createRecord({ ...products, values: { nombre }, formToken: '' });
    const photos = { actor, catalog: 'productos_servicios_fotos', parentId: id } as const;
    await catalogs.createRecord({ ...photos, values: { url: '/media/a.webp' }, formToken: '' });
    const sentences = ['El servicio tiene 2 productos y 1 foto, que la aplicación dejará de mostrar.'];
    const { version } = await catalogs.getRecord({ ...services, id });
    const hide = (confirmed: string[] = []) =>
      catalogs.updateRecord({ ...services, id, ifVersion: version, values: { estado: false }, confirmed });
    expect(questionOf(await failureOf(catalogs.deactivateRecord({ ...services, id })))).toEqual({
      confirms: 'isActive',
      title: '¿Eliminar el servicio?',
      sentences,
    });
    expect(questionOf(await failureOf(hide()))).toEqual({ confirms: 'estado', title: '¿Cambiar «Estado»?', sentences });
    await hide(['estado']);
    await catalogs.deactivateRecord({ ...services, id, confirmed: ['isActive'] });
    expect((await catalogs.getRecord({ ...services, id })).isActive).toBe(false);
  });
}

/** Fields that refer to a record of another catalog. */
export function describeReferences({ catalogs }: CatalogFixture): void {
  describe('a reference', () => {
    it('is shown, found and exported by name, filters the list, and is retired when deactivated', async () => {
      const agency = await catalogs.createRecord({
        actor,
        catalog: 'agencias',
        values: { nombre: 'Agencia Xela', tipo: 'agencia', direccion: 'Z' },
        formToken: '',
      });
      const { id } = await catalogs.createRecord({ ...offers, values: { nombre: 'Cajero', agencia: agency.id }, formToken: '' });
      const option = async () =>
        (await catalogs.describeForScreens(offers)).fields
          .find(({ name }) => name === 'agencia')
          ?.options?.find(({ value }) => value === agency.id);
      expect(await option()).toEqual({ value: agency.id, label: 'Agencia Xela' });
      const filtered = await catalogs.findRecords({ ...offers, params: new URLSearchParams({ agencia: agency.id }) });
      expect((await catalogs.findRecords({ ...offers, params: new URLSearchParams({ q: 'agencia XELA' }) })).rows).toEqual(filtered.rows);
      expect(filtered.rows.map((row) => row.id)).toEqual([id]);
      const { sheet, rows } = await catalogs.exportRecords({ ...offers, params: new URLSearchParams({ agencia: agency.id }) });
      const cells: (readonly unknown[])[] = [];
      for await (const batch of rows(new AbortController().signal)) cells.push(...batch);
      expect(cells[0]?.slice(0, 2)).toEqual(['Cajero', 'Agencia Xela']);
      expect(sheet.parameters).toEqual([['Agencia', 'Agencia Xela']]);
      await catalogs.deactivateRecord({ actor, catalog: 'agencias', id: agency.id, confirmed: ['isActive'] });
      expect(await option()).toEqual({ value: agency.id, label: 'Agencia Xela', retired: true });
    });

    it('must point to an active record when it is set, but may stay on a deactivated one', async () => {
      const agency = await catalogs.createRecord({
        actor,
        catalog: 'agencias',
        values: { nombre: 'Por cerrar', tipo: 'agencia', direccion: 'Z' },
        formToken: '',
      });
      const { id } = await catalogs.createRecord({ ...offers, values: { nombre: 'Guardián', agencia: agency.id }, formToken: '' });
      await catalogs.deactivateRecord({ actor, catalog: 'agencias', id: agency.id, confirmed: ['isActive'] });
      for (const agencia of [agency.id, '', '..', 'a/b', '__x__']) {
        expect(
          Object.keys(
            (await failureOf(catalogs.createRecord({ ...offers, values: { nombre: 'Otra', agencia }, formToken: '' }))).fields ?? {},
          ),
          agencia,
        ).toEqual(['agencia']);
      }
      const { version, values } = await catalogs.getRecord({ ...offers, id });
      const { fecha: _written, ...given } = values;
      const away = catalogs.updateRecord({ ...offers, id, ifVersion: version, values: { ...given, agencia: 'no-existe' } });
      expect(Object.keys((await failureOf(away)).fields ?? {})).toEqual(['agencia']);
      await catalogs.updateRecord({ ...offers, id, ifVersion: version, values: { ...given, nombre: 'Guardián nocturno' } });
      expect((await catalogs.getRecord({ ...offers, id })).values).toMatchObject({ nombre: 'Guardián nocturno', agencia: agency.id });
    });
  });
}

/** Values that do not come from the form: written by the server, other programs or other people. */
export function describeWrittenByOthers({ catalogs, documents }: CatalogFixture): void {
  it('writes the day of creation on the server and rejects it from forms', async () => {
    const given = { nombre: 'Auditor', agencia: AGENCY };
    expect((await failureOf(catalogs.createRecord({ ...offers, values: { ...given, fecha: '01/01/2000' }, formToken: '' }))).code).toBe(
      'invalid-input',
    );
    const { id } = await catalogs.createRecord({ ...offers, values: given, formToken: '' });
    const { version, values } = await catalogs.getRecord({ ...offers, id });
    expect(values['fecha']).toBe(formatDate(new Date()));
    expect((await failureOf(catalogs.updateRecord({ ...offers, id, ifVersion: version, values: { fecha: '01/01/2000' } }))).code).toBe(
      'invalid-input',
    );
  });

  it('checks rules over several fields when only one of them changes, too', async () => {
    const promotions = { actor, catalog: 'promociones' } as const;
    const values = { nombre: 'De junio', vigenciaDesde: '2026-06-01', vigenciaHasta: '2026-06-30' };
    const { id } = await catalogs.createRecord({ ...promotions, values, formToken: '' });
    const { version } = await catalogs.getRecord({ ...promotions, id });
    const turned = catalogs.updateRecord({ ...promotions, id, ifVersion: version, values: { vigenciaHasta: '2026-05-01' } });
    expect(Object.keys((await failureOf(turned)).fields ?? {})).toEqual(['vigenciaHasta']);
  });

  it('saves a record beside old values that no form accepts, and leaves those as they are', async () => {
    const agencies = { actor, catalog: 'agencias', id: 'vieja' } as const;
    const old = {
      nombre: 'Vieja',
      tipo: 'agencia',
      estado: true,
      direccion: '1a calle',
      latitud: 14.6,
      fotos: ['true'],
      telefono: new Date('2020-01-02T03:04:05Z'),
      horarios: 'De lunes a viernes\n'.repeat(700),
    };
    await documents.main.set('agencias/vieja', old);
    const { version, values } = await catalogs.getRecord(agencies);
    // As the form shows it, cut, and as a browser sends it back.
    const horarios = typeof values['horarios'] === 'string' ? values['horarios'].replaceAll('\n', '\r\n') : '';
    await catalogs.updateRecord({ ...agencies, ifVersion: version, values: { ...values, horarios, nombre: 'Nueva' } });
    expect((await documents.main.get('agencias/vieja'))?.data).toMatchObject({ ...old, nombre: 'Nueva' });
    const changed = catalogs.updateRecord({
      ...agencies,
      ifVersion: '',
      base: values,
      values: { ...values, telefono: 'no sé', latitud: 14.7 },
    });
    expect(Object.keys((await failureOf(changed)).fields ?? {})).toEqual(expect.arrayContaining(['telefono']));
  });

  it('moves the point that another program stored for its app together with the coordinates', async () => {
    const agencies = { actor, catalog: 'agencias', id: 'punto' } as const;
    const path = 'agencias/punto';
    const old = { nombre: 'Con punto', tipo: 'agencia', direccion: '1a calle', location: '14.6, -90.5' };
    await documents.main.set(path, { ...old, ubicacion: { latitude: 14.6, longitude: -90.5 }, coordenadas: { zona: 1 } });
    const save = async (values: object) => {
      const { version: ifVersion } = await catalogs.getRecord(agencies);
      await catalogs.updateRecord({ ...agencies, ifVersion, values: { ...values } });
      return (await documents.main.get(path))?.data;
    };
    expect(await save({ nombre: 'Otro nombre' })).toMatchObject({ location: '14.6, -90.5', ubicacion: { latitude: 14.6 } });
    const moved = { location: '14.7, -90.5', ubicacion: { latitude: 14.7, longitude: -90.5 }, coordenadas: { zona: 1 } };
    expect(await save({ latitud: 14.7 })).toMatchObject({ latitud: 14.7, ...moved });
    expect(await save({ latitud: null, longitud: null })).toMatchObject({ location: '', ubicacion: null, coordenadas: { zona: 1 } });
    expect((await catalogs.getRecord(agencies)).values).toMatchObject({ latitud: null, longitud: null });
  });

  it('keeps pictures in maps and texts in lists as other programs store them, and refuses to change what is stored in parts', async () => {
    const agencies = { actor, catalog: 'agencias', id: 'partes' } as const;
    const [front, inside, other] = [{ url: '/media/a.webp', pie: 'Fachada' }, { url: '/media/b.webp' }, { orden: 3 }];
    const horarios = { lunes: { abre: '8:00', cierra: '17:00' } };
    const old = { nombre: 'Partes', tipo: 'agencia', direccion: '1a calle', fotos: [front, inside, other], horarios };
    await documents.main.set('agencias/partes', { ...old, operaciones: ['Depósitos', 'Retiros'] });
    const { values, version: ifVersion } = await catalogs.getRecord(agencies);
    expect(values['fotos']).toEqual([front.url, inside.url]);
    const fotos = [inside.url, front.url, '/media/c.webp'];
    const changed = { ...values, fotos, operaciones: 'Depósitos\nPagos' };
    const refused = catalogs.updateRecord({ ...agencies, ifVersion, values: { ...changed, horarios: 'Lunes: cerrado' } });
    expect((await failureOf(refused)).fields).toEqual({
      horarios: ['Otro programa guarda «Horarios» por partes: no se puede cambiar aquí.'],
    });
    await catalogs.updateRecord({ ...agencies, ifVersion, values: changed });
    expect((await documents.main.get('agencias/partes'))?.data).toMatchObject({
      ...old,
      fotos: [inside, front, { url: '/media/c.webp' }, other],
      operaciones: ['Depósitos', 'Pagos'],
    });
    await documents.main.set('agencias/partes', { ...old, fotos: { 0: front, 2: inside } });
    const numbered = await catalogs.getRecord(agencies);
    await catalogs.updateRecord({ ...agencies, ifVersion: numbered.version, values: { ...numbered.values, fotos } });
    expect((await documents.main.get('agencias/partes'))?.data['fotos']).toEqual({ 0: inside, 2: front, 3: { url: '/media/c.webp' } });
  });

  it('reads dates in the formats of other programs', async () => {
    for (const [index, fechaPapeleria] of [
      '9/1/2027',
      '2027-01-09',
      new Date('2027-01-09T12:00:00Z'),
      { seconds: 1_799_539_200, nanoseconds: 0 },
    ].entries()) {
      await documents.main.set(`plazas_vacantes/app-${index}`, { nombre: 'De la aplicación', fechaPapeleria });
      expect((await catalogs.getRecord({ ...offers, id: `app-${index}` })).values['fechaPapeleria'], JSON.stringify(fechaPapeleria)).toBe(
        '2027-01-09',
      );
    }
  });

  it('names in a conflict the person who saved, when the portal knows', async () => {
    const { id } = await catalogs.createRecord({ ...steps, values: { titulo: 'Paso', orden: 1 }, formToken: '' });
    const { version } = await catalogs.getRecord({ ...steps, id });
    const save = (by: { id: string; name: string }, ifVersion: string, titulo: string) =>
      catalogs.updateRecord({ ...steps, actor: testStaff(by), id, ifVersion, values: { titulo } });
    await save({ id: 'beto', name: 'Beto Ruiz' }, version, 'De Beto');
    expect((await failureOf(save(actor, version, 'Mío'))).userMessage).toMatch(/^Beto Ruiz guardó el paso mientras usted escribía\./);
    expect((await failureOf(save({ id: 'beto', name: 'Beto Ruiz' }, version, 'Otro'))).userMessage).toMatch(
      /^Usted guardó el paso en otra ventana/,
    );
    await documents.main.update(`como_asociarse/${id}`, { titulo: 'De la aplicación' });
    expect((await failureOf(save(actor, version, 'Mío'))).userMessage).toMatch(/^Otra persona guardó el paso/);
  });
}

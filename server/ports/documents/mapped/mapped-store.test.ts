import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { describeOnStores } from '../../../testing/describe-on-stores.ts';
import { runs, runSeed } from '../../../testing/run-seed.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { describeDocumentStore } from '../contract/document-store.contract.ts';
import type { DocumentStore, Fields, FieldValue } from '../document-store.ts';
import { createEmbeddedDocumentStore } from '../embedded/embedded.ts';
import { ids, recordChanges, required } from '../testing/contract-tools.ts';
import { createMappedStore } from './mapped-store.ts';
import { parseMapping, type KnownCollections, type KnownField, type Mapping, type MappingFile } from './mapping.ts';

const WAIT = { timeout: 15_000, interval: 10 };
const OTHER: KnownField = { kind: 'other', canBeMade: false };
const TEXT: KnownField = { kind: 'text', canBeMade: true };

function mappingOf(file: MappingFile, known: KnownCollections): Mapping {
  const { mapping, problems } = parseMapping(JSON.stringify(file), known);
  expect(problems).toEqual([]);
  return mapping;
}

/** Every collection of the contract under another name and below a document, with other field names and other values of `isActive`. */
function contractMapping(): Mapping {
  const fields = { nombre: OTHER, n: OTHER, f: OTHER, a: OTHER, b: OTHER, id: OTHER };
  const generic = { createdAt: 'creado', updatedAt: 'modificado', isActive: 'activo', values: { isActive: { S: true, N: false } } };
  const renamed = { ...generic, fields: { nombre: 'nombres', n: 'numero', f: 'efe', a: 'alfa', b: 'caja.b', id: 'n' } };
  const all = Array.from({ length: 80 }, (_, index) => {
    const name = `coleccion${index + 1}`;
    return [
      [name, { ...renamed, collection: `externa/datos/ajena${index + 1}` }],
      [`${name}/${name}_sub`, { ...generic, collection: `hijas${index + 1}` }],
      [`${name}/${name}_sub/${name}_sub`, { ...generic, collection: `hijas${index + 1}` }],
      [`${name}_sub`, { ...generic, collection: `hijas${index + 1}` }],
    ] as const;
  }).flat();
  return mappingOf(
    Object.fromEntries(all) as MappingFile,
    Object.fromEntries(all.map(([key]) => [key, { database: 'main' as const, fields }])),
  );
}

const KNOWN: KnownCollections = {
  clientes: {
    database: 'main',
    fields: {
      nombre: TEXT,
      codigo: TEXT,
      telefono: TEXT,
      correo: TEXT,
      fechaAsociacion: TEXT,
      ingreso: { kind: 'time', canBeMade: false },
      agencia: { kind: 'reference', canBeMade: false },
      ejecutivo: { kind: 'reference', canBeMade: false },
      estado: { kind: 'flag', canBeMade: false },
      tipo: TEXT,
      saldo: { kind: 'number', canBeMade: false },
      cuota: { kind: 'number', canBeMade: false },
      fotos: OTHER,
    },
  },
  agencias: { database: 'main', fields: { nombre: TEXT, estado: { kind: 'flag', canBeMade: false } } },
};
const FILE: MappingFile = {
  clientes: {
    collection: 'socios',
    isActive: 'vigente',
    createdAt: 'fecha_ingreso',
    updatedAt: null,
    updatedBy: null,
    fields: {
      nombre: ['nombres', 'apellidos'],
      codigo: { field: 'cif', number: true },
      correo: 'contacto.email',
      fechaAsociacion: { field: 'fecha_ingreso', date: 'dd/MM/yyyy' },
      ingreso: { field: 'ingreso_ms', date: 'milliseconds' },
      agencia: 'sucursal',
      tipo: 'clase',
      saldo: { field: 'saldo_texto', number: ',' },
    },
    values: { estado: { S: true, N: false }, tipo: { '1': 'ahorro', '2': 'aportación' }, isActive: { '1': true, '0': false } },
  },
};

await describeOnStores('mapped', async ({ main, open }) => {
  const { sql } = main ? { sql: null } : await createTestDatabase();
  const store: DocumentStore = main ?? createEmbeddedDocumentStore({ sql: sql as NonNullable<typeof sql>, database: 'main' });
  if (!main) afterAll(() => store.close());
  const byContract = createMappedStore(store, contractMapping());
  const name = open ? 'Firestore with a mapping' : 'embedded store with a mapping';
  describeDocumentStore(name, { store: () => byContract, rivals: open ? 4 : 40, runs: runs(open ? 3 : 15) });

  describe('fields and values of other programs', () => {
    const mapped = createMappedStore(store, mappingOf(FILE, KNOWN));
    const stored = async (id: string) => (await required(store, `socios/${id}`)).data;
    const ANA: Fields = {
      nombres: 'Ana Lucía',
      apellidos: ' Pérez ',
      cif: 1042,
      contacto: { email: 'ana@example.test', casa: '2222-3333', puntos: [1, { x: new Date(5) }] },
      fecha_ingreso: '05/03/2024',
      ingreso_ms: 1_709_600_000_000,
      sucursal: 'coop/central/sucursales/a1',
      ejecutivo: { id: 'p1', nombre: 'Eva' },
      estado: 'S',
      clase: 2,
      saldo_texto: '1.234,50',
      cuota: '25.5',
      vigente: 1,
      nombre: 'lo suyo',
      notas: 'ñ',
    };

    it('are read under the portal’s names, and none is hidden', async () => {
      await store.set('socios/ana', ANA);
      const { data, path, collection, version } = await required(mapped, 'clientes/ana');
      expect({ path, collection, version }).toEqual({
        path: 'clientes/ana',
        collection: 'clientes',
        version: (await required(store, 'socios/ana')).version,
      });
      expect(data).toEqual({
        nombre: 'Ana Lucía Pérez',
        nombres: 'Ana Lucía',
        apellidos: ' Pérez ',
        'nombre (sin mapeo)': 'lo suyo',
        codigo: '1042',
        correo: 'ana@example.test',
        contacto: { casa: '2222-3333', puntos: [1, { x: new Date(5) }] },
        fechaAsociacion: '2024-03-05',
        createdAt: new Date('2024-03-05T06:00:00.000Z'),
        ingreso: new Date(1_709_600_000_000),
        agencia: 'a1',
        ejecutivo: 'p1',
        estado: true,
        tipo: 'aportación',
        saldo: 1234.5,
        cuota: 25.5,
        isActive: true,
        notas: 'ñ',
      });
      expect(ids(await mapped.query({ collection: 'clientes' }))).toEqual(['ana']);
      expect(await mapped.getMany(['clientes/nadie', 'clientes/ana'])).toMatchObject([null, { id: 'ana' }]);
    });

    it.each<[string, Fields, Fields]>([
      ['a number', { codigo: '1043' }, { cif: 1043 }],
      ['one within a map', { correo: 'a@b.test' }, { contacto: { ...(ANA['contacto'] as Fields), email: 'a@b.test' } }],
      ['a day', { fechaAsociacion: '2026-12-01' }, { fecha_ingreso: '01/12/2026' }],
      ['a time', { ingreso: new Date(7) }, { ingreso_ms: 7 }],
      ['a word', { estado: false }, { estado: 'N' }],
      ['a number of a word', { tipo: 'ahorro' }, { clase: 1 }],
      ['a state', { isActive: false }, { vigente: 0 }],
      ['an amount in text', { saldo: 7.25 }, { saldo_texto: '7,25' }],
      ['a number in text', { cuota: 3 }, { cuota: '3' }],
      ['a field of its own', { telefono: '5', notas: 'x' }, { telefono: '5', notas: 'x' }],
      ['another record, by its path', { agencia: 'a2' }, { sucursal: 'coop/central/sucursales/a2' }],
      ['another record, by a map', { ejecutivo: 'p2' }, { ejecutivo: { id: 'p2', nombre: 'Eva' } }],
      ['what did not change', { saldo: 1234.5, estado: true, nombre: 'Ana Lucía Pérez' }, {}],
      ['one that is hidden', { 'nombre (sin mapeo)': 'otro' }, { nombre: 'otro' }],
    ])('are written back in the document’s own format: %s', async (_name, changes, expected) => {
      await store.set('socios/ana', ANA);
      await mapped.update('clientes/ana', { ...changes, updatedBy: 'nobody' });
      const { updatedBy: _own, ...data } = await stored('ana');
      expect(data).toEqual({ ...ANA, ...expected });
      await mapped.transaction(async (tx) => tx.update('clientes/ana', { ...changes }));
      await mapped.batch([{ kind: 'update', path: 'clientes/ana', changes }]);
      expect(await stored('ana')).toEqual({ ...ANA, ...expected });
      expect((await required(mapped, 'clientes/ana')).data).toMatchObject(changes);
    });

    it('refuse a change that cannot be converted back, and stay unchanged', async () => {
      await store.set('socios/ana', ANA);
      const refused: [Fields, string][] = [
        [{ nombre: 'Ana', codigo: '5' }, 'Se arma de nombres y apellidos en sus datos; se cambia allá.'],
        [{ codigo: 'A-5', telefono: '5' }, 'En sus datos es un número: escriba solo cifras.'],
        // That word stands for another value, and would be read back as that one.
        [{ tipo: '1', telefono: '5' }, 'En sus datos no hay una palabra para este valor; agréguela a «values» del mapeo.'],
      ];
      for (const [changes, sentence] of refused) {
        const expected = { code: 'invalid-input', status: 400, userMessage: `No se guardó. ${sentence}`, fields: expect.anything() };
        await expect(mapped.update('clientes/ana', changes)).rejects.toMatchObject(expected);
        await expect(
          mapped.batch([
            { kind: 'create', path: 'clientes/x', data: {} },
            { kind: 'update', path: 'clientes/ana', changes },
          ]),
        ).rejects.toMatchObject(expected);
        await expect(
          mapped.transaction(async (tx) => {
            tx.create('clientes/x', {});
            tx.update('clientes/ana', changes);
          }),
        ).rejects.toMatchObject(expected);
      }
      for (const write of ['create', 'set'] as const)
        await expect(mapped[write]('clientes/x', { nombre: 'Ana' })).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await stored('ana')).toEqual(ANA);
      expect(await store.get('socios/x')).toBeNull();
    });

    it('are active where they have no such field', async () => {
      const all = { database: 'main', key: 'promociones', collection: 'ofertas', absent: ['isActive'], fields: {} } as const;
      await store.set('ofertas/una', { nombre: 'Una' });
      expect((await createMappedStore(store, [all]).get('promociones/una'))?.data).toEqual({ nombre: 'Una', isActive: true });
    });

    it('of times stay text with milliseconds in UTC, also that of the write', async () => {
      const time = (field: string) => ({ field, date: 'yyyy-MM-ddTHH:mm:ss.SSSZ' });
      const times = createMappedStore(
        store,
        mappingOf({ agencias: { createdAt: time('createdAt'), updatedAt: time('updatedAt') } }, KNOWN),
      );
      const text = '2024-03-05T15:04:05.006Z';
      await store.set('agencias/utc', { nombre: 'Norte', createdAt: text, updatedAt: text });
      expect((await required(times, 'agencias/utc')).data).toMatchObject({ createdAt: new Date(text), updatedAt: new Date(text) });
      const from = new Date().toISOString();
      await times.update('agencias/utc', { nombre: 'Sur' });
      const { createdAt, updatedAt } = (await required(store, 'agencias/utc')).data;
      expect([createdAt, [from, updatedAt].sort()]).toEqual([text, [from, updatedAt]]);
      expect(updatedAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    });

    it('are used for a new document: mapped names, values and dates, and no absent field', async () => {
      await mapped.create('clientes/nuevo', {
        codigo: '7',
        correo: 'n@example.test',
        estado: true,
        tipo: 'ahorro',
        saldo: 1.5,
        fechaAsociacion: '',
      });
      const today = /^\d\d\/\d\d\/20\d\d$/;
      expect(await stored('nuevo')).toEqual({
        cif: 7,
        contacto: { email: 'n@example.test' },
        estado: 'S',
        clase: 1,
        saldo_texto: '1,5',
        fecha_ingreso: expect.stringMatching(today),
        vigente: 1,
      });
      await mapped.set('clientes/nuevo', (await required(mapped, 'clientes/nuevo')).data);
      expect(await stored('nuevo')).toMatchObject({ cif: 7, fecha_ingreso: expect.stringMatching(today), vigente: 1 });
      expect((await mapped.transaction(async (tx) => (await tx.get('clientes/nuevo'))?.data))?.['createdAt']).toBeInstanceOf(Date);
    });

    it('are found by the portal’s values, even when the store cannot query them, up to the limit', async () => {
      const clerks = ['Ana Paz', 'Ana Ruiz', 'Ana Paz'].map((whole, index) => ({ id: `c${index}`, whole: whole.split(' ') }));
      for (const { id, whole } of clerks)
        await store.set(`socios/${id}`, { nombres: whole[0] ?? '', apellidos: whole[1] ?? '', clase: '1', cif: '9', estado: 'S' });
      await store.set('socios/c3', { nombres: 'Ana', apellidos: 'Paz', clase: 1, cif: 9, estado: true, fecha_ingreso: '01/02/2003' });
      const found = async (field: string, value: FieldValue, limit?: number) =>
        ids(await mapped.query({ collection: 'clientes', where: [{ field, op: '==', value }], ...(limit && { limit }) }));
      expect(await found('nombre', 'Ana Paz')).toEqual(['c0', 'c2', 'c3']);
      expect(await found('nombre', 'Ana Paz', 2)).toEqual(['c0', 'c2']);
      expect(await found('codigo', '9')).toEqual(['c0', 'c1', 'c2', 'c3']);
      expect(await found('codigo', '9', 3)).toEqual(['c0', 'c1', 'c2']);
      expect(await found('fechaAsociacion', '2003-02-01')).toEqual(['c3']);
      expect((await found('estado', true)).filter((id) => id.startsWith('c'))).toEqual(['c0', 'c1', 'c2', 'c3']);
      expect((await found('tipo', 'ahorro')).filter((id) => id.startsWith('c'))).toEqual(['c0', 'c1', 'c2', 'c3']);
      const inTransaction = await mapped.transaction((tx) =>
        tx.query({ collection: 'clientes', where: [{ field: 'nombre', op: '==', value: 'Ana Ruiz' }] }),
      );
      expect(ids(inTransaction)).toEqual(['c1']);
    });

    it('are watched under the portal’s paths, without an unmapped collection of the same name', async () => {
      await store.set('clientes/suyo', { n: 1 });
      expect(await mapped.get('clientes/suyo')).toBeNull();
      const all = mapped.watchesEverything ? '*' : 'clientes';
      const watching = await recordChanges(mapped, { collection: all });
      await store.create('socios/visto', { fecha_ingreso: 'x' });
      await expect.poll(() => watching.paths(), WAIT).toContain('clientes/visto');
      expect(watching.paths()).not.toContain('clientes/suyo');
      expect(watching.paths()).not.toContain('socios/visto');
      await watching.close();
    });

    it('change one at a time in any document, and read back as written', async () => {
      const value = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !text.includes('\0')),
        fc.integer({ min: -9, max: 9_999 }),
        fc.boolean(),
        fc.constant(null),
      );
      const day = fc.constantFrom('05/03/2024', '2024-03-05', '', 'ayer');
      const document = fc.record(
        {
          nombres: value,
          apellidos: value,
          cif: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constant('12')),
          contacto: fc.oneof(value, fc.record({ email: value, casa: value }, { requiredKeys: [] })),
          fecha_ingreso: day,
          ingreso_ms: fc.oneof(fc.integer({ min: 0, max: 1e12 }), day),
          sucursal: value,
          estado: fc.constantFrom('S', 'N', true, 'otro', 1),
          clase: fc.constantFrom(1, 2, '1', 'x'),
          saldo_texto: fc.constantFrom('1.234,50', '7', 8, ''),
          cuota: fc.constantFrom('25.5', 3, 'nada', null),
          vigente: fc.constantFrom(1, 0, '1', true),
          nombre: value,
          codigo: value,
          'a.b': value,
        },
        { requiredKeys: [], noNullPrototype: true },
      );
      const edit: fc.Arbitrary<[string, string, FieldValue]> = fc.oneof(
        fc.tuple(fc.constant('codigo'), fc.constant('cif'), fc.nat(999).map(String)),
        fc.tuple(fc.constant('correo'), fc.constant('contacto'), fc.string({ unit: 'grapheme-ascii', maxLength: 3 })),
        fc.tuple(fc.constant('fechaAsociacion'), fc.constant('fecha_ingreso'), fc.constantFrom('2026-12-01', '2024-03-05')),
        fc.tuple(fc.constant('estado'), fc.constant('estado'), fc.boolean()),
        fc.tuple(fc.constant('isActive'), fc.constant('vigente'), fc.boolean()),
        fc.tuple(fc.constant('tipo'), fc.constant('clase'), fc.constantFrom('ahorro', 'aportación')),
        fc.tuple(fc.constantFrom('saldo', 'cuota'), fc.constant(''), fc.integer({ min: -99, max: 99 })),
        fc.tuple(fc.constant('agencia'), fc.constant('sucursal'), fc.constantFrom('a1', 'a2')),
      );
      await fc.assert(
        fc.asyncProperty(document, edit, async (before, [field, place, to]) => {
          await store.set('socios/p', before);
          const was = (await required(mapped, 'clientes/p')).data;
          await mapped.update('clientes/p', { [field]: to });
          const now = await stored('p');
          const changed = place || (field === 'saldo' ? 'saldo_texto' : 'cuota');
          expect({ ...now, [changed]: null }).toEqual({ ...before, [changed]: null });
          const seen = (await required(mapped, 'clientes/p')).data;
          expect(seen[field]).toEqual(to);
          // Writing an unchanged value leaves the stored one as it was, format included.
          if (was[field] === to) expect(now).toEqual(before);
          await mapped.set('clientes/p', seen);
          expect(await stored('p')).toEqual(now);
        }),
        { numRuns: runs(open ? 15 : 60), seed: runSeed() },
      );
    }, 60_000);
  });
});

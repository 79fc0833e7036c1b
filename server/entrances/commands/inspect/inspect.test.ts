import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import type { DatabaseName, Fields } from '../../../ports/documents/document-store.ts';
import { startBucketServer } from '../../../testing/bucket-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { COMMAND_ENVIRONMENT, runCommandHere } from '../../../testing/run-command-here.ts';
import { inspect } from './inspect.ts';

const PEOPLE = 40;
/** As other programs left them. */
const STORED: Readonly<Record<DatabaseName, Record<string, Fields>>> = {
  main: {
    'agencias/central': { nombre: 'Agencia Central', latitud: 'al norte', isActive: true, estado: true },
    'agencias/norte': { nombre: 'Norte', estado: { dicho: 'a medias' }, tipo: 'kiosco' },
    'deptos/caja': { nombre: 'Caja', estado: 'a ratos', mas: { descripcion: 'Ventanilla' } },
    'oficinas/sur': { nombre: 'Sur' },
    'oficinas/n': { nombre: 'NORTE' },
    'usuarios/u1': { name: 'Ana', role: 'Jefa', email: 'ana@prueba.coop', digitalization_permission_id: 'todo' },
    'usuarios/u2': { name: 'Luis', role: 'Cajeros', email: 'luis@prueba.coop' },
    'roles/r1': { title: 'Cajeros', value: 'caja' },
    'access_log/1': { user_id: 'u1', action: 'login', ip: '10.0.0.1', fecha: '2026-01-02' },
    'auditoria_sellos/1': { hash: 'x' },
    ...Object.fromEntries(
      Array.from({ length: PEOPLE }, (_unused, index) => [
        `socios/s${index}`,
        {
          nombres: `Ana ${index}`,
          apellidos: 'Pérez',
          cif: `A-${1000 + index}`,
          cui: '2345 67891 0101',
          celular: '5512 3456',
          email: index % 2 === 0 ? `a${index}@prueba.coop` : '',
          sucursal: 'agencias/central',
          fecha_ingreso: `0${1 + (index % 9)}/12/2019`,
          activo: index % 2 === 0 ? 'S' : 'N',
          huella_app: 'x',
        },
      ]),
    ),
    'plazas_vacantes/caja': { nombre: 'Cajero', agencia: 'ninguna', estado: true },
    'plazas_vacantes/sur': { nombre: 'Cajero', agencia: 'sur', estado: true },
    'plazas_vacantes/norte': { nombre: 'Cajero', agencia: 'norté', estado: true },
    'plazas_vacantes/este': { nombre: 'Cajero', agencia: 'éste', estado: true },
    'maletin_archivos/acta': {
      nombre: 'Acta',
      url: 'https://firebasestorage.googleapis.com/v0/b/coop-app.appspot.com/o/actas%2F1.pdf?alt=media',
      isActive: true,
    },
    'maletin_archivos/otra': { nombre: 'Otra', url: 'gs://coop-app.appspot.com/actas/2.pdf', bytes: 2048 },
    'sorteos/uno': { premio: 'Carro' },
    'sorteos/uno/boletos/1': { numero: 1 },
    'permisos_rol/caja': { menus: ['home', 'customers'], accionesNegadas: ['customers.export'] },
    'cooperativa/central': { ciudad: 'Cobán' },
    'cooperativa/central/sucursales/este': { nombre: 'Este', lat: '15,47', contacto: { telefono: '5512 3456' }, tipo: 'kiosco' },
    'services/ahorro': { name: 'Ahorro' },
    'services/ahorro/products/plazo': { name: 'Plazo fijo', rate: 'mucha', foto: 'x' },
  },
  digitalization: {
    'documentos/d1': { documentName: 'DPI', status: 'ENTERED', userId: 'nadie' },
    'documentos/d2': { documentName: 'Pagaré', status: 'EN BODEGA' },
    'documentos/d3': { documentName: 'Recibo', status: 'PRESTADO' },
    'documentos/d4': { documentName: 'Acta', status: 'INDEXED' },
    'permisos_documentos/todo': { title: 'Todo' },
    'PACKAGES/p1': { agencyId: 'central', detailOfPackage: [{ digitalizationId: 'd1' }, { digitalizationDocument: { id: 'perdido' } }] },
    'constantes/docStates': { items: [{ id: 'EN BODEGA', value: 'En bodega' }] },
  },
};

let database: TestDatabase;
let directory = '';
let backend: Server | undefined;
const asked: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-inspect-'));
  for (const name of ['main', 'digitalization'] as const) {
    const store = createEmbeddedDocumentStore({ sql: database.sql, database: name });
    await store.batch(Object.entries(STORED[name]).map(([at, data]) => ({ kind: 'set' as const, path: at, data })));
    await store.close();
  }
  await createTestIdentity(database.sql).identity.createAccount({
    uid: 'sola',
    email: 'sola@prueba.coop',
    password: 'Tambor-lluvia-2026!',
  });
  backend = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ id: 7, name: 'Beto', email: 'beto@prueba.coop', full_name: 'Beto Ruiz', state: 1 }] }));
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  backend?.close();
  await rm(directory, { recursive: true, force: true });
});

const run = (...args: string[]) => runWith({}, ...args);
const runWith = (more: Record<string, string>, ...args: string[]) =>
  runCommandHere(inspect, args, {
    ...more,
    ...COMMAND_ENVIRONMENT,
    DATABASE_URL: database.url,
    REST_BACKEND_URL: `http://127.0.0.1:${(backend?.address() as AddressInfo).port}`,
  });

/** What a database holds, by its counter of writes: whoever wrote would have moved it. */
const written = async () =>
  (await database.sql.query<object>(`SELECT count(*)::int AS documents, max(version)::text AS newest FROM documents.documents`)).rows;

describe('npm run inspect', () => {
  it('reports every collection, known or unknown, and writes nothing', async () => {
    const before = await written();
    const { code, output } = await run();
    expect([code, await written()]).toEqual([0, before]);
    for (const line of [
      /^main agencias: 2 documentos; 3 valores se perderían; 2 sin updatedAt; 2 sin createdAt$/m,
      /^main socios: 40 documentos; el portal no la conoce; 40 sin updatedAt; 40 sin createdAt$/m,
      /^main sorteos\/\*\/boletos: 1 documento; el portal no la conoce/m,
      /^main plazas_vacantes: 4 documentos; .*3 referencias sin destino$/m,
      // Menus and acts are no records.
      /^main permisos_rol: 1 documento; (?!.*sin destino)/m,
      // A person, and the set of another one, lie in the other database.
      /^main usuarios: 2 documentos; (?!.*sin destino)/m,
      /^digitalization documentos: 4 documentos; .*1 referencia sin destino$/m,
      // In one line of two.
      /^digitalization PACKAGES: 1 documento; .*1 referencia sin destino$/m,
      /^archivos en Firebase Storage coop-app\.appspot\.com: 2; se leen 0 de 2 probados; El depósito no está en FILE_BUCKETS$/m,
      /^cuentas: 1, 1 sin persona; personas: 2, 2 sin cuenta$/m,
      // Words that neither the portal nor who keeps its lists knows, with what to do.
      /^ {2}tipo: palabras que el portal no conoce: kiosco \(1\)\. Diga en «values»/m,
      /^ {2}role: palabras que el portal no conoce: Jefa \(1\)\. /m,
      /^ {2}status: palabras que el portal no conoce: ENTERED \(1\), PRESTADO \(1\)\. /m,
      /^ {2}estado: palabras que el portal no conoce: a ratos \(1\)\. /m,
      /^main auditoria_sellos: 1 documento; (?!el portal no la conoce)/m,
      /^backend REST: 1 persona, 5 campos$/m,
      /^\d+ lecturas$/m,
    ])
      expect(output).toMatch(line);
    expect(asked.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('probes some files of the configured buckets', async () => {
    const bucket = await startBucketServer();
    bucket.put('coop-app.appspot.com', 'actas/1.pdf', Buffer.from('acta'));
    const { output } = await runWith({ FILE_BUCKETS: 'coop-app.appspot.com', STORAGE_EMULATOR_HOST: bucket.url });
    expect(output).toMatch(/^archivos en Firebase Storage coop-app\.appspot\.com: 2; se leen 1 de 2 probados; El archivo ya no existe$/m);
    expect(bucket.requests).toHaveLength(2);
    bucket.put('coop-app.appspot.com', 'actas/2.pdf', Buffer.from('otra'));
    expect((await runWith({ FILE_BUCKETS: 'coop-app.appspot.com', STORAGE_EMULATOR_HOST: bucket.url })).output).toMatch(
      /se leen 1 de 2 probados; El archivo guardado no es el que dice su documento: tiene 4 bytes y el documento dice 2.048$/m,
    );
  });

  it('writes a workbook with a sheet per collection and the counts of the database', async () => {
    const file = path.join(directory, 'inventario.xlsx');
    expect((await run('--xlsx', file)).code).toBe(0);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file);
    const names = workbook.worksheets.map(({ name }) => name);
    for (const name of ['Colecciones', 'socios', 'agencias', 'sorteos', 'Archivos', 'Cuentas', 'Backend REST'])
      expect(names).toContain(name);
    const socios = workbook.getWorksheet('socios');
    const rows = new Map<string, unknown[]>();
    socios?.eachRow((row) => rows.set(row.getCell(1).text, (row.values as unknown[]).slice(2)));
    expect(rows.get('email')?.slice(0, 3)).toEqual([PEOPLE, 0, 'correo 20, vacío 20']);
    expect(rows.get('fecha_ingreso')?.[2]).toBe('fecha en texto 40');
    const agencies = workbook.getWorksheet('agencias');
    const lost = new Map<string, unknown>();
    agencies?.eachRow((row) => lost.set(row.getCell(1).text, row.getCell(7).value));
    expect([lost.get('nombre'), lost.get('latitud'), lost.get('estado'), lost.get('tipo')]).toEqual([0, 1, 1, 1]);
    const proposed = (sheet: string, field: string) => {
      const found: unknown[] = [];
      workbook.getWorksheet(sheet)?.eachRow((row) => row.getCell(1).text === field && found.push(row.getCell(6).text, row.getCell(8).text));
      return found;
    };
    expect(proposed('agencias', 'tipo')).toEqual([expect.stringMatching(/^Diga en «values»/), 'kiosco (1)']);
    expect(proposed('deptos', 'nombre')).toEqual(['nombre', '']);
    expect(proposed('deptos', 'estado')).toEqual([expect.stringMatching(/^estado; Diga en «values»/), 'a ratos (1)']);
    expect(proposed('deptos', 'mas')).toEqual(['mas.descripcion: descripcion', '']);
    expect(proposed('access_log', 'ip')).toEqual(['Queda guardado; el portal no lo usa', '']);
    const collections = new Map<string, string>();
    workbook.getWorksheet('Colecciones')?.eachRow((row) => collections.set(row.getCell(2).text, row.getCell(3).text));
    expect([collections.get('auditoria_sellos'), collections.get('access_log')]).toEqual(['La lleva el portal', 'No la conoce']);
  });

  it('drafts a mapping for collections and fields with other names', async () => {
    const file = path.join(directory, 'mapping.json');
    expect((await run('--mapping', file)).code).toBe(0);
    const draft = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    expect(draft['clientes']).toEqual({
      collection: 'socios',
      updatedAt: null,
      createdAt: 'fecha_ingreso',
      values: { estado: { S: true, N: false } },
      fields: {
        estado: 'activo',
        fechaAsociacion: { field: 'fecha_ingreso', date: 'dd/MM/yyyy' },
        nombre: ['nombres', 'apellidos'],
        codigo: 'cif',
        dpi: 'cui',
        telefono: 'celular',
        correo: 'email',
        agencia: 'sucursal',
      },
    });
    expect(draft).not.toHaveProperty('maletin_accesos');
    // What nobody can guess stands there as it is, to be corrected.
    expect(draft).toMatchObject({
      agencias: { values: { tipo: { kiosco: 'kiosco' } } },
      usuarios: { values: { role: { Jefa: 'Jefa' } } },
      documentos: { values: { status: { ENTERED: 'ENTERED', PRESTADO: 'PRESTADO' } } },
    });
  });

  it('applies a mapping, and reports the values that it would lose', async () => {
    const file = path.join(directory, 'mapping.json');
    const draft = JSON.parse(await readFile(file, 'utf8')) as { clientes: { fields: Record<string, unknown> } };
    draft.clientes.fields['fechaAsociacion'] = 'huella_app';
    const wrong = path.join(directory, 'wrong.json');
    await writeFile(wrong, JSON.stringify(draft));
    const mapped = (await runWith({ MAPPING_FILE: file }, '--collection', 'socios')).output;
    expect(mapped).not.toContain('sin destino');
    expect(mapped).toMatch(/^main socios: 40 documentos; 1 campo sin uso;/m);
    expect(mapped).not.toContain('se perderían');
    // The mapping says what the time of creation is, and that there is none of a change.
    expect(mapped).toMatch(/40 sin updatedAt$/m);
    expect((await runWith({ MAPPING_FILE: wrong }, '--collection', 'socios')).output).toMatch(/40 valores se perderían;/);
  });

  it('follows references to where a mapping puts the records, and from the fields that it renames', async () => {
    const file = path.join(directory, 'places.json');
    const places = { agencias: { collection: 'oficinas' }, clientes: { collection: 'socios', fields: { agencia: 'sucursal' } } };
    await writeFile(file, JSON.stringify(places));
    const { output } = await runWith({ MAPPING_FILE: file });
    expect(output).toMatch(/^main plazas_vacantes: 4 documentos; .*2 referencias sin destino$/m);
    expect(output).toMatch(/^main socios: 40 documentos; .*1 referencia sin destino$/m);
  });

  it('knows what a mapping puts below a document, and a subcollection whose parent and own name are others', async () => {
    const file = path.join(directory, 'below.json');
    const below = {
      agencias: {
        collection: 'cooperativa/central/sucursales',
        fields: { telefono: 'contacto.telefono', latitud: { field: 'lat', number: ',' } },
      },
      productos_servicios: { collection: 'services', fields: { nombre: 'name' } },
      'productos_servicios/productos': { collection: 'products', fields: { nombre: 'name', tasa: { field: 'rate', number: '.' } } },
    };
    await writeFile(file, JSON.stringify(below));
    const { output } = await runWith({ MAPPING_FILE: file });
    for (const line of [
      /^main cooperativa\/\*\/sucursales: 1 documento; 1 valor se perdería; (?!.*campo)/m,
      /^ {2}tipo: palabras que el portal no conoce: kiosco \(1\)\. /m,
      /^main services: 1 documento; (?!el portal no la conoce|.*campo)/m,
      /^main services\/\*\/products: 1 documento; 1 valor se perdería; 1 campo sin uso; /m,
      /^main plazas_vacantes: 4 documentos; .*3 referencias sin destino$/m,
    ])
      expect(output).toMatch(line);
  });

  it('drafts nothing as an empty object, and writes over no other mapping', async () => {
    const file = path.join(directory, 'empty.json');
    expect((await run('--collection', 'sorteos', '--mapping', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('{}\n');
    await writeFile(file, '{"clientes":{}}');
    expect(await run('--mapping', file)).toEqual({
      code: 2,
      output: expect.stringMatching(/^Ya hay un archivo en --mapping: .*\n/) as string,
    });
    expect(await readFile(file, 'utf8')).toBe('{"clientes":{}}');
  });

  it('reads a sample, all documents or a single collection, and refuses wrong options with 2', async () => {
    expect((await run('--sample', '13')).output).toMatch(/^main socios: 40 documentos, \d+ mirados;/m);
    const alone = (await run('--all', '--collection', 'socios')).output;
    expect(alone).toContain('main socios: 40 documentos;');
    expect(alone).not.toContain('agencias');
    for (const option of ['--xlsx', '--mapping'])
      expect(await run('--collection', 'socios', option, '/nonexistent/lo-que-hay')).toEqual({
        code: 2,
        output: expect.stringMatching(/^No se pudo leer o escribir: ENOENT: .*'\/nonexistent'\n$/) as string,
      });
    expect((await run('--sample', 'muchos')).code).toBe(2);
    expect(await run('--collection', 'nada')).toEqual({
      code: 2,
      output: expect.stringMatching(/^No hay documentos en la colección «nada»: diga .*agencias.*\.\n/) as string,
    });
    expect((await run('--nada')).code).toBe(2);
  });
});

import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importUrl } from '#server/domain/imports.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { pdf } from '#server/ports/files/testing/sample-files.ts';
import { REGISTRIES } from '#server/registries.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import { adoptFiles } from '#server/stored-files/adopt-files.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { startBucketServer } from '#server/testing/bucket-server.ts';
import { FOREIGN_VOCABULARY } from '#server/testing/foreign-vocabulary.ts';
import { includesSlowSuite } from '#server/testing/run-seed.ts';
import { sha } from './files-web.ts';
import { isFirebaseHere, useForeignFirestore } from './foreign-firestore.ts';
import { EMAIL, useTestWeb, type TestWeb } from './test-web.ts';

const BUCKET = 'coop-prueba.appspot.com';
const bucket = await startBucketServer();
const mappingFile = path.join(os.tmpdir(), `portal-mapping-${crypto.randomUUID()}.json`);
await writeFile(mappingFile, JSON.stringify(FOREIGN_VOCABULARY));
afterFile(() => rm(mappingFile));
const ENVIRONMENT = { MAPPING_FILE: mappingFile, FILE_BUCKETS: BUCKET, STORAGE_EMULATOR_HOST: bucket.url };

/** Access to another program's own store. */
interface ForeignStore {
  write(database: DatabaseName, path: string, data: Fields): Promise<unknown>;
  all(database: DatabaseName, collection: string): Promise<Fields[]>;
}

describe('on the embedded store', () => {
  const web = useTestWeb({ environment: ENVIRONMENT });
  const there = (database: DatabaseName) => createEmbeddedDocumentStore({ sql: web.portal.sql, database });
  testForeignWrites(web, {
    write: (database, at, data) => there(database).importDocuments([{ path: at, data }], { silent: true }),
    all: async (database, collection) => (await there(database).query({ collection })).map(({ data }) => data),
  });
});

if (includesSlowSuite('foreign-writes')) describe.runIf(isFirebaseHere)('on Firestore', onFirestore);

async function onFirestore(): Promise<void> {
  if (!isFirebaseHere) return;
  const { firestores, environment } = await useForeignFirestore('traidos');
  const web = useTestWeb({
    environment: { ...environment, ...ENVIRONMENT },
  });
  testForeignWrites(web, {
    write: (database, at, data) => firestores[database].doc(at).set(data),
    all: async (database, collection) => (await firestores[database].collection(collection).get()).docs.map((one) => one.data()),
  });
}

/** Writes that a portal makes by itself while other programs use other names: rows of a spreadsheet, and files that it imports. */
function testForeignWrites(web: TestWeb, store: ForeignStore): void {
  beforeAll(async () => {
    const { documents, readModel } = web.portal;
    const { id } = web.administrator;
    await documents.main.create(`usuarios/${id}`, { name: 'Ana Pérez', email: EMAIL, role: 'admin', state: true });
    await documents.main.create('roles/caja', { title: 'Caja' });
    await readModel.projectNow('main', [`usuarios/${id}`, 'roles/caja']);
  });

  async function bring(url: string, csv: string): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([csv]), 'lista.csv');
    const looked = await web.getSigned(importUrl(url), { method: 'POST', body: form });
    const { id } = (await looked.json()) as { id: string };
    const actor = await loadStaff(web.portal, { uid: web.administrator.id, sessionId: '' });
    if (!actor) throw new Error('nobody is there');
    await web.portal.imports.applyImport({ actor, url, id, onlyRight: false });
  }

  it('imports of agencies, a catalog and people write the field names and types of the mapping', async () => {
    await bring(
      '/locations/list-agencies',
      'Nombre;Tipo;Estado;Dirección;Teléfono;Latitud;Longitud\nOeste;Agente;Activa;Zona 11;2345-6789;14.6;-90.5\n',
    );
    expect(await store.all('main', 'coop/central/branches')).toEqual([
      expect.objectContaining({
        name: 'Oeste',
        kind: 3,
        estado: 'S',
        place: { address: 'Zona 11', phone: '2345-6789', lat: '14.6' },
        alive: 'yes',
        longitud: -90.5,
        created_on: expect.anything(),
      }),
    ]);
    await bring('/departments/list-departments', 'Nombre;Descripción\nCobros;De la mora\n');
    expect(await store.all('main', 'departments')).toEqual([expect.objectContaining({ name: 'Cobros', descripcion: 'De la mora' })]);
    await bring('/users/list-users', 'Nombre completo;Correo electrónico;Rol;Agencia\nLuisa Caal;luisa.caal@prueba.coop;Caja;Oeste\n');
    const people = await store.all('main', 'staff');
    expect(people.find(({ mail }) => mail === 'luisa.caal@prueba.coop')).toMatchObject({
      full_name: 'Luisa Caal',
      profile: 'caja',
      branch: expect.any(String),
      enabled: 1,
    });
    for (const own of ['agencias', 'departamentos', 'usuarios']) expect(await store.all('main', own), own).toEqual([]);
    // And the read model has it from there.
    const { rows } = await web.portal.sql.query(
      `SELECT u.name, a.nombre, a.tipo, a.latitud FROM usuarios u JOIN agencias a ON a.id = u.agency WHERE u.email LIKE 'luisa%'`,
    );
    expect(rows).toEqual([{ name: 'Luisa Caal', nombre: 'Oeste', tipo: 'agente', latitud: 14.6 }]);
  });

  it('«Otros datos» lists no field of which the mapping makes one of the portal’s', async () => {
    await store.write('main', 'members/m1', { first_names: 'Ana', last_names: 'Pérez', shoe: '38' });
    const actor = await loadStaff(web.portal, { uid: web.administrator.id, sessionId: '' });
    if (!actor) throw new Error('nobody is there');
    const call = { actor, requestId: '', pathname: '/customers/list-customers/m1' };
    expect((await web.portal.unread.getOtherData(call)).map(({ name }) => name)).toEqual(['shoe']);
  });

  it('a file that is moved to the portal is stored under the field names of the mapping', async () => {
    const content = pdf('Acta');
    bucket.put(BUCKET, 'acta.pdf', content, 'application/pdf');
    const url = `gs://${BUCKET}/acta.pdf`;
    await store.write('main', 'files/acta', { title: 'Acta.pdf', url, kept: 'Y', size: content.length, propio: 'queda' });
    await store.write('digitalization', 'papers/acta', { title: 'Acta', url, status: 'F', propio: 'queda' });
    await web.portal.readModel.projectNow('main', ['maletin_archivos/acta']);
    await web.portal.readModel.projectNow('digitalization', ['documentos/acta']);
    const { adopted, left } = await adoptFiles(web.portal, REGISTRIES.fileAreas, { signal: new AbortController().signal });
    expect([adopted, left]).toEqual([2, []]);
    for (const [database, collection, own] of [
      ['main', 'files', { title: 'Acta.pdf', kept: 'Y', mime: 'application/pdf' }],
      ['digitalization', 'papers', { title: 'Acta', status: 'F', contentType: 'application/pdf' }],
    ] as const) {
      const [stored] = await store.all(database, collection);
      expect(stored).toMatchObject({ ...own, size: content.length, sha256: sha(content), propio: 'queda', modified_on: expect.anything() });
      expect(stored?.['adopted']).toEqual([{ url: stored?.['url'], from: url }]);
      expect(stored?.['url']).toMatch(/^http:\/\/portal\.test:3000\/api\/digitalization\/asset\?filename=/);
      for (const name of ['bytes', 'updatedAt', 'nombre', 'documentName']) expect(stored, name).not.toHaveProperty(name);
    }
    expect(await store.all('main', 'maletin_archivos')).toEqual([]);
    expect(await adoptFiles(web.portal, REGISTRIES.fileAreas, { signal: new AbortController().signal })).toMatchObject({
      adopted: 0,
      left: [],
    });
  });
}

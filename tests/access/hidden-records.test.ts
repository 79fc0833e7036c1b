import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CatalogDefinition } from '#server/catalogs/definition.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { StoredDocument } from '#server/ports/documents/document-store.ts';
import { EXTRAORDINARY_ASSETS_ID } from '#server/domain/products.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { servicePhotos } from '#server/catalogs/entities/service-photos.ts';
import { serviceProducts } from '#server/catalogs/entities/service-products.ts';
import { toRecord } from '#server/catalogs/record.ts';
import { FILE_KIND } from '#server/features/briefcase/file-kind.ts';
import { storedVersion } from '#server/records/content-version.ts';
import { putStaffRow } from '#server/testing/staff-rows.ts';
import { useTestWeb } from '../http/test-web.ts';
import { ACCESS, SAMPLE_ID, sampleAddress } from './access-table.ts';
import { signInAs, writtenSoFar, type Person } from './people.ts';
import { addSampleRecords } from './sample-records.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

/** A second folder, type and file beside the sample ones. */
const OTHER_ID = 'otra';
const LIST = '/briefcase/list-briefcase';
const FILE = `/briefcase/files/${SAMPLE_ID}`;
const PRODUCTS = `/products/list-products/${SAMPLE_ID}/productos`;
/** The same products under a service that does not have them. */
const FOREIGN_PRODUCTS = `/products/list-products/${EXTRAORDINARY_ASSETS_ID}/productos`;
const PRODUCT = `productos_servicios/${SAMPLE_ID}/productos/${SAMPLE_ID}`;
const PHOTO = `productos_servicios/${EXTRAORDINARY_ASSETS_ID}/fotos/${SAMPLE_ID}`;

let editor: Person;

beforeAll(async () => {
  const { documents, readModel } = web.portal;
  await addSampleRecords(web.portal);
  const others = {
    [`maletin_carpetas/${OTHER_ID}`]: { nombre: 'Otra carpeta' },
    [`maletin_archivos/${OTHER_ID}`]: { nombre: 'Otro.txt', carpetaId: OTHER_ID, tipoDocumentoId: SAMPLE_ID },
  };
  for (const [place, fields] of Object.entries(others)) await documents.main.create(place, fields);
  await documents.main.create(PHOTO, { url: 'https://fotos.example/1.jpg', descripcion: 'Casa' });
  await readModel.projectNow('main', [...Object.keys(others), PHOTO]);
  editor = await signInAs(web, { name: 'editora', role: 'editor', folders: [OTHER_ID] });
});

const openFolders = (...folders: string[]) =>
  putStaffRow(web.portal.sql, { id: editor.id, email: 'editora@prueba.coop', role: 'editor', briefcase_permissions: { folders } });

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

const look = (url: string) => web.get(url, { headers: { Accept: 'text/html', ...editor.headers } });

async function send(url: string, body: URLSearchParams | FormData): Promise<number> {
  const response = await web.get(url, { method: 'POST', body, headers: { Accept: 'text/html', Origin: web.base, ...editor.headers } });
  await response.arrayBuffer();
  return response.status;
}

async function stored(documentPath: string): Promise<StoredDocument> {
  const document = await web.portal.documents.main.get(documentPath);
  if (!document) throw new Error(`${documentPath} is missing`);
  return document;
}

/** Status of each form; every form is complete and valid except for the record that it names. */
async function statusesOf(forms: Readonly<Record<string, () => Promise<number>>>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, run] of Object.entries(forms)) statuses[name] = await run();
  return statuses;
}

describe('a Maletín folder that the person lacks', () => {
  const reading = ACCESS.filter(({ method, pattern }) => method === 'GET' && pattern.startsWith('/briefcase/files/:id'));
  const edit = async (id: string, carpetaId: string) => {
    const { data } = await stored(`maletin_archivos/${id}`);
    return send(
      `/briefcase/files/${id}/edit`,
      form({ nombre: `Nuevo ${carpetaId}.txt`, carpetaId, tipoDocumentoId: SAMPLE_ID, version: storedVersion(FILE_KIND.read, data) }),
    );
  };
  const both = `${OTHER_ID}/${SAMPLE_ID}`;
  const upload = () => {
    const parts = new FormData();
    for (const [name, value] of Object.entries({ name: 'Nota.txt', folderId: SAMPLE_ID, documentTypeId: SAMPLE_ID }))
      parts.append(name, value);
    parts.append('file', new Blob(['hola'], { type: 'text/plain' }), 'Nota.txt');
    return send('/briefcase/upload', parts);
  };
  const forms = {
    'delete it': () => send(FILE, form({ intent: 'deactivate' })),
    'restore it': () => send(FILE, form({ intent: 'restore' })),
    'delete it among files of their own': () => send(LIST, form({ intent: 'deactivate', ids: both })),
    'restore it among files of their own': () => send(LIST, form({ intent: 'restore', ids: both })),
    'change it where it is': () => edit(SAMPLE_ID, SAMPLE_ID),
    'move it to a folder of their own': () => edit(SAMPLE_ID, OTHER_ID),
    'move a file of their own into it': () => edit(OTHER_ID, SAMPLE_ID),
    'upload into it': upload,
  };

  it('looks missing to every read and form, and its files are absent from lists and exports', async () => {
    await openFolders(OTHER_ID);
    for (const url of [LIST, `${LIST}?q=muestra`, `${LIST}/export?format=csv`]) {
      const text = await (await look(url)).text();
      expect(text, url).not.toContain('Archivo de muestra');
      expect(text, url).not.toContain('Carpeta de muestra');
    }
    // An export writes an audit entry, so this comes after it.
    const before = await writtenSoFar(web);
    for (const { pattern } of reading) expect((await look(sampleAddress(pattern))).status, pattern).toBe(404);
    expect(await statusesOf(forms)).toEqual({
      'delete it': 404,
      'restore it': 404,
      'delete it among files of their own': 404,
      'restore it among files of their own': 404,
      'change it where it is': 404,
      'move it to a folder of their own': 404,
      // The form comes back with an error on the folder, the same as for a folder that never existed.
      'move a file of their own into it': 400,
      'upload into it': 404,
    });
    expect(await writtenSoFar(web)).toEqual(before);
  });

  it('accepts the same reads and forms at the next request after it is granted', async () => {
    await openFolders(OTHER_ID, SAMPLE_ID);
    for (const { pattern } of reading) expect((await look(sampleAddress(pattern))).status, pattern).toBe(200);
    expect(await (await look(LIST)).text()).toContain('Archivo de muestra');
    const statuses = await statusesOf(forms);
    expect(statuses).toEqual({ ...Object.fromEntries(Object.keys(forms).map((name) => [name, 302])), 'upload into it': 303 });
  });
});

describe('a product or photo of a service', () => {
  const itemVersion = async (definition: CatalogDefinition, documentPath: string) =>
    toRecord(definition, await stored(documentPath)).version;
  const formsUnder = (base: string, photos: string) => ({
    'save it': async () =>
      send(
        `${base}/${SAMPLE_ID}/edit`,
        form({ nombre: `Cambiado ${base}`, estado: 'true', version: await itemVersion(serviceProducts, PRODUCT) }),
      ),
    'delete it': () => send(`${base}/${SAMPLE_ID}`, form({ intent: 'deactivate' })),
    'restore it': () => send(`${base}/${SAMPLE_ID}`, form({ intent: 'restore' })),
    'delete it from the list': () => send(base, form({ intent: 'deactivate', id: SAMPLE_ID })),
    'restore it from the list': () => send(base, form({ intent: 'restore', id: SAMPLE_ID })),
    'delete the photo': () => send(photos, form({ intent: 'deactivate', id: SAMPLE_ID })),
    'restore the photo': () => send(photos, form({ intent: 'restore', id: SAMPLE_ID })),
    'caption the photo': async () =>
      send(
        photos,
        form({ intent: 'caption', id: SAMPLE_ID, descripcion: `Pie ${base}`, version: await itemVersion(servicePhotos, PHOTO) }),
      ),
  });
  const photosOf = (service: string) => `/products/list-products/${service}/fotos`;
  const pages = ['', '/edit'];

  it('answers 404 under another service to every page and form, and is not in that service’s export', async () => {
    expect(await (await look(`${FOREIGN_PRODUCTS}/export?format=csv`)).text()).not.toContain('Producto de muestra');
    const before = await writtenSoFar(web);
    for (const page of pages) expect((await look(`${FOREIGN_PRODUCTS}/${SAMPLE_ID}${page}`)).status, page).toBe(404);
    const forms = formsUnder(FOREIGN_PRODUCTS, photosOf(SAMPLE_ID));
    expect(await statusesOf(forms)).toEqual(Object.fromEntries(Object.keys(forms).map((name) => [name, 404])));
    expect(await writtenSoFar(web)).toEqual(before);
  });

  it('accepts the same requests under its own service', async () => {
    for (const page of pages) expect((await look(`${PRODUCTS}/${SAMPLE_ID}${page}`)).status, page).toBe(200);
    const forms = formsUnder(PRODUCTS, photosOf(EXTRAORDINARY_ASSETS_ID));
    expect(await statusesOf(forms)).toEqual(Object.fromEntries(Object.keys(forms).map((name) => [name, 302])));
    // A caption that could not be saved also redirects to the page.
    expect((await stored(PHOTO)).data['descripcion']).toBe(`Pie ${PRODUCTS}`);
    expect((await stored(PRODUCT)).data['nombre']).toBe(`Cambiado ${PRODUCTS}`);
  });
});

import { describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { permissionSetsProjection } from '../roles/permission-sets.projection.ts';
import { documentsProjection } from '../../digitized/documents.projection.ts';

const { sql } = await createTestDatabase();
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const log = createLog({ level: 'silent', process: 'test' });
const readModel = createReadModel({ sql, documents, log, projections: [documentsProjection, permissionSetsProjection] });

async function rowOf(collection: string, data: Fields): Promise<Record<string, unknown>> {
  const path = `${collection}/x`;
  await documents.digitalization.set(path, data);
  await readModel.projectNow('digitalization', [path]);
  const { rows } = await sql.query<Record<string, unknown>>(`SELECT * FROM ${collection} WHERE id = 'x'`);
  if (!rows[0]) throw new Error(`${path} has no row`);
  return rows[0];
}

describe('a digitized document', () => {
  it.each<[string, Fields, Record<string, unknown>]>([
    ['nothing at all', {}, { userId: '', status: '', bytes: 0n, pages: null, campos: {}, versions: [], isActive: true }],
    ['a holder in the other field', { userId: '', userAssign: 'ana' }, { userId: 'ana' }],
    [
      'maps and references for ids',
      { userId: { id: 'ana', name: 'Ana' }, categoryId: 'categorias/legal', documentId: { sin: 1 } },
      { userId: 'ana', categoryId: 'legal', documentId: '' },
    ],
    ['a package as a flag', { fromPackaging: true, inPackage: 'p1' }, { fromPackaging: '', inPackage: 'p1' }],
    [
      'wrong types',
      { status: 7, bytes: '12', pages: -3, campos: 'x', versions: {}, isActive: 'false' },
      { status: '7', bytes: 12n, pages: null, campos: {}, versions: [], isActive: false },
    ],
    ['pages', { pages: 3.7, url: 'x', fileName: 'Pagaré.PDF' }, { pages: 3, fileName: 'Pagaré.PDF' }],
  ])('is read from %s', async (_what, data, expected) => expect(await rowOf('documentos', data)).toMatchObject(expected));

  it('is found by its name, file, fields, place and return reason', async () => {
    const { search_text: text } = await rowOf('documentos', {
      documentName: 'Pagaré de Óscar',
      fileName: 'escaneo 7.tiff',
      campos: { monto: 12_500.5, dpi: '2345 67891 0101', lista: ['uno'], mapa: { a: 'b' } },
      ubicacion: 'Estante 4/B',
      returnReason: 'Falta firma',
    });
    for (const word of ['pagare', 'escaneo', 'tiff', '12500.5', '67891', 'estante', 'falta firma']) expect(text).toContain(word);
    expect(text).not.toContain('object');
  });

  it('accepts texts of 40,000 characters', async () => {
    const noise = Array.from({ length: 40_000 }, (_unused, index) => String.fromCodePoint(0x1f300 + ((index * 7_919) % 600))).join('');
    const row = await rowOf('documentos', { documentName: noise, status: noise, userId: noise, sha256: noise, ubicacion: noise });
    expect(String(row['documentName']).length).toBeGreaterThan(0);
  });
});

describe('a permission set', () => {
  it('covers all agencies unless it says otherwise, and keeps unknown permissions', async () => {
    expect(await rowOf('permisos_documentos', {})).toMatchObject({ title: '', permissions: {}, agencyScope: 'all' });
    const permissions = { legal: { escritura: ['view', 'fly'] }, otra: 'nada' };
    expect(await rowOf('permisos_documentos', { title: 'Cajas', permissions, agencyScope: 'own' })).toMatchObject({
      permissions,
      agencyScope: 'own',
    });
    expect(await rowOf('permisos_documentos', { permissions: ['x'], agencyScope: { a: 1 } })).toMatchObject({
      permissions: {},
      agencyScope: 'all',
    });
  });
});

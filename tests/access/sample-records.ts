import { Readable } from 'node:stream';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { EXTRAORDINARY_ASSETS_ID } from '#server/domain/products.ts';
import { PNG } from '#server/ports/files/testing/sample-files.ts';
import type { Portal } from '#server/portal.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { SAMPLE_ID, TOP_CATALOGS } from './access-table.ts';

const SERVICE = `productos_servicios/${SAMPLE_ID}`;

/** One document for every address with an id, by collection or by path. */
const RECORDS: Readonly<Record<string, Fields>> = {
  [`${SERVICE}/productos/${SAMPLE_ID}`]: { nombre: 'Producto de muestra' },
  [`productos_servicios/${EXTRAORDINARY_ASSETS_ID}`]: { nombre: 'Activos extraordinarios' },
  ...Object.fromEntries(TOP_CATALOGS.map(({ id, titleField }) => [id, { [titleField]: 'Registro de muestra' }])),
  auditoria: { action: 'REGISTRO CREADO', targetPath: `agencias/${SAMPLE_ID}`, beforeData: null, newData: { nombre: 'De muestra' } },
  clientes: { nombre: 'Asociada de muestra' },
  notas: { record: `clientes/${SAMPLE_ID}`, text: 'Nota de muestra', userId: 'ana', userName: 'Ana Pérez', mentions: [] },
  cotizaciones: { nombre: 'Prospección de muestra' },
  documentos: {
    documentName: 'Documento de muestra',
    categoryId: SAMPLE_ID,
    documentId: SAMPLE_ID,
    status: 'INDEXED',
    campos: { nota: 'x' },
  },
  permisos_documentos: { title: 'Conjunto de muestra', permissions: { [SAMPLE_ID]: { [SAMPLE_ID]: ['view', 'print', 'download'] } } },
  // Sent to the agency of the people who send the requests.
  PACKAGES: {
    from: SAMPLE_ID,
    fromUser: { id: SAMPLE_ID, agency: SAMPLE_ID },
    agencyId: 'agencia-01',
    status: 'SENT',
    sended: true,
    note: 'Paquete de muestra',
    detailOfPackage: [
      { lineId: '1', document: 'Papel de muestra', digitalizationCategory: { id: SAMPLE_ID }, digitalizationDocument: { id: SAMPLE_ID } },
    ],
  },
  usuarios: { name: 'Persona de muestra', email: 'muestra@prueba.coop', role: 'user', state: true },
};

const databaseOf = (path: string) => PROJECTIONS.find(({ collection }) => path.startsWith(`${collection}/`))?.database ?? 'main';

export async function addSampleRecords({
  documents,
  readModel,
  restBackend,
}: Pick<Portal, 'documents' | 'readModel' | 'restBackend'>): Promise<{ putBack: () => Promise<void> }> {
  const asset = await restBackend.uploadAsset({
    body: Readable.from([PNG]),
    fileName: 'muestra.png',
    contentType: 'image/png',
    agencyId: SAMPLE_ID,
  });
  const content = { url: asset.url, contentType: 'image/png', bytes: PNG.length };
  const files = {
    maletin_archivos: { nombre: 'Archivo de muestra.png', carpetaId: SAMPLE_ID, tipoDocumentoId: SAMPLE_ID, ...content },
    documentos: { ...RECORDS['documentos'], ...content, fileName: 'muestra.png' },
  };
  const samples = await Promise.all(
    Object.entries({ ...RECORDS, ...files }).map(async ([place, fields]) => {
      const path = place.includes('/') ? place : `${place}/${SAMPLE_ID}`;
      const database = databaseOf(path);
      await documents[database].create(path, fields);
      await readModel.projectNow(database, [path]);
      return { database, path, fields, version: (await documents[database].get(path))?.version };
    }),
  );
  return {
    /** Restores the files that somebody has changed. */
    async putBack() {
      for (const sample of samples.filter(({ fields }) => 'contentType' in fields)) {
        const { database, path, fields, version } = sample;
        if ((await documents[database].get(path))?.version === version) continue;
        await documents[database].set(path, fields);
        await readModel.projectNow(database, [path]);
        sample.version = (await documents[database].get(path))?.version;
      }
    },
  };
}

import { Readable } from 'node:stream';
import type { Fields } from '#server/documents/document-store.ts';
import { EXTRAORDINARY_ASSETS_ID } from '#server/domain/products.ts';
import type { Portal } from '#server/portal.ts';
import { SAMPLE_ID } from './access-table.ts';

const SERVICE = `productos_servicios/${SAMPLE_ID}`;

/** One document behind every address with an id: by collection, or by path. */
const RECORDS: Readonly<Record<string, Fields>> = {
  [SERVICE]: { nombre: 'Servicio de muestra' },
  [`${SERVICE}/productos/${SAMPLE_ID}`]: { nombre: 'Producto de muestra' },
  [`productos_servicios/${EXTRAORDINARY_ASSETS_ID}`]: { nombre: 'Activos extraordinarios' },
  agencias: { nombre: 'Agencia de muestra' },
  departamentos: { nombre: 'Departamento de muestra' },
  puestos: { nombre: 'Puesto de muestra' },
  plazas_vacantes: { puesto: 'Plaza de muestra' },
  promociones: { nombre: 'Promoción de muestra' },
  educacion_cooperativista: { titulo: 'Lección de muestra' },
  como_asociarse: { titulo: 'Paso de muestra' },
  maletin_carpetas: { nombre: 'Carpeta de muestra' },
  maletin_tipos_documento: { nombre: 'Tipo de muestra' },
  clientes: { nombre: 'Asociada de muestra' },
  cotizaciones: { nombre: 'Prospección de muestra' },
  usuarios: { name: 'Persona de muestra', email: 'muestra@prueba.coop', role: 'user', state: true },
};

export async function addSampleRecords({
  documents,
  readModel,
  restBackend,
}: Pick<Portal, 'documents' | 'readModel' | 'restBackend'>): Promise<void> {
  const paths: string[] = [];
  const asset = await restBackend.uploadAsset({
    body: Readable.from([Buffer.from('hola')]),
    fileName: 'muestra.txt',
    contentType: 'text/plain',
    agencyId: SAMPLE_ID,
  });
  const file = {
    nombre: 'Archivo de muestra.txt',
    carpetaId: SAMPLE_ID,
    tipoDocumentoId: SAMPLE_ID,
    url: asset.url,
    contentType: 'text/plain',
    bytes: 4,
  };
  for (const [place, fields] of Object.entries({ ...RECORDS, maletin_archivos: file })) {
    const path = place.includes('/') ? place : `${place}/${SAMPLE_ID}`;
    await documents.main.create(path, fields);
    paths.push(path);
  }
  await readModel.projectNow('main', paths);
}

import { knownCollections } from '../mapping.ts';
import type { DatabaseName, Fields } from '../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../ports/documents/embedded/embedded.ts';
import type { ImportedDocument } from '../ports/documents/embedded/import.ts';
import { mapDocuments } from '../ports/documents/mapped/mapped-documents.ts';
import { mapPaths } from '../ports/documents/mapped/mapped-paths.ts';
import { parseMapping, describeMappingProblem, type Mapping, type MappingFile } from '../ports/documents/mapped/mapping.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { REGISTRIES } from '../registries.ts';

const GENERIC = { createdAt: 'created_on', updatedAt: 'modified_on' } as const;
const STATE = { estado: { S: true, N: false } } as const;
const NAMED = { nombre: 'name', descripcion: 'description', orden: 'position' } as const;

/** What another portal of the same cooperative might have called everything. */
export const FOREIGN_VOCABULARY: MappingFile = {
  agencias: {
    ...GENERIC,
    collection: 'coop/central/branches',
    isActive: 'alive',
    fields: {
      nombre: 'name',
      direccion: 'place.address',
      telefono: 'place.phone',
      latitud: { field: 'place.lat', number: '.' },
      tipo: 'kind',
    },
    values: { ...STATE, tipo: { '1': 'agencia', '2': 'cajero', '3': 'agente' }, isActive: { yes: true, no: false } },
  },
  clientes: {
    collection: 'members',
    createdAt: 'created_on',
    updatedAt: null,
    fields: {
      nombre: ['first_names', 'last_names'],
      codigo: 'cif',
      correo: 'contact.email',
      fechaAsociacion: { field: 'joined', date: 'dd/MM/yyyy' },
      estado: 'standing',
    },
    values: { estado: { A: true, B: false } },
  },
  cotizaciones: {
    ...GENERIC,
    collection: 'leads',
    fields: {
      nombre: 'who',
      telefono: 'phone',
      correo: 'mail',
      monto: { field: 'amount', number: ',' },
      agencia: 'branch',
      bitacora: 'log',
    },
    values: {
      estado: { open: true, done: false },
      tipo: { AP: 'ahorro_plazo', PR: 'prestamo', AH: 'ahorro_programado', TC: 'tarjeta_credito' },
    },
  },
  usuarios: {
    ...GENERIC,
    collection: 'staff',
    fields: { name: 'full_name', email: 'mail', role: 'profile', agency: 'branch', state: 'enabled', clicks: 'counted' },
    values: { state: { '1': true, '0': false } },
  },
  productos_servicios: { ...GENERIC, collection: 'services', fields: NAMED, values: STATE },
  'productos_servicios/productos': { ...GENERIC, collection: 'products', fields: { ...NAMED, tasa: { field: 'rate', number: '.' } } },
  maletin_carpetas: { ...GENERIC, collection: 'folders', fields: NAMED, values: STATE },
  maletin_tipos_documento: { ...GENERIC, collection: 'kinds', fields: { nombre: 'name', extensiones: 'endings' }, values: STATE },
  maletin_archivos: {
    ...GENERIC,
    collection: 'files',
    isActive: 'kept',
    fields: { nombre: 'title', carpetaId: 'folder', tipoDocumentoId: 'kind', bytes: 'size', contentType: 'mime' },
    values: { isActive: { Y: true, N: false } },
  },
  eventos_archivos: { ...GENERIC, collection: 'happenings', fields: { kind: 'what', fileId: 'file', userId: 'who', at: 'when' } },
  departamentos: { ...GENERIC, collection: 'departments', fields: { nombre: 'name' } },
  puestos: { ...GENERIC, collection: 'positions', fields: { nombre: ['name', 'grade'] }, values: STATE },
  categorias: { ...GENERIC, collection: 'categories', fields: { nombre: 'name' }, values: STATE },
  tipos_documento: {
    ...GENERIC,
    collection: 'types',
    fields: { nombre: 'name', categoryId: 'category', retencionAnios: { field: 'years', number: '.' } },
  },
  documentos: {
    ...GENERIC,
    collection: 'papers',
    fields: { documentName: 'title', categoryId: 'category', documentId: 'type', agencyId: 'branch', bytes: 'size' },
    values: { status: { I: 'INDEXED', F: 'ARCHIVED', O: 'ASSIGNED', R: 'RETURNED' } },
  },
  PACKAGES: {
    ...GENERIC,
    collection: 'parcels',
    fields: { agencyId: 'to_branch', sendedAt: 'sent_on', note: 'remark' },
    values: { status: { DRAFT: 'ENTERED', GONE: 'SENT', TAKEN: 'ACCEPTED', BACK: 'REJECTED' } },
  },
};

/** Parsed and validated as a portal does it. */
export function foreignMapping(): Mapping {
  const { mapping, problems } = parseMapping(JSON.stringify(FOREIGN_VOCABULARY), knownCollections(REGISTRIES));
  if (problems.length > 0) throw new Error(problems.map(describeMappingProblem).join('\n'));
  return mapping;
}

/** Renames all documents of the embedded store to that vocabulary, keeping their versions. */
export async function renameToForeign(sql: Sql): Promise<void> {
  const mapping = foreignMapping();
  for (const database of ['main', 'digitalization'] as const)
    await renameIn(
      sql,
      database,
      mapping.filter((one) => one.database === database),
    );
}

async function renameIn(sql: Sql, database: DatabaseName, mapping: Mapping): Promise<void> {
  const store = createEmbeddedDocumentStore({ sql, database });
  const paths = mapPaths(mapping);
  const { rows } = await sql.query<{ path: string }>('SELECT path FROM documents.documents WHERE database = $1 AND NOT deleted', [
    database,
  ]);
  const moving = rows.map(({ path }) => path).filter((path) => paths.collectionAt(path) || paths.toForeign(path) !== path);
  const renamed: ImportedDocument[] = [];
  for (const found of await store.getMany(moving)) {
    if (!found) continue;
    const { path, data, version, createdVersion } = found;
    const collection = paths.collectionAt(path);
    const foreign = paths.toForeign(path);
    const written = collection
      ? mapDocuments(collection).toForeign({ kind: 'set', path, data: { ...data, ...partsOfName(path, data) } }, foreign, null)
      : { kind: 'set' as const, data };
    if (written.kind === 'set') renamed.push({ path: foreign, data: written.data, version, createdVersion });
  }
  await sql.query('DELETE FROM documents.documents WHERE database = $1 AND path = ANY($2)', [database, moving]);
  await store.importDocuments(renamed, { silent: true });
  await store.close();
}

/** Fields of a name that the vocabulary stores in two parts. */
function partsOfName(path: string, data: Fields): Fields {
  const name = data['nombre'];
  if (typeof name !== 'string') return {};
  if (path.startsWith('puestos/')) return { name, grade: '' };
  if (!path.startsWith('clientes/')) return {};
  const [first = '', ...others] = name.split(' ');
  return { first_names: first, last_names: others.join(' ') };
}

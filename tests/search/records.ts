import type { Fields } from '#server/ports/documents/document-store.ts';
import type { Portal } from '#server/portal.ts';
import { sampleValues } from '#server/records/testing/sample-values.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { STORED_FIELDS } from '#server/features/people/user.ts';
import type { Field } from '#server/records/fields.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { schedulesAt } from './schedule-records.ts';

const AT = new Date('2026-05-12T20:15:00Z');
const days = (count: number) => new Date(Date.now() - count * 86_400_000);

/** Records with values in every field of interest, next to others that are nearly empty. */
const WRITTEN: Readonly<Record<string, Fields>> = {
  ...schedulesAt(AT),
  'agencias/central': {
    nombre: 'Agencia Cobán/Centro',
    direccion: '6a. avenida 5-20, zona 1',
    telefono: '2345-6789',
    tipo: 'cajero',
    horarios: 'Lunes a viernes de 8:00 a 17:00',
    operaciones: 'Depósitos\nRetiros',
    latitud: 15.470123,
    longitud: -90.371,
    estado: false,
    createdAt: AT,
    updatedAt: new Date('2026-06-01T05:59:00Z'),
  },
  'agencias/otra': { nombre: 'Escuintla' },
  'auditoria/creada': {
    user: 'beto',
    userName: 'Beto Ruiz/Paz',
    action: 'REGISTRO CREADO',
    targetPath: 'departamentos/uno',
    beforeData: null,
    newData: { nombre: 'Créditos & Cobros' },
    at: AT,
  },
  // The entry lacks the name of its record.
  'auditoria/cambiada': {
    user: 'beto',
    userName: 'Beto Ruiz/Paz',
    action: 'REGISTRO MODIFICADO',
    targetPath: 'agencias/central',
    beforeData: { telefono: '' },
    newData: { telefono: '2345-6789' },
    at: AT,
  },
  'como_asociarse/uno': paso('Presente su DPI', 3),
  'como_asociarse/dos': { titulo: 'Firme', image_url: 'https://fotos.example/4.jpg' },
  'educacion_cooperativista/uno': paso('¿Qué es una cooperativa?', 12),
  'educacion_cooperativista/dos': { titulo: 'Historia', image_url: 'https://fotos.example/5.jpg' },
  'departamentos/uno': {
    nombre: 'Créditos & Cobros',
    descripcion: 'Otorga «préstamos»; cobra',
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'departamentos/dos': { nombre: 'Informática' },
  'categorias/legal': { nombre: 'Legal & Cobros', descripcion: 'Escrituras «públicas»', estado: false, createdAt: AT, updatedAt: AT },
  'categorias/otra': { nombre: 'Otras' },
  'tipos_documento/escritura': {
    nombre: 'Escritura 12/B',
    categoryId: 'legal',
    descripcion: 'Del notario',
    estado: false,
    extensiones: ['pdf', 'tiff'],
    retencionAnios: 15,
    campos: [
      { clave: 'finca', etiqueta: 'Número de finca', tipo: 'numero', obligatorio: true, validador: '', opciones: [] },
      { clave: 'dueno', etiqueta: 'Dueño', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] },
    ],
    createdAt: AT,
    updatedAt: AT,
  },
  'tipos_documento/otro': { nombre: 'Varios', categoryId: 'otra', campos: { nota: 'Nota al margen' } },
  'maletin_carpetas/actas': {
    nombre: 'Actas del Consejo',
    descripcion: 'Sesiones 2025/2026',
    orden: 7,
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'maletin_carpetas/otras': { nombre: 'Plantillas', orden: 8 },
  'maletin_tipos_documento/acta': {
    nombre: 'Acta notarial',
    extensiones: ['pdf', 'docx'],
    tamanoMaximoMb: 2.5,
    estado: false,
    createdAt: AT,
    updatedAt: AT,
  },
  'maletin_tipos_documento/otro': { nombre: 'Circular' },
  'plazas_vacantes/uno': {
    nombre: 'Asesor de créditos',
    agencia: 'central',
    fecha: '9/5/2026',
    fechaPapeleria: '2026-06-30',
    nivelAcademico: 'Perito contador',
    perfilDeseado: 'Ordenado',
    queOfrecemos: 'Salario de Q4,500.00',
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'plazas_vacantes/dos': { nombre: 'Cajera', agencia: 'agencia que no existe' },
  'productos_servicios/prestamos': {
    nombre: 'Préstamos',
    descripcion: 'Para lo que necesite',
    icono: 'hand-coins',
    orden: 1,
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'productos_servicios/activos_extraordinarios': { nombre: 'Activos extraordinarios', icono: 'house', orden: 2 },
  'productos_servicios/prestamos/productos/fiduciario': {
    nombre: 'Fiduciario',
    descripcion: 'Con fiador',
    requisitos: 'DPI vigente',
    tasa: 18.5,
    orden: 1,
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'productos_servicios/prestamos/productos/otro': { nombre: 'Hipotecario', orden: 2 },
  'productos_servicios/activos_extraordinarios/fotos/casa': {
    url: 'https://fotos.example/1.jpg',
    descripcion: 'Casa en zona 3',
    orden: 1,
    createdAt: AT,
    updatedAt: AT,
  },
  'productos_servicios/activos_extraordinarios/fotos/lote': { url: 'https://fotos.example/2.jpg', descripcion: 'Lote', orden: 2 },
  'promociones/uno': {
    nombre: 'Ahorro navideño',
    descripcion: 'Gane el 8 %',
    image_url: 'https://fotos.example/3.jpg',
    vigenciaDesde: '2026-11-01',
    vigenciaHasta: '2026-12-24',
    estado: true,
    createdAt: AT,
    updatedAt: AT,
  },
  'promociones/dos': { nombre: 'Remesas' },
  'puestos/uno': { nombre: 'Jefa de agencia', descripcion: 'Dirige', estado: true, createdAt: AT, updatedAt: AT },
  'puestos/dos': { nombre: 'Auxiliar' },
  'clientes/uno': {
    codigo: 'A-1030',
    nombre: 'Ana María Núñez Xicará',
    dpi: '2345678910101',
    telefono: '5512-3456',
    correo: 'ana.nunez@correo.gt',
    agencia: 'central',
    fechaAsociacion: '2019-03-04',
    estado: false,
    createdAt: AT,
  },
  'clientes/dos': { codigo: 'A-1031', agencia: 'sucursal vieja' },
  'clientes/sin-nombre-ni-codigo': {},
  'cotizaciones/uno': {
    tipo: 'prestamo',
    tipoPrestamo: 'vehiculo',
    nombre: 'Óscar Pérez',
    telefono: '+502 4410 5007',
    correo: 'oscar@correo.gt',
    monto: 12_500.5,
    plazoMeses: 24,
    cuota: 650.75,
    agencia: 'central',
    estado: true,
    responsable: 'uno',
    proximoContacto: '2031-05-30',
    bitacora: [
      { fecha: days(20), usuario: 'Brenda Díaz', etapa: 'Llamada', comentario: 'Pide cotización del taller 4/B' },
      { fecha: days(16), usuario: 'Brenda Díaz', etapa: 'Visita', comentario: 'Trae constancia' },
    ],
    createdAt: days(30),
  },
  'cotizaciones/dos': { estado: false, resultado: 'perdida', motivoPerdida: 'No responde', agencia: 'sucursal vieja', createdAt: AT },
  'cotizaciones/tres': { tipo: 'ahorro_plazo', nombre: 'Zoila', estado: true, createdAt: new Date() },
  'usuarios/uno': {
    name: 'Brenda Díaz',
    email: 'brenda@prueba.coop',
    role: 'editor',
    phone: '2222-3333',
    agency: 'central',
    department: { id: 'uno', name: 'Créditos & Cobros', state: true },
    position: 'uno',
    state: false,
    clicks: 1_240,
    createdAt: AT,
  },
  'permisos_documentos/cajas': { title: 'Cajas & Cobros', permissions: {}, agencyScope: 'own', createdAt: AT, updatedAt: AT },
  'permisos_documentos/otro': {},
  'permisos_documentos/lectura': { title: 'Lectura legal', permissions: { legal: { escritura: ['view'] } }, createdAt: AT },
  'documentos/uno': {
    documentName: 'Escritura de Óscar 12/B',
    categoryId: 'legal',
    documentId: 'escritura',
    status: 'ASSIGNED',
    userId: 'uno',
    agencyId: 'central',
    agencyFromDoc: 'otra',
    createdBy: 'dos',
    ubicacion: 'Estante 4/B',
    url: 'https://archivos.example/1',
    fileName: 'escaneo.pdf',
    contentType: 'application/pdf',
    bytes: 1_310_720,
    campos: { finca: 1250, dueno: 'uno' },
    createdAt: AT,
    updatedAt: new Date('2026-06-01T05:59:00Z'),
  },
  'documentos/dos': { categoryId: 'otra', documentId: 'otro', status: 'REVISION', createdAt: AT },
  'PACKAGES/uno': {
    from: 'uno',
    fromUser: { id: 'uno', agency: 'otra' },
    agencyId: 'central',
    userAssign: 'dos',
    status: 'ACCEPTED',
    sended: true,
    needReassign: false,
    sendedAt: AT,
    resolutionAt: AT,
    resolvedBy: 'dos',
    note: 'Urge',
    detailOfPackage: [
      { lineId: '1', document: 'Escritura de Brenda', digitalizationDocument: { id: 'escritura' }, verdict: 'RECEIVED' },
      { lineId: '2', document: 'Croquis', digitalizationDocument: { id: 'escritura' }, verdict: 'MISSING' },
    ],
    createdAt: AT,
    updatedAt: new Date('2026-06-01T05:59:00Z'),
  },
  'PACKAGES/tres': {
    from: 'dos',
    fromUser: { id: 'dos', agency: 'otra' },
    agencyId: 'central',
    status: 'SENT',
    sended: true,
    sendedAt: days(5),
    detailOfPackage: [
      { lineId: '1', document: 'Plano', verdict: 'DAMAGED' },
      { lineId: '2', document: 'Recibo' },
    ],
    createdAt: AT,
  },
  'PACKAGES/dos': { from: { id: 'uno' }, status: 'REVISION', needReassign: true, createdAt: AT },
  'roles/consulta': { title: 'Solo consulta', value: 'consulta' },
  // Another program stores the position's name, and a role without a document.
  'usuarios/dos': {
    name: 'Marta Ixcoy',
    email: 'marta@prueba.coop',
    role: 'consulta',
    position: 'Mensajera externa',
    digitalization_permission_id: 'cajas',
    createdAt: AT,
  },
  'usuarios/tres': { name: 'Hugo Tzul', email: 'hugo@prueba.coop', role: 'Suplencias', createdAt: AT },
  'actividad_usuarios/uno_2026-05-12': { userId: 'uno', day: '2026-05-12', clicks: 3, lastAt: AT },
  'maletin_archivos/uno': {
    nombre: 'Acta 12-2026 (sesión ordinaria).pdf',
    carpetaId: 'actas',
    tipoDocumentoId: 'acta',
    agenciaId: 'central',
    userId: 'uno',
    contentType: 'application/pdf',
    bytes: 1_310_720,
    sha256: 'ab'.repeat(32),
    createdAt: AT,
  },
  'eventos_archivos/uno': {
    kind: 'upload',
    area: 'briefcase',
    fileId: 'uno',
    folderId: 'actas',
    userId: 'uno',
    agencyId: 'central',
    at: AT,
  },
  'eventos_archivos/dos': {
    kind: 'print',
    area: 'digitalization',
    fileId: 'uno',
    fileName: 'Escritura',
    userId: 'dos',
    at: new Date('2026-06-01T05:59:00Z'),
  },
  'eventos_archivos/tres': { kind: 'view', area: 'briefcase', fileId: 'uno', userId: '', at: AT },
  'maletin_archivos/dos': { nombre: 'nota.7z', carpetaId: 'otras', bytes: 12, createdAt: new Date('2025-01-02T03:04:05Z') },
};

function paso(titulo: string, orden: number): Fields {
  return {
    titulo,
    descripcion: 'Acérquese a la agencia',
    video_url: 'https://www.youtube.com/watch?v=a_B-1',
    orden,
    estado: false,
    createdAt: AT,
    updatedAt: AT,
  };
}

/** The same, with samples in declared fields that none of them has: added to the first record of each kind. */
const RECORDS = Object.values(CATALOGS).reduce(
  (records, { definition: { id, parent, fields } }) => (parent ? records : withSamples(records, id, fields)),
  withSamples(WRITTEN, 'usuarios', STORED_FIELDS),
);

function withSamples(records: Readonly<Record<string, Fields>>, collection: string, fields: readonly Field[]): Record<string, Fields> {
  const written = Object.keys(records).filter((path) => path.startsWith(`${collection}/`));
  const [first = `${collection}/uno`] = written;
  // Not fields with formats of their own for ids and days, where a sample by kind alone would be invalid.
  const unsaid = fields.filter(
    ({ name, read, kind }) => !read && kind !== 'creation-day' && !written.some((path) => name in (records[path] ?? {})),
  );
  const samples = Object.fromEntries(unsaid.map((field) => [field.name, sampleValues(field, ['central', 'otra'])[0]])) as Fields;
  return { ...records, [first]: { createdAt: AT, ...samples, ...records[first] } };
}

export async function putRecords(
  { documents, readModel }: Pick<Portal, 'documents' | 'readModel'>,
  records: Readonly<Record<string, Fields>> = RECORDS,
): Promise<void> {
  for (const [path, fields] of Object.entries(records)) {
    const { database } = PROJECTIONS.find(({ collection }) => path.startsWith(`${collection}/`)) ?? { database: 'main' };
    await documents[database].create(path, fields);
    await readModel.projectNow(database, [path]);
  }
}

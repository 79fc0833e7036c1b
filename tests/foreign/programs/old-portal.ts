import type { ForeignProgram } from './program.ts';

type Database = ForeignProgram['documents'][number]['database'];
type Documents = ForeignProgram['documents'][number][];

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
const pad = (value: number, length: number) => String(value).padStart(length, '0');
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const time = (year: number, days: number, index = 0) =>
  new Date(Date.UTC(year, 0, 1 + days, 14 + ((index * 3) % 9), (index * 23) % 60, (index * 41) % 60));

/** dd-MM-yyyy */
function day(year: number, days: number): string {
  const at = new Date(Date.UTC(year, 0, 1 + days));
  return `${pad(at.getUTCDate(), 2)}-${pad(at.getUTCMonth() + 1, 2)}-${at.getUTCFullYear()}`;
}

function hex(length: number, number: number): string {
  let state = 31337 + number * 7907;
  return Array.from({ length }, () => {
    state = (state * 48271 + 11) % 2147483647;
    return (state % 16).toString(16);
  }).join('');
}

const SITE = 'https://archivos.coopejemplo.example';
const FIRST = ['Julio', 'Brenda', 'Mynor', 'Claudia', 'Selvin', 'Ingrid', 'Otto', 'Yesenia', 'Fredy', 'Karla', 'Rudy', 'Lesbia', 'Edwin'];
const LAST = ['Ordóñez', 'Tzul', 'Monzón', 'Lemus', 'Aguilar', 'Sajquim', 'Portillo', 'Estrada', 'Quiñónez', 'Hernández', 'Coc'];

const documents: Documents = [];
function add(database: Database, path: string, data: Readonly<Record<string, unknown>>): void {
  documents.push({ database, path, data });
}

const AGENCIES = [
  ['Oficinas centrales', 'AGENCIA', '7a. avenida 3-40 zona 1, Jalapa', 14.6347, -89.9889],
  ['Jutiapa', 'AGENCIA', '5a. calle 4-22 zona 1, Jutiapa', 14.2917, -89.8958],
  ['Chiquimula', 'AGENCIA', '8a. avenida 6-15 zona 1, Chiquimula', 14.8, -89.5458],
  ['Zacapa', 'AGENCIA', '4a. calle 12-33 zona 2, Zacapa', 14.9722, -89.5306],
  ['Esquipulas', 'AGENCIA', '3a. avenida 9-01 zona 1, Esquipulas', 14.5631, -89.3508],
  ['Guastatoya', 'AGENCIA', 'Avenida Los Próceres, barrio El Porvenir, Guastatoya', 14.8537, -90.0686],
  ['Cajero Metroplaza', 'ATM', 'Centro comercial, local 22, Jutiapa', 14.2955, -89.8917],
  ['Cajero Hospital', 'ATM', 'Entrada al hospital, Zacapa', 14.9701, -89.5288],
  ['Tienda El Progreso', 'CORRESPONSAL', 'Aldea Los Izotes, Jalapa', 14.6612, -89.9755],
  ['Depósito San José', 'CORRESPONSAL', 'Barrio San José, Ipala', 14.6167, -89.6167],
] as const;
const AGENCY_IDS = AGENCIES.map((_, index) => `ag${pad(index + 1, 2)}`);
const OFFICES = AGENCY_IDS.slice(0, 6);
AGENCIES.forEach(([name, kind, address, lat, lng], index) => {
  add('main', `sucursales/${AGENCY_IDS[index]}`, {
    nombre_sucursal: name,
    tipo_punto: kind,
    direccion: address,
    lat,
    lng,
    tel: kind === 'ATM' ? null : `79${pad(22 + index, 2)}-${pad(1304 + index * 511, 4)}`,
    horario_atencion: kind === 'ATM' ? '24/7' : 'Lunes a viernes de 8:30 a 16:30\nSábado de 8:30 a 12:30',
    servicios: kind === 'ATM' ? 'Retiros\nConsulta de saldo' : pick(['Depósitos\nRetiros\nRemesas', 'Pagos de préstamo\nRemesas'], index),
    gallery: index < 4 ? [`${SITE}/sucursales/${index + 1}.jpg`] : [],
    activo: index !== 7,
    created_at: time(2018, index * 12, index),
    modified_at: time(2024, index * 25, index),
  });
});

const DEPARTMENTS = [
  ['dep1', 'Créditos'],
  ['dep2', 'Operaciones'],
  ['dep3', 'Archivo'],
  ['dep4', 'Auditoría Interna'],
  ['dep5', 'Tecnología'],
] as const;
const FOLDERS = ['Políticas internas', 'Actas', 'Plantillas', 'Boletines', 'Manual de usuario', 'Archivo 2019', 'Publicidad'];
const USERS: string[] = [];
for (let index = 0; index < 30; index++) {
  const first = pick(FIRST, index * 5);
  const last = `${pick(LAST, index * 3)} ${pick(LAST, index * 7 + 4)}`;
  const id = hex(20, index + 500);
  USERS.push(id);
  const [departmentId, department] = pick(DEPARTMENTS, index * 2);
  add('main', `users/${id}`, {
    full_name: `${first} ${last}`,
    username: `${plain(first).slice(0, 1)}${plain(last).split(' ')[0]}`,
    mail: `${plain(first)}.${plain(last).split(' ')[0]}@coopejemplo.example`,
    celular: index % 8 === 3 ? '' : `${pick([5, 4, 3], index)}${pad(118 + index * 9, 3)}-${pad(2203 + index * 171, 4)}`,
    nivel: index < 2 ? 1 : pick([3, 2, 3, 3], index),
    sucursal_id: `sucursales/${pick(OFFICES, index * 5)}`,
    departamento: { id: departmentId, name: department, state: true },
    puesto: pick(['Asesor', 'Archivista', 'Auditor', 'Cajero general', 'Soporte técnico', 'Jefe de agencia'], index),
    doc_profile_id: pick(['perfil_consulta', 'perfil_digitador', 'perfil_admin'], index),
    maletin: { folders: FOLDERS.map((_, place) => `c${place + 1}`).filter((_, place) => (place + index) % 3 === 0) },
    status: index % 10 === 6 ? 'inactivo' : 'activo',
    total_clicks: index * 37,
    dark_mode: index % 4 === 0,
    created_at: time(2019, index * 11, index),
    modified_at: time(2025, index * 12, index),
    last_login: time(2026, 200 + index, index),
  });
}

const CATEGORIES = [
  ['creditos', 'Créditos', 'Expedientes de préstamos'],
  ['captaciones', 'Captaciones', 'Ahorros y plazo fijo'],
  ['asociados', 'Asociados', 'Expediente de ingreso'],
  ['rrhh', 'Recursos Humanos', ''],
  ['legal', 'Legal', 'Escrituras, mandatos y contratos'],
] as const;
CATEGORIES.forEach(([id, name, description], index) =>
  add('digitalization', `doc_categories/${id}`, {
    nombre_categoria: name,
    description,
    color: pick(['blue', 'green', 'orange'], index),
    enabled: id !== 'rrhh',
    created_at: time(2019, index, index),
    modified_at: time(2022, index * 45, index),
  }),
);

const TYPES = [
  ['Solicitud de crédito', 'creditos', ['pdf'], 10],
  ['Pagaré', 'creditos', ['pdf'], 15],
  ['Estudio socioeconómico', 'creditos', ['pdf', 'docx'], 5],
  ['Garantía hipotecaria', 'creditos', ['pdf'], 20],
  ['Contrato de ahorro', 'captaciones', ['pdf'], 10],
  ['Certificado a plazo', 'captaciones', ['pdf'], 10],
  ['Boleta de depósito', 'captaciones', ['pdf', 'jpg', 'png'], 5],
  ['DPI', 'asociados', ['pdf', 'jpg'], 10],
  ['Solicitud de ingreso', 'asociados', ['pdf'], 10],
  ['Formulario IVE', 'asociados', ['pdf'], 5],
  ['Contrato laboral', 'rrhh', ['pdf'], 30],
  ['Escritura pública', 'legal', ['pdf'], null],
  ['Mandato', 'legal', [], null],
] as const;
const TYPE_IDS = TYPES.map((_, index) => `t${pad(index + 1, 3)}`);
TYPES.forEach(([name, category, extensions, years], index) =>
  add('digitalization', `doc_types/${TYPE_IDS[index]}`, {
    nombre: name,
    cat_id: category,
    detalle: pick(['', 'Original firmado', 'Copia legible de ambos lados'], index),
    allowed_ext: [...extensions],
    years_to_keep: years,
    enabled: index !== 10,
    created_at: time(2019, index * 2, index),
    modified_at: time(2023, index * 20, index),
  }),
);

const DOC_IDS = Array.from({ length: 40 }, (_, index) => `doc_${pad(10230 + index * 7, 6)}`);
const PACKAGE_IDS = Array.from({ length: 24 }, (_, index) => `env_${pad(880 + index, 5)}`);
DOC_IDS.forEach((id, index) => {
  const [type, category] = pick(TYPES, index * 5);
  const status = pick(['INDEXADO', 'ASIGNADO', 'ARCHIVADO', 'INDEXADO', 'DEVUELTO'], index);
  const hasFile = index % 9 !== 4;
  const member = 3000 + ((index * 271) % 5000);
  add('digitalization', `digitized_docs/${id}`, {
    doc_name: `${type} ${pick(FIRST, index * 3)} ${pick(LAST, index * 2)}`,
    cat_id: category,
    tipo_doc_id: TYPE_IDS[(index * 5) % TYPES.length],
    holder_id: status === 'ASIGNADO' ? pick(USERS, index * 3) : null,
    agencia_actual: pick(OFFICES, index * 5),
    agencia_origen: pick(OFFICES, index),
    estado_doc: status,
    file: hasFile
      ? {
          url: `${SITE}/docs/${id}.pdf`,
          name: `${plain(type).replaceAll(' ', '_')}_${member}.pdf`,
          mime: 'application/pdf',
          size: 90112 + index * 13577,
        }
      : { url: '', name: '', mime: '', size: 0 },
    num_paginas: hasFile ? 1 + ((index * 3) % 17) : null,
    metadata: { no_asociado: String(member), ...(category === 'creditos' && { no_prestamo: `P-${pad(40110 + index * 3, 6)}` }) },
    campo_3: index % 3 === 0 ? '' : `${pick(['A', 'B', 'C'], index)}-${1 + (index % 12)}-${pad((index * 7) % 90, 2)}`,
    motivo_devolucion: status === 'DEVUELTO' ? pick(['Falta firma', 'Ilegible', 'No corresponde al asociado'], index) : '',
    current_package: index % 6 === 1 ? pick(PACKAGE_IDS, index) : '',
    ultimo_paquete: index % 4 === 2 ? pick(PACKAGE_IDS, index * 3) : '',
    indexed_by: pick(USERS, index * 7),
    ocr_done: hasFile && index % 2 === 0,
    eliminado: index === 17 || index === 31,
    created_at: time(2025, index * 8, index),
    modified_at: time(2026, index * 8, index),
  });
});

PACKAGE_IDS.forEach((id, index) => {
  const status = pick(['RECIBIDO', 'ENVIADO', 'BORRADOR', 'RECIBIDO', 'RECHAZADO'], index);
  const isSent = status !== 'BORRADOR';
  const isResolved = status === 'RECIBIDO' || status === 'RECHAZADO';
  add('digitalization', `envios/${id}`, {
    codigo_envio: `ENV-2026-${pad(880 + index, 4)}`,
    remitente_id: pick(USERS, index * 3),
    agencia_destino: pick(OFFICES, index * 5 + 1),
    destinatario_id: index % 3 === 0 ? '' : pick(USERS, index * 5 + 2),
    estado_envio: status,
    was_sent: isSent,
    fecha_envio: isSent ? time(2026, 30 + index * 11, index) : null,
    fecha_resolucion: isResolved ? time(2026, 33 + index * 11, index + 2) : null,
    resuelto_por: isResolved ? pick(USERS, index * 2 + 1) : null,
    tm: pick(['R', 'N', 'R'], index),
    observaciones: pick(['', 'Urgente', 'Expedientes del mes', ''], index),
    motivo_rechazo: status === 'RECHAZADO' ? pick(['Paquete incompleto', 'Agencia equivocada'], index) : '',
    guia: isSent ? `GX${pad(770012 + index * 31, 8)}` : '',
    created_at: time(2026, 29 + index * 11, index),
    modified_at: time(2026, 33 + index * 11, index + 2),
  });
  for (let line = 0; line < 1 + (index % 2); line++)
    add('digitalization', `envios/${id}/lineas/${line + 1}`, {
      doc_id: pick(DOC_IDS, index * 3 + line),
      tipo_doc_id: pick(TYPE_IDS, index * 2 + line),
      recibido: status === 'RECIBIDO',
      comentario: '',
    });
});

const PROFILES = [
  ['perfil_consulta', 'Consulta'],
  ['perfil_digitador', 'Digitador'],
  ['perfil_admin', 'Administrador de archivo'],
] as const;
PROFILES.forEach(([id, name], index) =>
  add('digitalization', `doc_profiles/${id}`, {
    profile_name: name,
    can_view: true,
    can_upload: index > 0,
    can_delete: index > 1,
    created_at: time(2019, index, index),
    modified_at: time(2021, index, index),
  }),
);

FOLDERS.forEach((name, index) =>
  add('main', `folders/c${index + 1}`, {
    folder_name: name,
    descripcion: pick(['', 'Solo consulta', 'Actualizado por Archivo'], index),
    sort_order: index + 1,
    activo: index !== 5,
    created_at: time(2019, 100 + index, index),
    modified_at: time(2023, index * 33, index),
  }),
);

const KINDS = [
  ['k1', 'PDF', 'application/pdf', ['pdf'], 25],
  ['k2', 'Word', 'application/msword', ['doc', 'docx'], 10],
  ['k3', 'Excel', 'application/vnd.ms-excel', ['xls', 'xlsx'], 10],
  ['k4', 'Imágenes', 'image/jpeg', ['jpg', 'jpeg', 'png'], 8],
  ['k5', 'PowerPoint', 'application/vnd.ms-powerpoint', ['ppt', 'pptx'], 40],
] as const;
KINDS.forEach(([id, name, , extensions, size], index) =>
  add('main', `file_types/${id}`, {
    nombre: name,
    ext: [...extensions],
    max_mb: size,
    activo: index !== 4,
    created_at: time(2019, 100 + index, index),
    modified_at: time(2020, index, index),
  }),
);

const NAMES = [
  'Política de créditos',
  'Acta consejo',
  'Plantilla carta',
  'Boletín',
  'Guía rápida',
  'Afiche ahorro',
  'Reglamento de trabajo',
  'Organigrama',
];
for (let index = 0; index < 30; index++) {
  const [kind, , mime, extensions] = pick(KINDS, index * 3);
  const name = `${pick(NAMES, index)} ${2019 + (index % 7)}.${extensions[0]}`;
  add('main', `files/f${pad(index + 1, 4)}`, {
    file_name: name,
    original_filename: `${plain(name).replaceAll(' ', '-')}`,
    folder_id: `c${1 + ((index * 2) % 7)}`,
    file_type_id: kind,
    sucursal_id: `sucursales/${pick(OFFICES, index)}`,
    download_url: `${SITE}/maletin/f${pad(index + 1, 4)}`,
    mime_type: mime,
    peso_bytes: 20480 + index * 33791,
    checksum: hex(64, index),
    subido_por: `users/${pick(USERS, index * 3)}`,
    descargas: (index * 13) % 71,
    eliminado: index === 9 || index === 22,
    created_at: time(2024, index * 11, index),
    modified_at: time(2025, index * 11, index),
  });
}

const PROMOS = [
  'Feria del hogar',
  'Aguinaldo seguro',
  'Crédito escolar',
  'Tasa verde',
  'Bienvenida a nuevos asociados',
  'Jueves de remesas',
];
for (let index = 0; index < 20; index++)
  add('main', `promos/p${pad(index + 1, 3)}`, {
    titulo: index < 6 ? pick(PROMOS, index) : `${pick(PROMOS, index)} ${2022 + Math.floor(index / 6)}`,
    texto: pick(['Consulta en tu agencia más cercana.', 'Aplican restricciones.', ''], index),
    banner: `${SITE}/promos/p${index + 1}.png`,
    fecha_inicio: index % 7 === 6 ? '' : day(2023 + (index % 4), index * 13),
    fecha_fin: index % 7 === 6 ? '' : day(2023 + (index % 4), index * 13 + 45),
    publicado: index % 3 === 0 ? 1 : 0,
    orden_banner: index + 1,
    created_at: time(2023, index * 20, index),
    modified_at: time(2026, index * 10, index),
  });

for (let index = 0; index < 20; index++)
  add('main', `access_log/${pad(index + 1, 8)}`, {
    user_id: pick(USERS, index * 3),
    action: pick(['login', 'download', 'logout', 'print'], index),
    ip: `10.20.${index % 6}.${20 + index}`,
    fecha: time(2026, 250 + index, index),
  });

export const PROGRAM: ForeignProgram = {
  about:
    'The staff portal that the cooperative had before, grown over years under several hands: snake_case half in Spanish and half in English, with digitized documents and their shipments in a second database.',
  documents,
  truth: {
    usuarios: {
      collection: 'users',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        name: 'full_name',
        email: 'mail',
        phone: 'celular',
        role: 'nivel',
        agency: 'sucursal_id',
        department: 'departamento',
        position: 'puesto',
        digitalization_permission_id: 'doc_profile_id',
        briefcase_permissions: 'maletin',
        state: 'status',
        clicks: 'total_clicks',
      },
      values: { role: { '1': 'admin', '2': 'editor', '3': 'user' }, state: { activo: true, inactivo: false } },
    },
    agencias: {
      collection: 'sucursales',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        nombre: 'nombre_sucursal',
        tipo: 'tipo_punto',
        latitud: 'lat',
        longitud: 'lng',
        telefono: 'tel',
        horarios: 'horario_atencion',
        operaciones: 'servicios',
        fotos: 'gallery',
        estado: 'activo',
      },
      values: { tipo: { AGENCIA: 'agencia', ATM: 'cajero', CORRESPONSAL: 'agente' } },
    },
    promociones: {
      collection: 'promos',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        nombre: 'titulo',
        descripcion: 'texto',
        image_url: 'banner',
        vigenciaDesde: { field: 'fecha_inicio', date: 'dd-MM-yyyy' },
        vigenciaHasta: { field: 'fecha_fin', date: 'dd-MM-yyyy' },
        estado: 'publicado',
      },
      values: { estado: { '1': true, '0': false } },
    },
    maletin_carpetas: {
      collection: 'folders',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: { nombre: 'folder_name', orden: 'sort_order', estado: 'activo' },
    },
    maletin_tipos_documento: {
      collection: 'file_types',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: { extensiones: 'ext', tamanoMaximoMb: 'max_mb', estado: 'activo' },
    },
    maletin_archivos: {
      collection: 'files',
      isActive: 'eliminado',
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        nombre: 'file_name',
        fileName: 'original_filename',
        carpetaId: 'folder_id',
        tipoDocumentoId: 'file_type_id',
        agenciaId: 'sucursal_id',
        url: 'download_url',
        contentType: 'mime_type',
        bytes: 'peso_bytes',
        sha256: 'checksum',
        userId: 'subido_por',
      },
      values: { isActive: { false: true, true: false } },
    },
    categorias: {
      collection: 'doc_categories',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: { nombre: 'nombre_categoria', descripcion: 'description', estado: 'enabled' },
    },
    tipos_documento: {
      collection: 'doc_types',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        categoryId: 'cat_id',
        descripcion: 'detalle',
        extensiones: 'allowed_ext',
        retencionAnios: 'years_to_keep',
        estado: 'enabled',
      },
    },
    documentos: {
      collection: 'digitized_docs',
      isActive: 'eliminado',
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        documentName: 'doc_name',
        categoryId: 'cat_id',
        documentId: 'tipo_doc_id',
        userId: 'holder_id',
        agencyId: 'agencia_actual',
        agencyFromDoc: 'agencia_origen',
        status: 'estado_doc',
        url: 'file.url',
        fileName: 'file.name',
        contentType: 'file.mime',
        bytes: 'file.size',
        pages: 'num_paginas',
        campos: 'metadata',
        ubicacion: 'campo_3',
        returnReason: 'motivo_devolucion',
        inPackage: 'current_package',
        fromPackaging: 'ultimo_paquete',
        createdBy: 'indexed_by',
      },
      values: {
        status: { INDEXADO: 'INDEXED', ARCHIVADO: 'ARCHIVED', ASIGNADO: 'ASSIGNED', DEVUELTO: 'RETURNED' },
        isActive: { false: true, true: false },
      },
    },
    PACKAGES: {
      collection: 'envios',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: {
        code: 'codigo_envio',
        from: 'remitente_id',
        agencyId: 'agencia_destino',
        userAssign: 'destinatario_id',
        status: 'estado_envio',
        sended: 'was_sent',
        sendedAt: 'fecha_envio',
        resolutionAt: 'fecha_resolucion',
        resolvedBy: 'resuelto_por',
        needReassign: 'tm',
        note: 'observaciones',
        rejectReason: 'motivo_rechazo',
      },
      values: {
        status: { BORRADOR: 'ENTERED', ENVIADO: 'SENT', RECIBIDO: 'ACCEPTED', RECHAZADO: 'REJECTED' },
        needReassign: { R: true, N: false },
      },
    },
    permisos_documentos: {
      collection: 'doc_profiles',
      isActive: null,
      createdAt: 'created_at',
      updatedAt: 'modified_at',
      updatedBy: null,
      fields: { title: 'profile_name' },
    },
  },
};

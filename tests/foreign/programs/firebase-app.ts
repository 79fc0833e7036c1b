import type { ForeignProgram } from './program.ts';

type Documents = ForeignProgram['documents'][number][];

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
const pad = (value: number, length: number) => String(value).padStart(length, '0');
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const time = (year: number, days: number, index = 0) =>
  new Date(Date.UTC(year, 0, 1 + days, 13 + ((index * 5) % 11), (index * 17) % 60, (index * 37) % 60, (index * 113) % 1000));
const isoDay = (year: number, days: number) => new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10);

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Looks like Firestore's own ids, but is deterministic. */
function autoId(kind: string, number: number): string {
  let state = [...kind].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 2147483647, 7 + number * 7919);
  return Array.from({ length: 20 }, () => {
    state = (state * 48271 + 11) % 2147483647;
    return SIGNS[state % SIGNS.length];
  }).join('');
}

function hex(length: number, number: number): string {
  let state = 99991 + number * 104729;
  return Array.from({ length }, () => {
    state = (state * 48271 + 11) % 2147483647;
    return (state % 16).toString(16);
  }).join('');
}

const BUCKET = 'https://firebasestorage.googleapis.com/v0/b/coop-app-ejemplo.appspot.com/o';
const picture = (folder: string, number: number) => `${BUCKET}/${folder}%2F${autoId(folder, number)}.jpg?alt=media`;

const FIRST = [
  'Gabriela',
  'Diego',
  'Alejandra',
  'Kevin',
  'Sofía',
  'Marvin',
  'Andrea',
  'Byron',
  'Paola',
  'Estuardo',
  'Wendy',
  'Henry',
  'Mónica',
];
const LAST = [
  'Cabrera Toj',
  'Sánchez Ruano',
  'Yax Menchú',
  'Castillo',
  'Pop Caal',
  'Recinos Mejía',
  'Barrera',
  'Chaclán Us',
  'Fuentes Ola',
  'Gómez',
  'Son Quiej',
];
const STREETS = [
  '6a Avenida 4-12',
  '2a Calle 10-45',
  'Calzada San Juan 18-90',
  'Km 14.5 Carretera a El Salvador',
  '11 Avenida 3-07',
  '1a Calle 1-33',
];

const documents: Documents = [];
const add = (path: string, data: Readonly<Record<string, unknown>>) => void documents.push({ database: 'main', path, data });

const BRANCHES = [
  ['Central', 'branch', 'Zona 1', 'Cobán', 'Alta Verapaz', 15.4703, -90.3711],
  ['San Pedro Carchá', 'branch', 'Barrio Chibujbu', 'San Pedro Carchá', 'Alta Verapaz', 15.4769, -90.3103],
  ['Salamá', 'branch', 'Zona 1', 'Salamá', 'Baja Verapaz', 15.1028, -90.3147],
  ['Rabinal', 'branch', 'Zona 3', 'Rabinal', 'Baja Verapaz', 15.0842, -90.4925],
  ['Chisec', 'branch', 'Centro', 'Chisec', 'Alta Verapaz', 15.8108, -90.2886],
  ['Tactic', 'branch', 'Zona 2', 'Tactic', 'Alta Verapaz', 15.3181, -90.3531],
  ['Cajero Plaza Magdalena', 'atm', 'Zona 4', 'Cobán', 'Alta Verapaz', 15.4661, -90.3889],
  ['Cajero Mercado Terminal', 'atm', 'Zona 4', 'Cobán', 'Alta Verapaz', 15.4728, -90.3774],
  ['Abarrotería Doña Mela', 'agent', 'Barrio San Luis', 'Santa Cruz Verapaz', 'Alta Verapaz', 15.3742, -90.4306],
  ['Ferretería El Tornillo', 'agent', 'Centro', 'Purulhá', 'Baja Verapaz', 15.2353, -90.2353],
] as const;
const BRANCH_IDS = BRANCHES.map((_, index) => autoId('branches', index));
BRANCHES.forEach(([name, type, zone, city, department, lat, lng], index) => {
  add(`branches/${BRANCH_IDS[index]}`, {
    name,
    type,
    address: { street: pick(STREETS, index), zone, city, department },
    geo: { lat, lng },
    phoneNumber: type === 'atm' ? '' : `+502 79${pad(51 + index, 2)} ${pad(2103 + index * 431, 4)}`,
    schedule:
      type === 'atm'
        ? { weekdays: '24 horas', saturday: '24 horas' }
        : { weekdays: 'Lunes a viernes 8:00 - 17:00', saturday: pick(['Sábado 8:00 - 12:00', 'Sábado cerrado'], index) },
    services: type === 'atm' ? ['withdrawals'] : ['deposits', 'withdrawals', 'loanPayments', 'remittances'].slice(0, 2 + (index % 3)),
    photos: type === 'branch' ? [picture('branches', index), picture('branches', index + 50)].slice(0, 1 + (index % 2)) : [],
    isVisible: index !== 4,
    createdAt: time(2023, index * 9, index),
    updatedAt: time(2026, index * 14, index),
  });
});

const MEMBER_IDS: string[] = [];
for (let index = 0; index < 36; index++) {
  const id = autoId('members', index);
  MEMBER_IDS.push(id);
  const first = pick(FIRST, index * 4);
  const last = pick(LAST, index * 7 + 1);
  add(`members/${id}`, {
    memberNumber: 20013 + index * 41,
    profile: {
      firstName: first,
      lastName: last,
      dpi: `${1700 + ((index * 211) % 1300)} ${pad(10000 + ((index * 6151) % 89999), 5)} ${pick(['1601', '1501', '1609', '0101'], index)}`,
      birthDate: isoDay(1965 + ((index * 3) % 40), index * 9),
      gender: pick(['female', 'male'], index * 3),
      ...(index % 4 === 0 && { photoURL: picture('avatars', index) }),
    },
    contact: {
      phone: `+502 ${pick([5, 4, 3], index)}${pad(120 + index * 7, 3)} ${pad(1177 + index * 203, 4)}`,
      email: index % 6 === 5 ? null : `${plain(first)}.${plain(last).split(' ')[0]}${index}@mail.gt`,
      whatsapp: index % 2 === 0,
    },
    branch: `branches/${pick(BRANCH_IDS.slice(0, 6), index * 5)}`,
    memberSince: time(2012 + (index % 14), (index * 31) % 364, index),
    status: index % 9 === 8 ? 'suspended' : index % 13 === 5 ? 'retired' : 'active',
    points: index * 15,
    createdAt: time(2024, 10 + index * 4, index),
    updatedAt: time(2026, 3 + index * 8, index),
  });
}

for (let index = 0; index < 22; index++)
  add(`users/${autoId('users', index)}`, {
    uid: autoId('users', index),
    memberId: pick(MEMBER_IDS, index * 3),
    displayName: pick(FIRST, index * 4),
    fcmTokens: index % 3 === 0 ? [] : [hex(32, index)],
    platform: pick(['android', 'android', 'ios'], index),
    appVersion: pick(['2.4.1', '2.4.0', '2.3.7'], index),
    biometricsEnabled: index % 2 === 0,
    lastLoginAt: time(2026, 250 + index, index),
    createdAt: time(2024, 12 + index * 9, index),
  });

const STAFF = ['mflores', 'jcaal', 'rmolina', 'lquib', 'aortiz'];
for (let index = 0; index < 34; index++) {
  const id = autoId('leads', index);
  const product = pick(['loan', 'fixedTerm', 'loan', 'creditCard', 'scheduledSavings', 'loan'], index);
  const amount = product === 'scheduledSavings' ? 150 + index * 20 : 3000 + ((index * 8300) % 150000);
  const term = pick([12, 18, 24, 36, 48], index);
  const isClosed = index % 4 === 3;
  const first = pick(FIRST, index * 3 + 2);
  const last = pick(LAST, index * 5);
  add(`leads/${id}`, {
    product,
    ...(product === 'loan' && { loanType: pick(['personal', 'vivienda', 'negocio', 'vehículo', 'agrícola'], index) }),
    customer: {
      fullName: `${first} ${last}`,
      phone: `${pick([5, 4, 3], index)}${pad(1203340 + index * 55117, 7)}`,
      email: index % 5 === 1 ? '' : `${plain(first)}${index}@mail.gt`,
    },
    amount,
    termMonths: product === 'creditCard' ? null : term,
    monthlyPayment: product === 'loan' ? Math.round((amount / term) * 112) / 100 : null,
    branchId: pick(BRANCH_IDS.slice(0, 6), index * 3),
    stage: isClosed ? 'closed' : pick(['new', 'contacted', 'new'], index),
    assignedTo: index % 3 === 0 ? null : pick(STAFF, index),
    nextFollowUp: !isClosed && index % 3 === 1 ? isoDay(2026, 332 + index) : null,
    closing: isClosed
      ? {
          result: pick(['won', 'lost', 'lost', 'joined'], (index - 3) / 4),
          reason: index % 8 === 7 ? pick(['Tasa muy alta', 'No respondió más', 'Ya consiguió en otro lado'], index) : '',
        }
      : null,
    source: pick(['app', 'app', 'web', 'referral'], index),
    createdAt: time(2026, 60 + index * 7, index),
    updatedAt: time(2026, 64 + index * 7, index + 3),
  });
  if (index % 3 === 1)
    add(`leads/${id}/followUps/${autoId('followUps', index)}`, {
      by: pick(STAFF, index),
      comment: pick(['Llamé y no contestó', 'Quiere pensarlo', 'Enviará sus documentos por WhatsApp'], index),
      channel: pick(['call', 'whatsapp', 'visit'], index),
      date: time(2026, 62 + index * 7, index),
    });
}

const PROMOS = [
  ['Cuota cero en enero', 'Tu primer pago hasta febrero en préstamos personales.'],
  ['Ahorra y gana', 'Por cada Q500 en tu ahorro programado recibes un cupón.'],
  ['Mes de la madre', 'Regalo sorpresa al abrir una cuenta para mamá.'],
  ['Remesas con premio', 'Cobra tu remesa y participa por un televisor.'],
  ['Tasa especial maestros', 'Crédito para docentes presupuestados desde 11% anual.'],
  ['Bono navideño', 'Coloca tu aguinaldo a plazo fijo con medio punto más.'],
] as const;
for (let index = 0; index < 20; index++) {
  const [title, body] = pick(PROMOS, index);
  add(`promotions/${autoId('promotions', index)}`, {
    title: index < PROMOS.length ? title : `${title} ${2023 + Math.floor(index / 6)}`,
    body: index % 7 === 6 ? '' : body,
    imageUrl: picture('promotions', index),
    startDate: index % 6 === 5 ? null : time(2024 + (index % 3), index * 15),
    endDate: index % 6 === 5 ? null : time(2024 + (index % 3), index * 15 + 30),
    published: index % 3 !== 0,
    likes: index * 11,
    createdAt: time(2024, index * 20, index),
    updatedAt: time(2026, index * 9, index),
  });
}

const PRODUCTS = [
  ['savings', 'Ahorros', 'Cuentas para cada etapa de tu vida', 'piggy-bank', ['Ahorro corriente', 'Ahorro infantil', 'Ahorro navideño']],
  ['loans', 'Préstamos', 'Financiamos tus proyectos', 'hand-coin', ['Personal', 'Vivienda', 'Agrícola', 'Vehículo']],
  ['fixedTerm', 'Plazo fijo', 'Haz crecer tu dinero', 'chart-line', ['90 días', '180 días', '360 días']],
  ['insurance', 'Seguros', 'Protege a tu familia', 'shield', ['Vida', 'Gastos funerarios']],
  ['remittances', 'Remesas', 'Cobra tu remesa en cualquier agencia', 'send', ['Pago en ventanilla', 'Abono a cuenta']],
  ['assets', 'Propiedades en venta', 'Casas y terrenos de la cooperativa', 'home', []],
] as const;
PRODUCTS.forEach(([id, name, description, icon, items], index) => {
  add(`products/${id}`, {
    name,
    description,
    icon,
    hasGallery: id === 'assets',
    order: index + 1,
    enabled: id !== 'insurance',
    createdAt: time(2023, 40 + index, index),
    updatedAt: time(2026, 30 + index * 3, index),
  });
  items.forEach((item, place) =>
    add(`products/${id}/items/${autoId(id, place)}`, {
      title: item,
      summary: pick(['Sin costo de manejo.', 'Desde Q100 de apertura.', 'Aprobación en 48 horas.', ''], place + index),
      requirements: pick(
        ['DPI vigente\nRecibo de luz', 'DPI vigente\nConstancia de ingresos\nDos referencias', 'Ser asociado activo'],
        place + index,
      ),
      annualRate: id === 'insurance' || id === 'remittances' ? null : 4.5 + index * 3.25 + place * 0.75,
      imageUrl: picture('products', index * 10 + place),
      position: place + 1,
      enabled: !(index === 1 && place === 3),
      createdAt: time(2023, 50 + place, place),
      updatedAt: time(2026, 40 + place * 5, place),
    }),
  );
});
for (let index = 0; index < 9; index++)
  add(`products/assets/gallery/${autoId('gallery', index)}`, {
    photoUrl: picture('assets', index),
    caption: pick(['Casa de dos niveles, zona 10', 'Terreno de 8x20 en Carchá', 'Local comercial frente al parque'], index),
    position: index + 1,
    createdAt: time(2025, index * 12, index),
    updatedAt: time(2025, index * 12, index),
  });

const JOBS = ['Asesor de créditos', 'Cajero', 'Auxiliar contable', 'Promotor de campo', 'Guardia', 'Analista de datos', 'Jefe de agencia'];
for (let index = 0; index < 20; index++)
  add(`jobOpenings/${autoId('jobOpenings', index)}`, {
    title: pick(JOBS, index * 3),
    branchId: pick(BRANCH_IDS.slice(0, 6), index),
    deadline: isoDay(2026, 20 + index * 17),
    educationLevel: pick(['Diversificado', 'Perito contador', 'Universitario (3er año)', 'Licenciatura'], index),
    benefits: pick(['Prestaciones de ley\nSeguro médico', 'Salario base más comisiones', 'Horario de lunes a viernes'], index),
    desiredProfile: pick(['Mayor de 23 años, con motocicleta', 'Bilingüe q’eqchi’ - español', 'Experiencia mínima de un año', ''], index),
    isOpen: index > 11,
    applicants: (index * 5) % 23,
    postedAt: time(2026, 2 + index * 17, index),
    updatedAt: time(2026, 6 + index * 17, index),
  });

const LESSONS = [
  '¿Qué es una cooperativa?',
  'Los siete principios',
  'Ahorrar en familia',
  'Cómo leer tu estado de cuenta',
  'Tus derechos como asociado',
  'Presupuesto del hogar',
  'El crédito responsable',
  'La asamblea general',
];
for (let index = 0; index < 20; index++)
  add(`educationPosts/${autoId('educationPosts', index)}`, {
    title: index < 8 ? pick(LESSONS, index) : `${pick(LESSONS, index)} (parte ${1 + Math.floor(index / 8)})`,
    content: pick(
      [
        'Una cooperativa es una empresa de sus asociados.',
        'En este video aprenderás paso a paso.',
        'Lee con atención y comparte con tu familia.',
      ],
      index,
    ),
    media:
      index % 3 === 0
        ? { imageUrl: '', videoUrl: `https://youtu.be/${autoId('video', index).slice(0, 11)}` }
        : { imageUrl: picture('education', index), videoUrl: '' },
    order: index + 1,
    published: index % 6 !== 4,
    readingMinutes: 2 + (index % 5),
    createdAt: time(2025, index * 10, index),
    updatedAt: time(2026, index * 10, index),
  });

const FOLDERS = ['Manuales', 'Reglamentos', 'Formatos de crédito', 'Circulares', 'Capacitación', 'Material de ventas'];
const FOLDER_IDS = FOLDERS.map((_, index) => autoId('folders', index));
FOLDERS.forEach((name, index) =>
  add(`briefcaseFolders/${FOLDER_IDS[index]}`, {
    name,
    description: pick(['Versión vigente', '', 'Solo uso interno'], index),
    sortIndex: (index + 1) * 10,
    color: pick(['#0A7', '#F90', '#36C'], index),
    archived: index === 3,
    createdAt: time(2024, index, index),
    updatedAt: time(2025, index * 40, index),
  }),
);

const KINDS = [
  ['pdf', 'Documento PDF', ['pdf'], 20],
  ['sheet', 'Hoja de cálculo', ['xlsx', 'xls', 'csv'], 10],
  ['word', 'Documento Word', ['docx', 'doc'], 10],
  ['image', 'Imagen', ['png', 'jpg', 'jpeg'], 5],
  ['video', 'Video', ['mp4'], 200],
] as const;
KINDS.forEach(([id, name, extensions, maxSize], index) =>
  add(`documentKinds/${id}`, {
    name,
    allowedExtensions: [...extensions],
    maxSizeMb: maxSize,
    enabled: id !== 'video',
    createdAt: time(2024, index, index),
    updatedAt: time(2024, index + 90, index),
  }),
);

const FILES = [
  'Manual de cajas',
  'Reglamento de crédito',
  'Solicitud de préstamo',
  'Circular 12',
  'Inducción',
  'Trifoliar ahorro',
  'Tabla de tasas',
];
for (let index = 0; index < 30; index++) {
  const [kind, , extensions] = pick(KINDS.slice(0, 4), index * 3);
  const name = `${pick(FILES, index)}${index > 6 ? ` v${Math.floor(index / 7) + 1}` : ''}.${extensions[0]}`;
  add(`briefcaseFiles/${autoId('files', index)}`, {
    title: name,
    folderId: pick(FOLDER_IDS, index * 5),
    kindId: kind,
    branchId: pick(BRANCH_IDS.slice(0, 6), index),
    storage: {
      downloadUrl: `${BUCKET}/briefcase%2F${autoId('files', index)}?alt=media`,
      mimeType: pick(
        [
          'application/pdf',
          'image/png',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        ],
        index,
      ),
      size: 18234 + index * 40961,
      sha256: hex(64, index),
    },
    originalName: `${plain(name).replaceAll(' ', '_')}`,
    ownerUid: autoId('staff', index % 5),
    deleted: index % 11 === 7,
    createdAt: time(2025, index * 9, index),
    updatedAt: time(2026, index * 7, index),
  });
}

for (let index = 0; index < 20; index++)
  add(`notifications/${autoId('notifications', index)}`, {
    title: pick(PROMOS, index)[0],
    body: 'Toca para ver más',
    topic: pick(['all', 'members', 'branch'], index),
    sentAt: time(2026, index * 11, index),
    opened: index * 7,
  });

export const PROGRAM: ForeignProgram = {
  about:
    'The Firestore database of a cooperative’s mobile app, written by a young developer: English camelCase, nested maps, sub-collections, automatic ids and native timestamps.',
  documents,
  truth: {
    clientes: {
      collection: 'members',
      isActive: null,
      updatedBy: null,
      fields: {
        codigo: { field: 'memberNumber', number: true },
        nombre: ['profile.firstName', 'profile.lastName'],
        dpi: 'profile.dpi',
        telefono: 'contact.phone',
        correo: 'contact.email',
        agencia: 'branch',
        fechaAsociacion: 'memberSince',
        estado: 'status',
      },
      values: { estado: { active: true, suspended: false, retired: false } },
    },
    agencias: {
      collection: 'branches',
      isActive: null,
      updatedBy: null,
      fields: {
        nombre: 'name',
        tipo: 'type',
        direccion: ['address.street', 'address.zone', 'address.city', 'address.department'],
        latitud: 'geo.lat',
        longitud: 'geo.lng',
        telefono: 'phoneNumber',
        horarios: ['schedule.weekdays', 'schedule.saturday'],
        fotos: 'photos',
        estado: 'isVisible',
      },
      values: { tipo: { branch: 'agencia', atm: 'cajero', agent: 'agente' } },
    },
    cotizaciones: {
      collection: 'leads',
      isActive: null,
      updatedBy: null,
      fields: {
        tipo: 'product',
        tipoPrestamo: 'loanType',
        nombre: 'customer.fullName',
        telefono: 'customer.phone',
        correo: 'customer.email',
        monto: 'amount',
        plazoMeses: 'termMonths',
        cuota: 'monthlyPayment',
        agencia: 'branchId',
        estado: 'stage',
        responsable: 'assignedTo',
        proximoContacto: 'nextFollowUp',
        resultado: 'closing.result',
        motivoPerdida: 'closing.reason',
      },
      values: {
        tipo: { loan: 'prestamo', fixedTerm: 'ahorro_plazo', scheduledSavings: 'ahorro_programado', creditCard: 'tarjeta_credito' },
        estado: { new: true, contacted: true, closed: false },
        resultado: { won: 'ganada', lost: 'perdida', joined: 'asociado' },
      },
    },
    promociones: {
      collection: 'promotions',
      isActive: null,
      updatedBy: null,
      fields: {
        nombre: 'title',
        descripcion: 'body',
        image_url: 'imageUrl',
        vigenciaDesde: 'startDate',
        vigenciaHasta: 'endDate',
        estado: 'published',
      },
    },
    productos_servicios: {
      collection: 'products',
      isActive: null,
      updatedBy: null,
      fields: { nombre: 'name', descripcion: 'description', icono: 'icon', galeria: 'hasGallery', orden: 'order', estado: 'enabled' },
    },
    'productos_servicios/productos': {
      collection: 'items',
      isActive: null,
      updatedBy: null,
      fields: {
        nombre: 'title',
        descripcion: 'summary',
        requisitos: 'requirements',
        tasa: 'annualRate',
        image_url: 'imageUrl',
        orden: 'position',
        estado: 'enabled',
      },
    },
    'productos_servicios/fotos': {
      collection: 'gallery',
      isActive: null,
      updatedBy: null,
      fields: { url: 'photoUrl', descripcion: 'caption', orden: 'position' },
    },
    plazas_vacantes: {
      collection: 'jobOpenings',
      isActive: null,
      createdAt: 'postedAt',
      updatedBy: null,
      fields: {
        nombre: 'title',
        agencia: 'branchId',
        fechaPapeleria: 'deadline',
        nivelAcademico: 'educationLevel',
        queOfrecemos: 'benefits',
        perfilDeseado: 'desiredProfile',
        estado: 'isOpen',
      },
    },
    educacion_cooperativista: {
      collection: 'educationPosts',
      isActive: null,
      updatedBy: null,
      fields: {
        titulo: 'title',
        descripcion: 'content',
        image_url: 'media.imageUrl',
        video_url: 'media.videoUrl',
        orden: 'order',
        estado: 'published',
      },
    },
    maletin_carpetas: {
      collection: 'briefcaseFolders',
      isActive: null,
      updatedBy: null,
      fields: { nombre: 'name', descripcion: 'description', orden: 'sortIndex', estado: 'archived' },
      values: { estado: { false: true, true: false } },
    },
    maletin_tipos_documento: {
      collection: 'documentKinds',
      isActive: null,
      updatedBy: null,
      fields: { nombre: 'name', extensiones: 'allowedExtensions', tamanoMaximoMb: 'maxSizeMb', estado: 'enabled' },
    },
    maletin_archivos: {
      collection: 'briefcaseFiles',
      isActive: 'deleted',
      updatedBy: null,
      fields: {
        nombre: 'title',
        carpetaId: 'folderId',
        tipoDocumentoId: 'kindId',
        agenciaId: 'branchId',
        url: 'storage.downloadUrl',
        contentType: 'storage.mimeType',
        bytes: 'storage.size',
        sha256: 'storage.sha256',
        userId: 'ownerUid',
        fileName: 'originalName',
      },
      values: { isActive: { false: true, true: false } },
    },
  },
};

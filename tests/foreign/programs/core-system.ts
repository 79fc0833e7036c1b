import type { ForeignProgram } from './program.ts';

type Documents = ForeignProgram['documents'][number][];

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
const pad = (value: number, length: number) => String(value).padStart(length, '0');
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** dd/MM/yyyy, the given number of days after January 1 of the year. */
function day(year: number, days: number): string {
  const at = new Date(Date.UTC(year, 0, 1 + days));
  return `${pad(at.getUTCDate(), 2)}/${pad(at.getUTCMonth() + 1, 2)}/${at.getUTCFullYear()}`;
}

const clock = (index: number) => `${pad(7 + ((index * 3) % 11), 2)}:${pad((index * 17) % 60, 2)}:${pad((index * 41) % 60, 2)}`;

function amount(value: number): string {
  const [whole = '0', cents = '00'] = value.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

const FIRST = ['JUAN', 'MARÍA', 'JOSÉ', 'ANA', 'CARLOS', 'ROSA', 'LUIS', 'MARTA', 'PEDRO', 'LUCÍA', 'MIGUEL', 'SANDRA', 'ÓSCAR', 'IRMA'];
const SECOND = ['ANTONIO', 'ELENA', 'RAFAEL', '', 'ESTUARDO', 'MARIBEL', 'ALBERTO', 'JUDITH', '', 'BEATRIZ', 'ÁNGEL'];
const LAST = ['PÉREZ', 'TZOC', 'GARCÍA', 'CHÁVEZ', 'XICARÁ', 'LÓPEZ', 'AJANEL', 'MORALES', 'CUX', 'DE LEÓN', 'BATZ', 'RAMÍREZ', 'SOC'];
const MAIDEN = ['HERRERA', 'COYOY', 'MÉNDEZ', 'SAQUIC', 'OROZCO', 'IXCOT', 'BARRIOS', 'TAX', 'VELÁSQUEZ'];
const STREETS = ['5A. CALLE', '4A. AVENIDA', 'CALZADA LAS ROSAS', '12 AV.', 'BARRIO EL CALVARIO', 'CANTÓN CHOQUÍ', 'BLVD. MINERVA'];

const documents: Documents = [];
const add = (path: string, data: Readonly<Record<string, unknown>>) => void documents.push({ database: 'main', path, data });

const AGENCIES = [
  ['001', 'AGENCIA CENTRAL', '1', '3A. CALLE 5-21 ZONA 1, QUETZALTENANGO', '7761-2040', '14.834100', '-91.518400'],
  ['002', 'AGENCIA TOTONICAPÁN', '1', '8A. AVENIDA 2-17 ZONA 2, TOTONICAPÁN', '7766-1183', '14.911700', '-91.361100'],
  ['003', 'AGENCIA SALCAJÁ', '1', '2A. AV. 4-02 ZONA 1, SALCAJÁ', '7768-8410', '14.882500', '-91.458300'],
  ['004', 'AGENCIA SAN MARCOS', '1', '9A. CALLE 7-50 ZONA 1, SAN MARCOS', '7760-3395', '14.963900', '-91.794400'],
  ['005', 'AGENCIA SOLOLÁ', '1', '6A. AVENIDA 9-11 ZONA 2, SOLOLÁ', '7762-4127', '14.774200', '-91.183300'],
  ['006', 'AGENCIA HUEHUETENANGO', '1', '4A. CALLE 6-88 ZONA 1, HUEHUETENANGO', '7764-9072', '15.319400', '-91.471400'],
  ['007', 'AGENCIA COATEPEQUE', '1', '5A. AV. 3-60 ZONA 1, COATEPEQUE', '7775-6614', '14.704200', '-91.862200'],
  ['051', 'ATM PARQUE CENTRAL', '2', '12 AV. Y 4A. CALLE ZONA 1, QUETZALTENANGO', '', '14.835200', '-91.517900'],
  ['052', 'ATM INTERPLAZA', '2', 'KM. 201 CENTRO COMERCIAL LOCAL 14', '', '14.858300', '-91.540200'],
  ['053', 'ATM TERMINAL MINERVA', '2', 'BLVD. MINERVA Y 7A. CALLE ZONA 3', '', '14.846000', '-91.535700'],
  ['081', 'TIENDA LA BENDICIÓN', '3', 'ALDEA CHIQUILAJÁ, FRENTE A LA ESCUELA', '5518-2093', '14.868900', '-91.503300'],
  ['082', 'FARMACIA SANTA ELENA', '3', 'CANTÓN POXLAJUJ, TOTONICAPÁN', '4472-0816', '14.893600', '-91.405000'],
  ['083', 'LIBRERÍA EL ESTUDIANTE', '3', 'CALLE PRINCIPAL, CONCEPCIÓN', '3361-7745', null, null],
] as const;
AGENCIES.forEach(([code, name, kind, address, phone, latitude, longitude], index) => {
  add(`GRL_AGENCIAS/${code}`, {
    COD_EMPRESA: '1',
    COD_AGENCIA: code,
    NOM_AGENCIA: name,
    COD_T07: kind,
    DIR_AGENCIA: address,
    TEL_AGENCIA: phone,
    VAL_LATITUD: latitude,
    VAL_LONGITUD: longitude,
    HOR_ATENCION:
      kind === '2'
        ? '24 HORAS'
        : kind === '3'
          ? 'L-S 08:00 A 19:00'
          : pick(['L-V 08:30 A 17:00, S 08:30 A 13:00', 'L-V 09:00 A 16:30'], index),
    COD_CTA_CONTABLE: `10110${pad(index + 1, 2)}`,
    IND_ESTADO: index === 12 || index === 9 ? 'I' : 'A',
    USR_ADICION: 'MIGRA',
    FEC_ADICION: day(2011 + (index % 9), index * 23),
    FEC_MODIFICA: `${day(2025, index * 19)} ${clock(index)}`,
  });
});

['GUATEMALA', 'EL PROGRESO', 'SACATEPÉQUEZ', 'CHIMALTENANGO', 'ESCUINTLA', 'SANTA ROSA', 'SOLOLÁ', 'TOTONICAPÁN', 'QUETZALTENANGO'].forEach(
  (name, index) =>
    add(`GRL_DEPARTAMENTOS/${pad(index + 1, 2)}`, {
      COD_PAIS: '320',
      COD_DEPARTAMENTO: pad(index + 1, 2),
      DES_DEPARTAMENTO: name,
      COD_REGION: String(1 + (index % 4)),
    }),
);

const DEPARTMENTS = [
  ['GER', 'GERENCIA GENERAL', 'DIRECCIÓN Y REPRESENTACIÓN DE LA COOPERATIVA'],
  ['NEG', 'NEGOCIOS', 'COLOCACIÓN, CAPTACIÓN Y SERVICIO AL ASOCIADO'],
  ['OPE', 'OPERACIONES', 'CAJAS, BÓVEDA Y CANALES'],
  ['INF', 'INFORMÁTICA', 'SISTEMAS, REDES Y SEGURIDAD'],
  ['CUM', 'CUMPLIMIENTO', 'PREVENCIÓN DE LAVADO DE DINERO'],
  ['RHU', 'RECURSOS HUMANOS', ''],
  ['MER', 'MERCADEO', ''],
] as const;
DEPARTMENTS.forEach(([code, name, detail], index) => {
  add(`RRH_UNIDADES/${code}`, {
    COD_EMPRESA: '1',
    COD_UNIDAD: code,
    NOM_UNIDAD: name,
    DES_FUNCIONES: detail,
    COD_UNIDAD_SUP: index === 0 ? '' : 'GER',
    IND_ESTADO: index === 6 ? 'I' : 'A',
    FEC_ADICION: day(2014, index * 3),
    FEC_MODIFICA: `${day(2024, index * 31)} ${clock(index)}`,
  });
});

const POSITIONS = [
  ['010', 'GERENTE GENERAL', '14'],
  ['021', 'JEFE DE AGENCIA', '11'],
  ['022', 'ASESOR DE NEGOCIOS', '08'],
  ['023', 'ANALISTA DE CRÉDITO', '09'],
  ['031', 'RECEPTOR PAGADOR', '06'],
  ['032', 'ENCARGADO DE BÓVEDA', '08'],
  ['041', 'TÉCNICO EN INFORMÁTICA', '09'],
  ['051', 'OFICIAL DE CUMPLIMIENTO', '11'],
  ['061', 'AUXILIAR DE RRHH', '06'],
] as const;
POSITIONS.forEach(([code, name, level], index) => {
  add(`RRH_PUESTOS/${code}`, {
    COD_EMPRESA: '1',
    COD_PUESTO: code,
    DES_PUESTO: name,
    OBS_PUESTO: pick(['', 'SEGÚN MANUAL DE PUESTOS 2019', 'MANEJA EFECTIVO', ''], index),
    NIV_SALARIAL: level,
    IND_FIANZA: index === 4 || index === 5 ? 'S' : 'N',
    EST_PUESTO: index === 8 ? 'I' : 'A',
    FEC_ADICION: day(2014, index * 3),
    FEC_MODIFICA: `${day(2023, index * 29)} ${clock(index)}`,
  });
});

const PROFILES = [
  ['ADM', 'ADMINISTRADOR DEL SISTEMA'],
  ['SUP', 'SUPERVISOR DE AGENCIA'],
  ['OPE', 'OPERADOR'],
  ['CON', 'SOLO CONSULTA'],
] as const;
PROFILES.forEach(([code, name], index) =>
  add(`SEG_PERFILES/${code}`, { COD_PERFIL: code, DES_PERFIL: name, CAN_MAX_SESIONES: String(1 + index), FEC_ADICION: day(2014, index) }),
);

const USERS: string[] = [];
for (let index = 0; index < 28; index++) {
  const first = pick(FIRST, index * 5 + 2);
  const last = pick(LAST, index * 3 + 1);
  const login = plain(`${first.slice(0, 1)}${last.replaceAll(' ', '')}${index > 12 ? index : ''}`);
  USERS.push(login);
  add(`SEG_USUARIOS/${login}`, {
    COD_EMPRESA: '1',
    COD_USUARIO: login,
    NOM_COMPLETO: `${first} ${last} ${pick(MAIDEN, index * 2)}`,
    DIR_CORREO: `${login.toLowerCase()}@coopejemplo.com.gt`,
    TEL_CELULAR: `${pick([5, 4, 3], index)}${pad(1002713 + index * 83177, 7)}`,
    NUM_EXTENSION: pad(101 + index, 4),
    COD_AGENCIA: pick(AGENCIES.slice(0, 7), index * 2)[0],
    COD_UNIDAD: pick(DEPARTMENTS, index * 3 + 1)[0],
    COD_PUESTO: pick(POSITIONS, index * 4 + 1)[0],
    COD_PERFIL: index === 0 ? 'ADM' : pick(['OPE', 'CON', 'OPE', 'SUP', 'OPE'], index),
    NUM_EMPLEADO: pad(200 + index * 3, 5),
    IND_CAJERO: index % 4 === 1 ? 'S' : 'N',
    CAN_INTENTOS: String(index % 3),
    EST_USUARIO: index % 9 === 7 ? 'B' : index % 13 === 11 ? 'I' : 'A',
    FEC_ULT_INGRESO: `${day(2026, 200 + index)} ${clock(index)}`,
    FEC_ADICION: day(2015 + (index % 10), index * 11),
    FEC_MODIFICA: `${day(2026, index * 6)} ${clock(index + 4)}`,
  });
}

const MEMBERS: string[] = [];
for (let index = 0; index < 40; index++) {
  const first = pick(FIRST, index * 3);
  const last = pick(LAST, index * 5 + 2);
  const code = pad(1042 + index * 317, 8);
  MEMBERS.push(code);
  add(`CLI_MAESTRO/${code}`, {
    COD_EMPRESA: '1',
    COD_CLIENTE: code,
    TIP_PERSONA: 'N',
    PRI_NOMBRE: first,
    SEG_NOMBRE: pick(SECOND, index * 4),
    PRI_APELLIDO: last,
    SEG_APELLIDO: index % 11 === 6 ? '' : pick(MAIDEN, index * 2 + 1),
    NUM_DPI: `${1600 + ((index * 173) % 1400)}${pad(10000 + ((index * 7919) % 89999), 5)}${pick(['0901', '0801', '0701', '1201', '1301'], index)}`,
    NUM_NIT: index % 5 === 3 ? 'CF' : `${pad(1203441 + index * 90217, 7)}-${pick(['1', '5', 'K', '8'], index)}`,
    FEC_NACIMIENTO: day(1956 + ((index * 7) % 47), index * 8),
    COD_SEXO: pick(['M', 'F'], index * 3),
    COD_EST_CIVIL: pick(['S', 'C', 'C', 'U', 'V'], index),
    TEL_CELULAR: index % 10 === 9 ? null : `${pick([5, 3, 4], index)}${pad(2203711 + index * 61733, 7)}`,
    TEL_CASA: index % 3 === 0 ? `77${pad(610022 + index * 733, 6)}` : '',
    TXT_ADIC_02: index % 3 === 1 ? '' : `${plain(first).toLowerCase()}.${plain(last).toLowerCase().replaceAll(' ', '')}${index}@correo.gt`,
    DIR_DOMICILIO: `${pick(STREETS, index)} ${index + 1}-${10 + index} ZONA ${1 + (index % 5)}`,
    COD_DEPARTAMENTO: pad(7 + (index % 3), 2),
    COD_MUNICIPIO: pad(1 + (index % 6), 2),
    COD_AGENCIA: pick(AGENCIES.slice(0, 7), index * 3)[0],
    COD_EJECUTIVO: pick(USERS, index * 5),
    IND_PEP: index === 21 ? 'S' : 'N',
    CAL_RIESGO: pick(['1', '1', '2', '1', '3'], index),
    SAL_APORTACION: amount(100 + index * 37.5),
    FEC_INGRESO: day(2004 + (index % 22), (index * 29) % 360),
    EST_CLIENTE: index % 8 === 5 ? 'I' : index === 18 ? 'R' : 'A',
    FEC_RETIRO: index === 18 ? day(2025, 88) : null,
    USR_ADICION: pick(USERS, index),
    FEC_ADICION: day(2016 + (index % 10), (index * 29) % 360),
    FEC_MODIFICA: `${day(2026, index * 5)} ${clock(index)}`,
  });
}

for (let index = 0; index < 32; index++) {
  const kind = pick(['02', '01', '02', '04', '03', '02'], index);
  const value = kind === '03' ? 200 + index * 25 : 5000 + ((index * 7250) % 180000);
  const months = pick([12, 24, 36, 48, 60, 18, 6], index);
  const isClosed = index % 5 === 2 || index % 7 === 6;
  const result = isClosed ? pick(['1', '2', '2', '3'], index) : '0';
  const number = pad(26000 + index, 7);
  const first = pick(FIRST, index * 5 + 1);
  const last = pick(LAST, index * 4 + 3);
  add(`CRE_COTIZACION/${number}`, {
    COD_EMPRESA: '1',
    NUM_COTIZACION: number,
    COD_PRODUCTO: kind,
    COD_SUBPRODUCTO: kind === '02' ? pick(['FIDUCIARIO', 'HIPOTECARIO', 'VEHÍCULO', 'MICROCRÉDITO'], index) : '',
    NOM_SOLICITANTE: `${first} ${last}`,
    TEL_SOLICITANTE: `${pick([4, 5, 3], index)}${pad(3309117 + index * 47717, 7)}`,
    DIR_CORREO: index % 4 === 3 ? '' : `${plain(first).toLowerCase()}${70 + index}@correo.gt`,
    COD_CLIENTE: result === '3' || index % 3 === 0 ? pick(MEMBERS, index * 7) : null,
    MTO_SOLICITADO: amount(value),
    PLZ_MESES: String(months),
    POR_TASA: amount(pick([14.5, 6, 18, 36, 5.25], index)),
    MTO_CUOTA: kind === '04' ? null : amount((value / months) * 1.09),
    COD_AGENCIA: pick(AGENCIES.slice(0, 7), index)[0],
    COD_EJECUTIVO: index % 6 === 4 ? '' : pick(USERS, index * 3),
    EST_COTIZACION: isClosed ? 'C' : pick(['P', 'P', 'E'], index),
    FEC_PROX_CONTACTO: !isClosed && index % 2 === 0 ? day(2026, 331 + index) : null,
    IND_3: result,
    OBS_RECHAZO: result === '2' ? pick(['TASA MÁS BAJA EN OTRO BANCO', 'NO PRESENTÓ PAPELERÍA', 'INGRESOS INSUFICIENTES'], index) : '',
    USR_ADICION: pick(USERS, index * 2 + 1),
    FEC_ADICION: `${day(2026, 120 + index * 6)} ${clock(index)}`,
    FEC_MODIFICA: `${day(2026, 128 + index * 6)} ${clock(index + 2)}`,
  });
}

for (let index = 0; index < 20; index++)
  add(`CRE_GESTION/${pad(51200 + index, 8)}`, {
    NUM_GESTION: pad(51200 + index, 8),
    NUM_COTIZACION: pad(26000 + ((index * 3) % 32), 7),
    COD_USUARIO: pick(USERS, index * 3),
    TIP_GESTION: pick(['LLA', 'VIS', 'WSP'], index),
    OBS_GESTION: pick(['SE LLAMÓ, PIDE REGRESAR LLAMADA', 'VISITA AL NEGOCIO', 'ENVIÓ PAPELERÍA INCOMPLETA', 'NO CONTESTA'], index),
    FEC_GESTION: `${day(2026, 130 + index * 8)} ${clock(index)}`,
  });

for (let index = 0; index < 24; index++)
  add(`AHO_CUENTA/${pad(3001000 + index * 13, 10)}`, {
    NUM_CUENTA: pad(3001000 + index * 13, 10),
    COD_CLIENTE: pick(MEMBERS, index * 3),
    COD_PRODUCTO: pick(['10', '11', '15'], index),
    COD_AGENCIA: pick(AGENCIES.slice(0, 7), index)[0],
    COD_MONEDA: 'GTQ',
    SAL_DISPONIBLE: amount(120.4 + index * 913.77),
    FEC_APERTURA: day(2010 + (index % 16), index * 14),
    EST_CUENTA: pick(['A', 'A', 'A', 'D', 'C'], index),
  });

export const PROGRAM: ForeignProgram = {
  about:
    'A Guatemalan core banking system whose vendor exports its tables to Firestore row by row: upper case, three-letter prefixes, status codes, and every day and amount as text.',
  documents,
  truth: {
    clientes: {
      collection: 'CLI_MAESTRO',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: {
        codigo: 'COD_CLIENTE',
        nombre: ['PRI_NOMBRE', 'SEG_NOMBRE', 'PRI_APELLIDO', 'SEG_APELLIDO'],
        dpi: 'NUM_DPI',
        telefono: 'TEL_CELULAR',
        correo: 'TXT_ADIC_02',
        agencia: 'COD_AGENCIA',
        fechaAsociacion: { field: 'FEC_INGRESO', date: 'dd/MM/yyyy' },
        estado: 'EST_CLIENTE',
      },
      values: { estado: { A: true, I: false, R: false } },
    },
    agencias: {
      collection: 'GRL_AGENCIAS',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: {
        nombre: 'NOM_AGENCIA',
        tipo: 'COD_T07',
        direccion: 'DIR_AGENCIA',
        telefono: 'TEL_AGENCIA',
        latitud: { field: 'VAL_LATITUD', number: '.' },
        longitud: { field: 'VAL_LONGITUD', number: '.' },
        horarios: 'HOR_ATENCION',
        estado: 'IND_ESTADO',
      },
      values: { tipo: { '1': 'agencia', '2': 'cajero', '3': 'agente' }, estado: { A: true, I: false } },
    },
    departamentos: {
      collection: 'RRH_UNIDADES',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: { nombre: 'NOM_UNIDAD', descripcion: 'DES_FUNCIONES', estado: 'IND_ESTADO' },
      values: { estado: { A: true, I: false } },
    },
    puestos: {
      collection: 'RRH_PUESTOS',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: { nombre: 'DES_PUESTO', descripcion: 'OBS_PUESTO', estado: 'EST_PUESTO' },
      values: { estado: { A: true, I: false } },
    },
    roles: {
      collection: 'SEG_PERFILES',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: null,
      updatedBy: null,
      fields: { title: 'DES_PERFIL', value: 'COD_PERFIL' },
    },
    usuarios: {
      collection: 'SEG_USUARIOS',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: {
        name: 'NOM_COMPLETO',
        email: 'DIR_CORREO',
        phone: 'TEL_CELULAR',
        agency: 'COD_AGENCIA',
        department: 'COD_UNIDAD',
        position: 'COD_PUESTO',
        role: 'COD_PERFIL',
        state: 'EST_USUARIO',
      },
      values: { state: { A: true, I: false, B: false } },
    },
    cotizaciones: {
      collection: 'CRE_COTIZACION',
      isActive: null,
      createdAt: { field: 'FEC_ADICION', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedAt: { field: 'FEC_MODIFICA', date: 'dd/MM/yyyy HH:mm:ss' },
      updatedBy: null,
      fields: {
        tipo: 'COD_PRODUCTO',
        tipoPrestamo: 'COD_SUBPRODUCTO',
        nombre: 'NOM_SOLICITANTE',
        telefono: 'TEL_SOLICITANTE',
        correo: 'DIR_CORREO',
        monto: { field: 'MTO_SOLICITADO', number: '.' },
        plazoMeses: { field: 'PLZ_MESES', number: '.' },
        cuota: { field: 'MTO_CUOTA', number: '.' },
        agencia: 'COD_AGENCIA',
        estado: 'EST_COTIZACION',
        responsable: 'COD_EJECUTIVO',
        proximoContacto: { field: 'FEC_PROX_CONTACTO', date: 'dd/MM/yyyy' },
        resultado: 'IND_3',
        motivoPerdida: 'OBS_RECHAZO',
        asociadoId: 'COD_CLIENTE',
        registradaPor: 'USR_ADICION',
      },
      values: {
        tipo: { '01': 'ahorro_plazo', '02': 'prestamo', '03': 'ahorro_programado', '04': 'tarjeta_credito' },
        estado: { P: true, E: true, C: false },
        resultado: { '0': '', '1': 'ganada', '2': 'perdida', '3': 'asociado' },
      },
    },
  },
};

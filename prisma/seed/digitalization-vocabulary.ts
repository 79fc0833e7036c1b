/** Categories of digitized documents of a savings cooperative, with the fields of each type: `etiqueta, tipo, más`. */
type Field = readonly [etiqueta: string, tipo: string, more?: { optional?: true; validador?: string; opciones?: readonly string[] }];
type DemoType = readonly [nombre: string, extensiones: readonly string[], retencionAnios: number | null, campos: readonly Field[]];

/** Formats of the demo's files. */
export const SCAN_EXTENSIONS = ['tiff', 'pdf', 'jpg', 'png', 'docx', 'xlsx'] as const;
export type ScanExtension = (typeof SCAN_EXTENSIONS)[number];

const SCANNED = ['pdf', 'tiff', 'tif', 'jpg'];
const MEMBER: Field = ['Asociado', 'asociado'];
const CREDIT: Field = ['Número de crédito', 'texto'];
const AMOUNT: Field = ['Monto', 'moneda'];
const SIGNED: Field = ['Fecha de firma', 'fecha'];
const DPI: Field = ['DPI', 'texto', { validador: 'dpi' }];
const GUARANTEE: Field = ['Garantía', 'opcion', { opciones: ['Fiduciaria', 'Hipotecaria', 'Prendaria', 'Mixta'] }];
const SESSION: readonly Field[] = [
  ['Número de acta', 'numero'],
  ['Fecha de la sesión', 'fecha'],
];

export const DIGITALIZATION_CATEGORIES: readonly (readonly [nombre: string, descripcion: string, types: readonly DemoType[]])[] = [
  [
    'Créditos',
    'Expedientes de préstamos: solicitud, análisis, resolución y garantías.',
    [
      [
        'Solicitud de crédito',
        SCANNED,
        10,
        [
          MEMBER,
          CREDIT,
          ['Monto solicitado', 'moneda'],
          ['Plazo en meses', 'numero'],
          ['Destino', 'opcion', { opciones: ['Vivienda', 'Vehículo', 'Comercio', 'Agricultura', 'Consumo'] }],
          GUARANTEE,
          ['Fecha de solicitud', 'fecha'],
          ['Observaciones', 'texto', { optional: true }],
        ],
      ],
      ['Pagaré', ['pdf', 'tiff'], 10, [MEMBER, CREDIT, AMOUNT, SIGNED, ['Fiador', 'texto', { optional: true }]]],
      [
        'Resolución de crédito',
        ['pdf'],
        10,
        [CREDIT, ['Resolución', 'opcion', { opciones: ['Aprobado', 'Denegado', 'Devuelto'] }], SIGNED],
      ],
      ['Estado patrimonial', ['pdf', 'xlsx'], 5, [MEMBER, ['Fecha del estado', 'fecha']]],
      ['Avalúo', ['pdf'], 10, [CREDIT, ['Valor del avalúo', 'moneda'], ['Valuador', 'texto']]],
      ['Carta de saldo', ['pdf'], 5, [MEMBER, CREDIT, ['Saldo', 'moneda']]],
      ['Finiquito', ['pdf'], 10, [MEMBER, CREDIT, SIGNED]],
    ],
  ],
  [
    'Identificación de asociados',
    'Documentos personales que piden las normas de prevención de lavado de dinero.',
    [
      ['DPI', SCANNED, 5, [MEMBER, DPI, ['Vence el', 'fecha']]],
      ['Recibo de servicios', SCANNED, 1, [MEMBER, ['Fecha del recibo', 'fecha']]],
      ['Constancia de ingresos', SCANNED, 5, [MEMBER, ['Ingreso mensual', 'moneda'], ['Patrono', 'texto', { optional: true }]]],
      ['RTU', ['pdf'], 1, [MEMBER, ['NIT', 'texto', { validador: 'nit' }]]],
      ['Formulario de inicio de relaciones', SCANNED, 5, [MEMBER, ['Fecha del formulario', 'fecha']]],
    ],
  ],
  [
    'Cuentas y ahorro',
    'Contratos y movimientos de cuentas de ahorro, aportaciones y plazo fijo.',
    [
      ['Contrato de cuenta', SCANNED, 10, [MEMBER, ['Número de cuenta', 'texto'], SIGNED]],
      ['Certificado de plazo fijo', ['pdf', 'tiff'], 10, [MEMBER, AMOUNT, ['Tasa anual', 'numero'], ['Vence el', 'fecha']]],
      ['Registro de firmas', ['jpg', 'png', 'tiff'], 10, [MEMBER, ['Número de cuenta', 'texto']]],
      ['Autorización de débito', SCANNED, 5, [MEMBER, ['Número de cuenta', 'texto'], SIGNED]],
      ['Boleta de depósito', SCANNED, 5, [['Número de boleta', 'texto'], AMOUNT, ['Fecha del depósito', 'fecha']]],
    ],
  ],
  [
    'Legal',
    'Escrituras, poderes y procesos judiciales.',
    [
      ['Escritura pública', ['pdf', 'tiff'], null, [['Número de escritura', 'numero'], ['Notario', 'texto'], SIGNED]],
      ['Hipoteca', ['pdf', 'tiff'], null, [CREDIT, ['Finca', 'numero'], ['Folio', 'numero'], ['Libro', 'texto'], AMOUNT]],
      ['Poder o mandato', ['pdf'], null, [['Otorgante', 'texto'], ['Mandatario', 'texto'], SIGNED]],
      ['Demanda', ['pdf'], null, [CREDIT, ['Juzgado', 'texto'], ['Número de expediente', 'texto']]],
      ['Convenio de pago', ['pdf'], 10, [MEMBER, CREDIT, ['Cuota', 'moneda']]],
    ],
  ],
  [
    'Gobierno cooperativo',
    'Actas y acuerdos de los órganos de la cooperativa.',
    [
      ['Acta del Consejo de Administración', ['pdf', 'docx'], null, SESSION],
      ['Acta de la Comisión de Vigilancia', ['pdf', 'docx'], null, SESSION],
      [
        'Acta de asamblea',
        ['pdf', 'docx'],
        null,
        [...SESSION, ['Clase', 'opcion', { opciones: ['Ordinaria', 'Extraordinaria'] }], ['Asistentes', 'numero', { optional: true }]],
      ],
      ['Memoria de labores', ['pdf'], null, [['Año', 'numero']]],
    ],
  ],
  [
    'Recursos humanos',
    'Expedientes del personal.',
    [
      ['Contrato de trabajo', ['pdf'], 10, [['Colaborador', 'texto'], DPI, SIGNED]],
      [
        'Currículum',
        ['pdf', 'docx'],
        2,
        [
          ['Colaborador', 'texto'],
          ['Teléfono', 'texto', { optional: true, validador: 'telefono' }],
        ],
      ],
      [
        'Constancia de vacaciones',
        ['pdf'],
        5,
        [
          ['Colaborador', 'texto'],
          ['Del', 'fecha'],
          ['Al', 'fecha'],
        ],
      ],
      ['Finiquito laboral', ['pdf'], 10, [['Colaborador', 'texto'], ['Monto', 'moneda'], SIGNED]],
    ],
  ],
];

import type { Fields } from '#server/ports/documents/document-store.ts';
import { EXTRAORDINARY_ASSETS_ID } from '#server/domain/products.ts';
import type { SeedDocument } from './demo-data.ts';
import { pictureUrl } from './pictures.ts';

type Product = readonly [name: string, description: string, rate: number | null];

interface Service {
  id: string;
  nombre: string;
  descripcion: string;
  icono: string;
  requisitos: string;
  products: readonly Product[];
}

const SAVINGS = 'DPI vigente\nRecibo de agua, luz o teléfono\nAportación inicial de Q100.00';
const LOAN =
  'Ser asociado con seis meses de antigüedad\nDPI vigente\nConstancia de ingresos de los últimos tres meses\nRecibo de agua, luz o teléfono';

const SERVICES: readonly Service[] = [
  {
    id: 'ahorro_corriente',
    nombre: 'Ahorro corriente',
    descripcion: 'Dinero disponible todos los días, con libreta y tarjeta de débito.',
    icono: 'piggy-bank',
    requisitos: SAVINGS,
    products: [
      ['Cuenta de aportaciones', 'La cuenta con la que se asocia a la cooperativa.', 5],
      ['Ahorro disponible', 'Depósitos y retiros sin límite en todas las agencias.', 2],
      ['Ahorro infantojuvenil', 'Para menores de edad, a nombre de quien los representa.', 3.5],
      ['Ahorro en dólares', 'Para quienes reciben remesas o cobran en dólares.', 0.75],
    ],
  },
  {
    id: 'ahorro_plazo',
    nombre: 'Ahorro a plazo fijo',
    descripcion: 'La mejor tasa para el dinero que no necesita hoy.',
    icono: 'calendar-clock',
    requisitos: SAVINGS,
    products: [
      ['Plazo fijo a 3 meses', 'Desde Q1,000.00.', 4.25],
      ['Plazo fijo a 6 meses', 'Desde Q1,000.00.', 5.25],
      ['Plazo fijo a 12 meses', 'Desde Q1,000.00. Intereses mensuales o al vencimiento.', 6.5],
      ['Plazo fijo a 24 meses', 'Desde Q5,000.00. Intereses mensuales o al vencimiento.', 7.25],
    ],
  },
  {
    id: 'ahorro_programado',
    nombre: 'Ahorro programado',
    descripcion: 'Una cuota fija cada mes para una meta con fecha.',
    icono: 'calendar-check',
    requisitos: SAVINGS,
    products: [
      ['Ahorro navideño', 'De enero a noviembre, con entrega la primera semana de diciembre.', 5],
      ['Ahorro escolar', 'Para útiles, inscripciones y colegiaturas.', 5],
      ['Ahorro para mi casa', 'Enganche en tres años o más.', 6],
    ],
  },
  {
    id: 'prestamos',
    nombre: 'Préstamos',
    descripcion: 'Cuotas sobre saldos, sin penalización por pagar antes.',
    icono: 'hand-coins',
    requisitos: LOAN,
    products: [
      ['Fiduciario', 'Con la firma de un fiador, hasta Q50,000.00.', 18],
      ['Hipotecario', 'Compra, construcción o remodelación de vivienda, hasta 20 años.', 12.5],
      ['Automático', 'Hasta el 90 % de sus ahorros a plazo, el mismo día.', 10],
      ['Agropecuario', 'Cuotas según la cosecha.', 14],
      ['Microcrédito', 'Capital de trabajo para su negocio.', 22],
      ['Estudiantil', 'Colegiaturas e inscripción de diversificado y universidad.', 11],
      ['Vehículos', 'Hasta el 80 % del valor, a 60 meses.', 13.75],
    ],
  },
  {
    id: 'tarjetas',
    nombre: 'Tarjetas',
    descripcion: 'Crédito y débito aceptados en todo el mundo.',
    icono: 'credit-card',
    requisitos: LOAN,
    products: [
      ['Tarjeta de crédito clásica', 'Límite desde Q3,000.00, sin membresía el primer año.', 36],
      ['Tarjeta de crédito oro', 'Límite desde Q15,000.00, con seguro de viaje.', 32],
      ['Tarjeta de débito', 'Para su ahorro disponible.', null],
    ],
  },
  {
    id: 'remesas',
    nombre: 'Remesas',
    descripcion: 'Cobro al instante en agencias o directo a su cuenta.',
    icono: 'send',
    requisitos: 'DPI vigente\nNúmero de la remesa',
    products: [
      ['Cobro en agencia', 'En cualquier agencia y agente.', null],
      ['Remesa a cuenta', 'Se acredita en su ahorro sin ir a la agencia.', null],
      ['Remesa programada', 'Una parte de cada remesa va a su ahorro.', 4],
    ],
  },
  {
    id: 'seguros',
    nombre: 'Seguros',
    descripcion: 'Protección para su familia desde Q25.00 al mes.',
    icono: 'shield-check',
    requisitos: 'DPI vigente\nSer asociado activo',
    products: [
      ['Seguro de vida', 'Hasta Q100,000.00 para sus beneficiarios.', null],
      ['Gastos funerarios', 'Atención en todo el país.', null],
      ['Seguro médico', 'Consultas, laboratorios y medicinas.', null],
    ],
  },
  {
    id: EXTRAORDINARY_ASSETS_ID,
    nombre: 'Activos extraordinarios',
    descripcion: 'Casas, terrenos y vehículos en venta, con financiamiento.',
    icono: 'building-2',
    requisitos: 'DPI vigente\nOferta por escrito en sobre cerrado',
    products: [
      ['Casa en zona 3', 'Tres dormitorios, dos baños, patio y parqueo.', 9.5],
      ['Terreno en las afueras', '20 por 30 metros, con agua y luz.', 9.5],
      ['Local comercial', 'En primer nivel, 64 metros cuadrados.', 9.5],
    ],
  },
];

const CAPTIONS = [
  'Fachada de la casa en zona 3',
  'Sala y comedor',
  'Cocina',
  'Dormitorio principal',
  'Patio y parqueo',
  'Terreno visto desde la calle',
  'Terreno, lindero norte',
  'Acceso al terreno',
  'Local comercial, entrada',
  'Local comercial, interior',
  'Vehículo, costado',
  '',
];
const DAY_MS = 86_400_000;

/** Services of the app in order, with their products, and the photos of the extraordinary assets. */
export function makeProducts({ today, publicUrl }: { today: Date; publicUrl: URL }): SeedDocument[] {
  const begun = new Date(today.getTime() - 300 * DAY_MS);
  const photos = CAPTIONS.map((descripcion, index) =>
    seeded(
      `productos_servicios/${EXTRAORDINARY_ASSETS_ID}/fotos/foto-${String(index + 1).padStart(2, '0')}`,
      { url: pictureUrl(publicUrl, 'inmueble', index), descripcion, orden: index + 1 },
      begun,
      index,
    ),
  );
  return [...SERVICES.flatMap((service, index) => makeService(service, index, begun, publicUrl)), ...photos];
}

function makeService({ id, products, requisitos, ...fields }: Service, index: number, begun: Date, publicUrl: URL): SeedDocument[] {
  const path = `productos_servicios/${id}`;
  return [
    seeded(path, { ...fields, orden: index + 1, galeria: id === EXTRAORDINARY_ASSETS_ID, estado: true }, begun, index),
    ...products.map(([nombre, descripcion, tasa], at) =>
      seeded(
        `${path}/productos/producto-${at + 1}`,
        {
          nombre,
          descripcion,
          requisitos,
          tasa,
          image_url: pictureUrl(publicUrl, 'promocion', index + at),
          orden: at + 1,
          // Nobody has switched on the insurances.
          estado: id !== 'seguros' && index + at !== 9,
        },
        begun,
        index * 10 + at,
      ),
    ),
  ];
}

function seeded(path: string, data: Fields, begun: Date, index: number): SeedDocument {
  const at = new Date(begun.getTime() + index * 60_000);
  return { path, data: { ...data, isActive: true, createdAt: at, updatedAt: at }, at };
}

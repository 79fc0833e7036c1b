import { formatDay } from './dates.ts';
import { countOf } from './text.ts';

export const CONTENT_HEALTH_URL = '/reports/content-health';

/** Faults that members see, most urgent first: plainly false contents lead. */
export const FINDING_KINDS = [
  { id: 'promocion-vencida', label: 'Promoción vencida sin ocultar', mend: 'Ocúltela o cambie su última fecha.' },
  { id: 'plaza-vencida', label: 'Plaza vencida sin ocultar', mend: 'Ocúltela o cambie su fecha.' },
  { id: 'imagen-caida', label: 'Imagen caída', mend: 'Cargue la imagen de nuevo o quítela.' },
  { id: 'video-caido', label: 'Video caído', mend: 'Corrija o quite su dirección.' },
  { id: 'sin-imagen', label: 'Sin imagen', mend: 'Cargue una imagen.' },
  { id: 'sin-coordenadas', label: 'Sin coordenadas', mend: 'Escríbalas: sin ellas no está en el mapa.' },
  { id: 'coordenadas-dudosas', label: 'Coordenadas dudosas', mend: 'Revise las cifras y sus signos.' },
  { id: 'sin-telefono', label: 'Sin teléfono', mend: 'Escriba un teléfono completo.' },
  { id: 'horario-confuso', label: 'Horario confuso', mend: 'Escriba desde y hasta qué hora abre.' },
  { id: 'servicio-vacio', label: 'Servicio vacío', mend: 'Agregue un producto u ocúltelo.' },
  { id: 'orden-con-huecos', label: 'Orden con huecos', mend: 'Mueva uno: se numeran de nuevo.' },
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number]['id'];

/** Why an address does not work. */
const ADDRESS_PROBLEMS = {
  missing: 'No existe',
  private: 'Es de una red privada',
  invalid: 'No es una dirección completa',
  'not-a-picture': 'No es una imagen',
  unreachable: 'Su servidor no responde',
  broken: 'Su servidor responde con error',
} as const;

export type AddressProblem = keyof typeof ADDRESS_PROBLEMS;

/** Reported at once; the others only when they occur twice, because a server may be down for a moment. */
export const SURE_PROBLEMS: readonly AddressProblem[] = ['missing', 'private', 'invalid', 'not-a-picture'];

export interface FindingFacts {
  kind: string;
  /** A day, a problem of an address, `outside` or `far`, or the number of missing places. */
  fact: string;
  /** The address, or the number of duplicate places. */
  about: string;
}

/** The kind of a stored id. @throws RangeError for any other id: no query gives one */
export function findingKind(kind: string): FindingKind {
  const known = FINDING_KINDS.find(({ id }) => id === kind);
  if (!known) throw new RangeError(`no kind of finding: ${kind}`);
  return known.id;
}

export function findingLabel(kind: string): string {
  return FINDING_KINDS.find(({ id }) => id === kind)?.label ?? kind;
}

export function findingRemedy(kind: string): string {
  return FINDING_KINDS.find(({ id }) => id === kind)?.mend ?? '';
}

/** Details beyond the kind; '' where the kind says everything. */
export function findingDetail({ kind, fact, about }: FindingFacts): string {
  switch (kind) {
    case 'promocion-vencida':
    case 'plaza-vencida':
      return `Terminó el ${formatDay(fact)} y sigue encendida.`;
    case 'imagen-caida':
    case 'video-caido':
      return `${problemText(fact)}: ${about}`;
    case 'coordenadas-dudosas':
      return fact === 'outside' ? 'Está fuera de Guatemala.' : 'Está a más de 80 km de cualquier otra.';
    case 'horario-confuso':
      return fact === '' ? 'No tiene horario.' : `Dice: «${fact}».`;
    case 'sin-telefono':
      return fact === '' ? 'No tiene teléfono.' : `Dice: «${fact}».`;
    case 'sin-imagen':
      return 'Se muestra sin imagen.';
    case 'sin-coordenadas':
      return 'Le falta latitud o longitud.';
    case 'servicio-vacio':
      return 'No tiene productos activos.';
    case 'orden-con-huecos':
      return orderText(Number(fact), Number(about));
    default:
      return '';
  }
}

function problemText(problem: string): string {
  return Object.entries(ADDRESS_PROBLEMS).find(([id]) => id === problem)?.[1] ?? 'No responde';
}

function orderText(missing: number, doubled: number): string {
  const parts = [
    ...(missing > 0 ? [`faltan ${countOf(missing, 'lugar', 'lugares')}`.replace('faltan 1 ', 'falta 1 ')] : []),
    ...(doubled > 0 ? [`${countOf(doubled, 'lugar repetido', 'lugares repetidos')}`] : []),
  ];
  const text = parts.join(' y ');
  return text === '' ? 'No empieza en 1.' : `${text.charAt(0).toLocaleUpperCase('es')}${text.slice(1)}.`;
}

import { normalizeForSearch } from '../../../domain/normalize.ts';

/**
 * Words with the same meaning in cooperatives' programs, in Spanish and English; the first is the one in the portal's fields. Singular:
 * plurals are recognised by their ending.
 */
const SAME: readonly string[] = [
  'asociado socio cliente miembro afiliado member customer client partner',
  'agencia sucursal oficina punto branch agency office',
  'usuario empleado colaborador personal usr user staff employee owner dueno propietario',
  'departamento depto area unidad department',
  'puesto cargo plaza posicion position job',
  'vacante empleo plaza vacancy opening job',
  'promocion oferta campana anuncio promo promotion campaign',
  'cotizacion prospecto prospeccion solicitud lead prospect quote inquiry',
  'documento expediente papel document record paper',
  'archivo fichero adjunto documento file attachment',
  'carpeta folder directorio',
  'tipo clase type kind tipodocumento',
  'categoria rubro grupo category group',
  'paquete envio lote package parcel shipment batch',
  'evento movimiento suceso event activity',
  'rol perfil role profile',
  'permiso acceso permission right',
  'menu opcion option',
  'servicio service',
  'producto product',
  'foto imagen fotografia picture image photo img banner galeria gallery',
  'educacion leccion curso articulo education lesson course post article',
  'asociarse requisito pasos join steps',
  'asociacion afiliacion ingreso membresia joined membership since',
  'configuracion ajuste parametro setting config',
  'constante constant',
  'nombre titulo denominacion des name title',
  'titulo encabezado title heading nombre name',
  'descripcion detalle contenido texto cuerpo observacion des desc obs description detail content body text summary caption',
  'codigo cif numero clave code number key',
  'dpi cui identificacion cedula',
  'telefono tel celular movil phone mobile cellphone',
  'correo email mail electronico',
  'direccion domicilio dir address location',
  'latitud lat latitude',
  'longitud lng lon long longitude',
  'horario hora hours schedule',
  'operacion transaccion operations',
  'estado activo habilitado publicado visible situacion est status state active enabled published open abierto vigente archivado archived oculto hidden',
  'orden posicion secuencia indice order position sort sequence index',
  'video youtube',
  'url enlace link href direccionweb address',
  'monto cantidad importe valor mto amount value',
  'plazo meses plz term months',
  'cuota pago installment payment',
  'tasa interes rate',
  'responsable encargado asesor asignado ejecutivo owner assignee assign assigned advisor',
  'bitacora historial seguimiento log history',
  'nota comentario observacion note comment remark',
  'motivo razon reason',
  'desde inicio comienzo from start begin',
  'hasta fin final vencimiento end until expires ends',
  'fecha dia vigencia date day',
  'creado creacion alta adicion registro registrado created creation registered posted added',
  'actualizado actualizacion modificado modificacion cambio updated modified changed',
  'vigente activo habilitado borrado eliminado alive kept active enabled deleted removed',
  'enviado sended sent envio shipped',
  'recibido received aceptado accepted',
  'remitente sender from origen',
  'pagina page hoja folio',
  'retencion retention conservar',
  'anio year ano',
  'contenttype mimetype mime',
  'bytes tamano peso size length',
  'extension formato format ending',
  'clic click visita hit visit',
  'icono icon',
  'maximo max',
  'mb megabyte mega',
  'requisito requirement',
  'beneficio ofrecemos oferta benefit offer',
  'perfil profile',
  'deseado desired wanted',
  'limite papeleria deadline limit',
  'proximo siguiente next',
  'contacto seguimiento followup contact',
  'resultado desenlace result outcome',
  'prestamo credito loan credit',
  'tarjeta card',
  'ahorro saving savings',
  'programado scheduled',
  'cajero atm',
  'agente corresponsal agent',
  'ganado ganada won',
  'perdido perdida rechazo lost',
  'asociado joined',
  'nivel level',
  'academico academic estudio education',
];

/** Words that do not tell what a field holds. */
const FILLERS = new Set(
  'maletin briefcase de del la el los las the of y and por by tbl str fld txt obj num val ind id ids ref uid nro no a al at on in is es esta has completo full'.split(
    ' ',
  ),
);
/** Compounds that some names write as two words. */
const COMPOUNDS = /\b(content|mime|follow) (type|up)\b/g;
/** Names of switches with the opposite meaning of the portal's. */
const OPPOSITES = new Set(
  'borrado eliminado archivado oculto inactivo deshabilitado deleted removed archived hidden inactive disabled'.split(' '),
);

/** All meanings of a word; a word missing in the table means itself. */
const MEANINGS = new Map<string, string[]>();
for (const line of SAME) {
  const [first = '', ...others] = line.split(' ');
  for (const word of [first, ...others]) MEANINGS.set(word, [...(MEANINGS.get(word) ?? []), first]);
}
/** Shorter abbreviations match too many words. */
const ABBREVIATION_MIN = 3;

/** `fechaAsociacion`, `fecha_asociación` and `FECHA DE ASOCIACION` give the same words. */
function wordsOf(name: string): string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return normalizeForSearch(apart)
    .replace(COMPOUNDS, '$1$2')
    .split(' ')
    .filter((word) => word !== '');
}

/** Cache: every name is compared with every other one. */
const KNOWN_NAMES = new Map<string, (readonly string[])[]>();

function meaningsOf(name: string): (readonly string[])[] {
  const known = KNOWN_NAMES.get(name) ?? readMeanings(name);
  KNOWN_NAMES.set(name, known);
  return known;
}

/** The meanings of each word of a name, without duplicates and filler words. */
function readMeanings(name: string): (readonly string[])[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => !FILLERS.has(word));
  const meanings = (telling.length > 0 ? telling : words).map(meaningOf);
  return meanings.filter((one, index) => !meanings.slice(0, index).some((other) => sameMeaning(one, other)));
}

const sameMeaning = (one: readonly string[], other: readonly string[]) => one.some((meaning) => other.includes(meaning));

function meaningOf(word: string): readonly string[] {
  const singulars = [
    word,
    word.replace(/s$/, ''),
    word.replace(/es$/, ''),
    word.replace(/ies$/, 'y'),
    word.replace(/([ao])$/, otherGender),
  ];
  for (const one of singulars) {
    const meanings = MEANINGS.get(one);
    if (meanings) return meanings;
  }
  return abbreviated(word) ?? abbreviated(word.replace(/s$/, '')) ?? [word.replace(/(?:es|s)$/, '')];
}

const otherGender = (ending: string) => (ending === 'a' ? 'o' : 'a');

/** `fec`, `agen`, `cod`: the meanings common to all words with that prefix. */
function abbreviated(word: string): readonly string[] | null {
  if (word.length < ABBREVIATION_MIN) return null;
  const [first, ...others] = [...MEANINGS].filter(([whole]) => whole.startsWith(word)).map(([, meanings]) => meanings);
  const common = first?.filter((meaning) => others.every((meanings) => meanings.includes(meaning))) ?? [];
  return common.length > 0 ? common : null;
}

/**
 * Similarity of two names, from 0 to 1: by spelling, by meaning, or partially.
 * @param of the collection of the second field, whose own name adds no meaning (`NOM_AGENCIA` of agencies)
 */
export function likeness(a: string, b: string, of = ''): number {
  if (wordsOf(a).join('') === wordsOf(b).join('')) return 1;
  const [one, whole, around] = [meaningsOf(a), meaningsOf(b), meaningsOf(of)];
  const own = whole.filter((meanings) => !around.some((other) => sameMeaning(meanings, other)));
  return Math.max(share(one, whole), own.length > 0 ? 0.98 * share(one, own) : 0);
}

function share(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): number {
  const left = [...other];
  for (const meanings of one) {
    const at = left.findIndex((others) => sameMeaning(meanings, others));
    if (at >= 0) left.splice(at, 1);
  }
  return (0.9 * (other.length - left.length)) / (one.length + left.length);
}

/** Whether a switch with that name is on where the portal's is off: `archived`. */
export const isOpposite = (name: string): boolean => wordsOf(name).some((word) => OPPOSITES.has(word));

const YES =
  's si y yes true v verdadero 1 a activo activa active enabled habilitado habilitada alta vigente publicado publicada published on visible open abierto abierta pendiente pending nuevo nueva new contactado contacted';
const NO =
  'n no false f falso 0 i inactivo inactiva inactive disabled deshabilitado deshabilitada baja vencido oculto oculta hidden off borrado eliminado closed done cerrado cerrada suspendido suspendida suspended retirado retirada retired bloqueado bloqueada blocked b r';
const TRUTHS = new Map([...YES.split(' ').map((word) => [word, true] as const), ...NO.split(' ').map((word) => [word, false] as const)]);

/** The boolean meaning of a word; undefined if it has none. */
export const truthOf = (word: string): boolean | undefined => TRUTHS.get(normalizeForSearch(word));

const PAIRS = ['si no', 's n', 'y n', 'yes no', 'true false', 'v f', 'verdadero falso', '1 0', 'a i', 'activo inactivo', 'activa inactiva']
  .concat(['active inactive', 'habilitado deshabilitado', 'habilitada deshabilitada', 'enabled disabled', 'alta baja', 'on off'])
  .concat(['publicado oculto', 'publicada oculta', 'open closed', 'abierto cerrado', 'abierta cerrada', 'vigente vencido'])
  .map((pair) => pair.split(' '));

/** The word for the opposite, in the same letter case. */
export function otherTruth(word: string): string | undefined {
  const plain = normalizeForSearch(word);
  const other = PAIRS.flatMap(([yes, no]) => (yes === plain ? no : no === plain ? yes : undefined) ?? [])[0];
  if (other === undefined) return undefined;
  if (word === word.toUpperCase()) return other.toUpperCase();
  return word[0] === word[0]?.toUpperCase() ? `${other[0]?.toUpperCase() ?? ''}${other.slice(1)}` : other;
}

/** Parts of a person's name that other programs store separately, in writing order. */
export const NAME_PARTS: readonly RegExp[] = [
  /(?:^|[._])(?:nombres|nombre_?1|(?:pri|primer|1er)_?nom(?:bre)?|first_?names?|given_?names?|first)$/i,
  /(?:^|[._])(?:nombre_?2|(?:seg|segundo|2do)_?nom(?:bre)?|otros_?nombres|middle_?names?|middle)$/i,
  /(?:^|[._])(?:apellidos|apellido_?1|(?:pri|primer|1er)_?ape(?:llido)?|last_?names?|surname|family_?name|last)$/i,
  /(?:^|[._])(?:apellido_?2|(?:seg|segundo|2do)_?ape(?:llido)?|second_?surname)$/i,
  /(?:^|[._])ape(?:llido)?_?(?:de_?)?casada$/i,
];

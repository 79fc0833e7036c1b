import { normalizeForSearch } from '../../../domain/search.ts';

/**
 * Words that mean the same to programs of cooperatives, in Spanish and English, the first one as the portal's fields have it. Singular: a
 * plural is recognised by its ending.
 */
const SAME: readonly string[] = [
  'asociado socio cliente miembro afiliado member customer client partner',
  'agencia sucursal oficina punto branch agency office',
  'usuario empleado colaborador personal user staff employee',
  'departamento area unidad department',
  'puesto cargo plaza position job',
  'vacante empleo vacancy opening',
  'promocion oferta campana anuncio promo promotion campaign',
  'cotizacion prospecto prospeccion solicitud lead prospect quote inquiry',
  'documento expediente papel document record',
  'archivo fichero adjunto file attachment',
  'carpeta folder directorio',
  'tipo clase type kind',
  'categoria rubro grupo category group',
  'paquete envio lote package shipment batch',
  'rol perfil role profile',
  'permiso acceso permission right',
  'menu opcion option',
  'servicio service',
  'producto product',
  'foto imagen fotografia picture image photo img',
  'educacion leccion curso education lesson course',
  'asociarse requisito pasos join steps',
  'asociacion afiliacion ingreso membresia joined membership',
  'configuracion ajuste parametro setting config',
  'constante constant',
  'nombre denominacion name',
  'titulo encabezado title heading',
  'descripcion detalle contenido texto cuerpo description detail content body text',
  'codigo cif numero clave code number key',
  'dpi cui identificacion cedula',
  'telefono tel celular movil phone mobile cellphone',
  'correo email mail electronico',
  'direccion domicilio ubicacion address location',
  'latitud lat latitude',
  'longitud lng lon long longitude',
  'horario hora hours schedule',
  'operacion transaccion operations',
  'estado activo activa habilitado habilitada publicado visible situacion status state active enabled published',
  'orden posicion secuencia order sort sequence',
  'video youtube',
  'url enlace link href direccionweb',
  'monto cantidad importe valor amount value',
  'plazo meses term months',
  'cuota pago installment payment',
  'tasa interes rate',
  'responsable encargado asesor asignado owner assignee advisor',
  'bitacora historial seguimiento log history',
  'nota comentario observacion note comment remark',
  'motivo razon reason',
  'desde inicio comienzo from start begin',
  'hasta fin final vencimiento to end until expires',
  'fecha dia date day',
  'creado creacion alta registro created creation registered',
  'actualizado actualizacion modificado modificacion cambio updated modified changed',
  'bytes tamano peso size length',
  'extension formato format',
  'clic click visita hit',
  'icono icon',
  'tamanomaximomb maximo max',
];

/** Says nothing of what a field holds. */
const FILLERS = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'the',
  'of',
  'y',
  'and',
  'tbl',
  'str',
  'fld',
  'num',
  'id',
  'nro',
  'no',
  'a',
]);

const MEANINGS = new Map(SAME.flatMap((line) => line.split(' ').map((word, _index, words) => [word, words[0] ?? word] as const)));

/** `fechaAsociacion`, `fecha_asociación` and `FECHA DE ASOCIACION` are the same words. */
function wordsOf(name: string): string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return normalizeForSearch(apart)
    .split(' ')
    .filter((word) => word !== '');
}

/** The meanings of a name, without what says nothing. */
function meaningsOf(name: string): string[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => !FILLERS.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(meaningOf))];
}

function meaningOf(word: string): string {
  const singulars = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  for (const one of singulars) {
    const meaning = MEANINGS.get(one);
    if (meaning !== undefined) return meaning;
  }
  return word.replace(/(?:es|s)$/, '');
}

/** How alike two names are, from 0 to 1: spelled alike, the same by meaning, or a part of it. */
export function likeness(a: string, b: string): number {
  if (wordsOf(a).join('') === wordsOf(b).join('')) return 1;
  const [one, other] = [meaningsOf(a), meaningsOf(b)];
  const shared = one.filter((meaning) => other.includes(meaning)).length;
  return (0.9 * shared) / new Set([...one, ...other]).size;
}

const YES = 's si y yes true v verdadero 1 a activo activa active habilitado habilitada alta vigente publicado publicada on visible';
const NO = 'n no false f falso 0 i inactivo inactiva inactive deshabilitado deshabilitada baja vencido oculto oculta off borrado eliminado';
const TRUTHS = new Map([...YES.split(' ').map((word) => [word, true] as const), ...NO.split(' ').map((word) => [word, false] as const)]);

/** What a word says of a switch; undefined where it says neither. */
export const truthOf = (word: string): boolean | undefined => TRUTHS.get(normalizeForSearch(word));

/** Parts of a person's name that other programs keep apart, in the order in which they are written. */
export const NAME_PARTS: readonly RegExp[] = [
  /^(?:nombres|primer_?nombre|first_?name|given_?name)$/i,
  /^(?:segundo_?nombre|otros_?nombres|middle_?name)$/i,
  /^(?:apellidos|primer_?apellido|last_?name|surname|family_?name)$/i,
  /^(?:segundo_?apellido|second_?surname)$/i,
  /^apellido_?(?:de_?)?casada$/i,
];

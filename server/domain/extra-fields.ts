import { withoutAccents } from './text.ts';

/**
 * Fields that a document type adds to the common ones of its documents: `campos` of `tipos_documento`
 * (docs/data-model.md). A document holds its values under their `clave`.
 */
export type ExtraField = Readonly<{
  /** Key of the value in documents: unique within its type, and never changed once stored. */
  clave: string;
  /** The label people see. */
  etiqueta: string;
  /** One of EXTRA_FIELD_KINDS; other values that other programs wrote are kept. */
  tipo: string;
  obligatorio: boolean;
  /** Id of a rule of the constants `fieldValidators`; '' for none. */
  validador: string;
  /** The choices of kind `opcion`. */
  opciones: readonly string[];
}>;

export const EXTRA_FIELD_KINDS = [
  { value: 'texto', label: 'Texto' },
  { value: 'numero', label: 'Número' },
  { value: 'moneda', label: 'Moneda' },
  { value: 'fecha', label: 'Fecha' },
  { value: 'opcion', label: 'Opción' },
  { value: 'asociado', label: 'Asociado' },
] as const;

/** Maximum number of fields of a type (D10), of options of a field, and lengths of their texts. */
export const EXTRA_FIELD_LIMITS = { fields: 40, options: 100, key: 40, label: 80, option: 80 } as const;

const DEFAULT_KIND = 'texto';
const OPTION_KIND = 'opcion';
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** The kind's label; an unknown kind is shown as stored. */
export function extraFieldKind(tipo: string): string {
  return EXTRA_FIELD_KINDS.find(({ value }) => value === tipo)?.label ?? tipo;
}

export function needsOptions({ tipo }: Pick<ExtraField, 'tipo'>): boolean {
  return tipo === OPTION_KIND;
}

/** Also true for unknown kinds: whoever wrote them may have given them options. */
export function mayHaveOptions({ tipo }: Pick<ExtraField, 'tipo'>): boolean {
  return needsOptions({ tipo }) || !isKnownKind(tipo);
}

function isKnownKind(tipo: string): boolean {
  return EXTRA_FIELD_KINDS.some(({ value }) => value === tipo);
}

/**
 * Reads stored fields leniently: a list of maps, a map of them by key, or names alone. Missing parts get defaults; an entry
 * without key and label is left out.
 */
export function readExtraFields(stored: unknown): ExtraField[] {
  const entries = Array.isArray(stored) ? (stored as unknown[]) : isMap(stored) ? Object.entries(stored).map(withKey) : [];
  return entries.map(toExtraField).filter(({ clave, etiqueta }) => clave !== '' || etiqueta !== '');
}

function withKey([clave, value]: [string, unknown]): unknown {
  return isMap(value) ? { clave, ...value } : { clave, etiqueta: value };
}

function toExtraField(entry: unknown): ExtraField {
  const raw = isMap(entry) ? entry : { clave: entry };
  // Documents hold values under the key: even its blanks must stay.
  const key = typeof raw['clave'] === 'string' ? raw['clave'] : textOf(raw['clave']);
  const [clave, etiqueta] = [key.trim() === '' ? '' : key, textOf(raw['etiqueta'])];
  const { opciones } = raw;
  const options = Array.isArray(opciones) ? opciones.map(textOf) : textOf(opciones).split('|');
  return {
    clave: clave || keyOf(etiqueta),
    etiqueta: etiqueta || clave.trim(),
    tipo: textOf(raw['tipo']) || DEFAULT_KIND,
    obligatorio: isYes(raw['obligatorio']) === true,
    validador: textOf(raw['validador']),
    opciones: options.map((option) => option.trim()).filter((option) => option !== ''),
  };
}

/** Whether a value has the shape that `readExtraFields` returns. */
export function isExtraField(value: unknown): value is ExtraField {
  if (!isMap(value)) return false;
  const { obligatorio, opciones, ...texts } = value;
  return (
    typeof obligatorio === 'boolean' &&
    Array.isArray(opciones) &&
    opciones.every((option) => typeof option === 'string') &&
    ['clave', 'etiqueta', 'tipo', 'validador'].every((name) => typeof texts[name] === 'string')
  );
}

/** Derives a key from a label: `Número de DPI` becomes `numero_de_dpi`; '' when no letter is left. */
export function keyOf(label: string): string {
  return withoutAccents(label.slice(0, 2 * EXTRA_FIELD_LIMITS.label))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, EXTRA_FIELD_LIMITS.key)
    .replace(/_$/, '');
}

/** Why fields cannot be stored in place of the stored ones: texts by `<row>.<part>`. `validators`: ids of the existing rules. */
export function extraFieldErrors(
  submitted: readonly ExtraField[],
  stored: readonly ExtraField[],
  validators: readonly string[],
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const known = new Map(stored.map((field) => [field.clave, field]));
  submitted.forEach(({ clave, tipo, validador }, row) => {
    const before = known.get(clave);
    if (!before && !KEY.test(clave))
      errors[`${row}.clave`] = [`La clave «${clave}» solo puede llevar letras sin tilde, números y guion bajo, y empezar con una letra.`];
    if (before?.tipo !== tipo && !isKnownKind(tipo))
      errors[`${row}.tipo`] = [
        `El tipo «${tipo}» no existe. Elija uno de estos: ${EXTRA_FIELD_KINDS.map(({ value }) => value).join(', ')}.`,
      ];
    if (validador !== '' && before?.validador !== validador && !validators.includes(validador))
      errors[`${row}.validador`] = [`El validador «${validador}» no existe. Se definen en Configuración › Constantes de mantenimiento.`];
  });
  return errors;
}

/** Keys that are no longer among the fields. */
export function removedKeys(before: readonly ExtraField[], after: readonly ExtraField[]): string[] {
  const remaining = new Set(after.map(({ clave }) => clave));
  return before.map(({ clave }) => clave).filter((clave) => clave !== '' && !remaining.has(clave));
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** No word for yes or no is longer, with the spaces that somebody may leave around it. */
const YES_MAX = 200;

/** Null for anything that is neither yes nor no. */
export function isYes(value: unknown): boolean | null {
  const word = typeof value === 'string' && value.length <= YES_MAX ? value.trim().normalize('NFC').toLowerCase() : value;
  if (word === true || word === 1 || word === 'sí' || word === 'si' || word === 'true') return true;
  return word === false || word === 0 || word === 'no' || word === 'false' || word === '' ? false : null;
}

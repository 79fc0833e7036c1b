import { STATE_LABELS } from './document-states.ts';
import { isProgramExtension } from './file-types.ts';
import { PACKAGE_STATE_LABELS } from './package-states.ts';
import type { StateNames } from './state-names.ts';

/**
 * Maintenance constants of digitalization (docs/specification.md section 3): four lists of {id, value}. Documents store ids, people
 * read values. Stored as `constantes/{list}` = {items: [{id, value}, …]} in screen order.
 */
export interface ConstantItem {
  id: string;
  value: string;
}

export interface ConstantListDefinition {
  id: string;
  title: string;
  /** What the list is for. */
  description: string;
  idLabel: string;
  valueLabel: string;
  /** Pattern that every id must match, and its description for people. */
  idPattern: RegExp;
  idRule: string;
  valueMax: number;
  /** Ids that the code refers to: never removed or renamed; their value may change. */
  lockedIds: readonly string[];
  defaults: readonly ConstantItem[];
}

/** A list of states; `words` are those that the code refers to, by id. */
const statusList = (words: Readonly<Record<string, string>>) => ({
  idLabel: 'Código',
  valueLabel: 'Nombre',
  idPattern: /^[A-Z][A-Z0-9_]{0,39}$/,
  idRule: 'Mayúsculas, números y guion bajo; empieza con una letra.',
  valueMax: 60,
  lockedIds: Object.keys(words),
  defaults: Object.entries(words).map(([id, value]): ConstantItem => ({ id, value })),
});

export const CONSTANT_LISTS = [
  {
    id: 'packageStatus',
    title: 'Estados de paquete',
    description: 'Por dónde va un paquete entre agencias.',
    ...statusList(PACKAGE_STATE_LABELS),
  },
  {
    id: 'docStates',
    title: 'Estados de documento',
    description: 'En qué situación está un documento digitalizado.',
    ...statusList(STATE_LABELS),
  },
  {
    id: 'extensionTypes',
    title: 'Tipos de extensión',
    description: 'Extensiones que ofrecen los tipos de documento y que se aceptan al digitalizar. Sin filas se acepta cualquiera.',
    idLabel: 'Extensión',
    valueLabel: 'Nombre',
    idPattern: /^[a-z0-9]{1,10}$/,
    idRule: 'Minúsculas y números, sin punto: pdf.',
    valueMax: 60,
    lockedIds: [],
    defaults: [],
  },
  {
    id: 'fieldValidators',
    title: 'Validadores de campo',
    description:
      'Reglas que pueden pedir los campos de un tipo de documento. Lo que otro programa guardó sin expresión se ofrece, y no rechaza nada.',
    idLabel: 'Código',
    valueLabel: 'Expresión regular',
    idPattern: /^[A-Za-z][A-Za-z0-9_]{0,39}$/,
    idRule: 'Letras, números y guion bajo; empieza con una letra.',
    valueMax: 200,
    lockedIds: [],
    defaults: [],
  },
] as const satisfies readonly ConstantListDefinition[];

export type ConstantListId = (typeof CONSTANT_LISTS)[number]['id'];

/** Anything larger would be data, not constants. */
export const MAX_CONSTANT_ITEMS = 200;

export function constantList(id: string): (ConstantListDefinition & { id: ConstantListId }) | null {
  return CONSTANT_LISTS.find((list) => list.id === id) ?? null;
}

/** Values by id; of two equal ids the first one counts. */
export function constantLookup(items: readonly ConstantItem[]): ReadonlyMap<string, string> {
  const lookup = new Map<string, string>();
  for (const { id, value } of items) if (!lookup.has(id)) lookup.set(id, value);
  return lookup;
}

/**
 * Reads a stored list leniently: anything that is not {id, value} is left out, and missing ids that the code refers to are
 * added with their defaults.
 */
export function readConstantItems(list: ConstantListDefinition, stored: unknown): ConstantItem[] {
  const items = (Array.isArray(stored) ? (stored as readonly unknown[]) : list.defaults).flatMap((entry) => {
    const item = readConstantItem(entry);
    return item ? [item] : [];
  });
  const known = new Set(items.map((item) => item.id));
  return [...list.defaults.filter(({ id }) => list.lockedIds.includes(id) && !known.has(id)), ...items];
}

/** An item of a stored list, null for what is none. A plain text serves as both id and value. */
export function readConstantItem(entry: unknown): ConstantItem | null {
  if (typeof entry === 'string' && entry.trim() !== '') return { id: entry.trim(), value: entry.trim() };
  if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('value' in entry)) return null;
  const [id, value] = [textOf(entry.id), textOf(entry.value)];
  return id !== null && id !== '' && value !== null ? { id, value } : null;
}

/** Other programs number their constants. */
const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null);

/** Names of the states. @param stored the `items` of each list, as far as they are stored */
export function readStateNames(stored: Readonly<Partial<Record<'docStates' | 'packageStatus', unknown>>>): StateNames {
  const namesIn = (id: 'docStates' | 'packageStatus') => {
    const list = constantList(id);
    return list ? readConstantItems(list, stored[id]) : [];
  };
  return { documents: namesIn('docStates'), packages: namesIn('packageStatus') };
}

/** Errors of typed rows, in Spanish, by `<row index>.id` and `<row index>.value`; '' holds errors of no particular row. */
export type ConstantErrors = Record<string, string[]>;

/**
 * Validates rows as typed (already trimmed); empty when they can be stored. Unchanged stored rows are accepted whatever other programs
 * wrote in them.
 */
export function checkConstantItems(
  list: ConstantListDefinition,
  rows: readonly ConstantItem[],
  stored: readonly ConstantItem[],
): ConstantErrors {
  if (rows.length > MAX_CONSTANT_ITEMS) return { '': [`Como máximo ${MAX_CONSTANT_ITEMS} filas.`] };
  const errors: ConstantErrors = {};
  const add = (key: string, text: string) => (errors[key] ??= []).push(text);
  const ids = new Set<string>();
  const before = constantLookup(stored);
  const isKept = ({ id, value }: ConstantItem) => before.get(id) === value;
  const values = new Set(rows.filter(isKept).map(({ value }) => value.toLowerCase()));
  rows.forEach((row, index) => {
    const { id, value } = row;
    if (!before.has(id) && !list.idPattern.test(id)) add(`${index}.id`, `Revise «${list.idLabel}». ${list.idRule}`);
    else if (!before.has(id) && list.id === 'extensionTypes' && isProgramExtension(id))
      add(`${index}.id`, `«${id}» es de programas, que el portal no admite.`);
    else if (ids.has(id)) add(`${index}.id`, `«${id}» está repetido.`);
    ids.add(id);
    if (isKept(row)) return;
    if (value === '') add(`${index}.value`, `Complete «${list.valueLabel}».`);
    else if (value.length > list.valueMax) add(`${index}.value`, `Como máximo ${list.valueMax} caracteres.`);
    else if (list.id === 'fieldValidators' ? !isRegularExpression(value) : values.has(value.toLowerCase()))
      add(
        `${index}.value`,
        list.id === 'fieldValidators' ? 'No es una expresión regular. Escríbala como ^\\d{8}$.' : `«${value}» está repetido.`,
      );
    values.add(value.toLowerCase());
  });
  const missing = list.lockedIds.filter((id) => !ids.has(id));
  if (missing.length > 0) add('', `El portal usa ${missing.join(', ')}: no se puede quitar, solo cambiar su nombre.`);
  return errors;
}

/** Regular expression characters that do not occur in names. */
const EXPRESSION_SIGNS = /[\\^$[\]{}*|]/;

/**
 * Whether a validator's value is a regular expression. Other programs may have stored a name there («Correo electrónico»), which as an
 * expression would refuse any value that does not contain it.
 */
export function isRegularExpression(text: string): boolean {
  return EXPRESSION_SIGNS.test(text) && ['u', ''].some((flags) => isParsed(text, flags));
}

function isParsed(text: string, flags: string): boolean {
  try {
    // Only parsed, never run: whoever runs it must bound its time.
    // eslint-disable-next-line no-restricted-syntax
    return new RegExp(text, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

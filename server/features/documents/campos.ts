import { constantList, constantLookup, isRegularExpression, readConstantItems } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import type { ExtraField } from '../../domain/extra-fields.ts';
import { CAMPO_PREFIX, campoName, readExtraValue } from '../../domain/extra-values.ts';
import { matchWithin } from '../../platform/match-within.ts';
import type { DocumentValues } from '../../digitized/document.ts';
import type { Services } from '../../services.ts';

/** For one validator (docs/decisions/035-documents.md), and after which no other one of the same save is asked. */
const VALIDATOR_MS = 50;
const VALIDATORS_MS = 200;

interface CamposCall {
  /** What the type asks for. */
  fields: readonly ExtraField[];
  /** As typed, by key; keys that are not there were not asked. */
  given: ReadonlyMap<string, string>;
  /** What the document holds, as texts by key. */
  current: ReadonlyMap<string, string>;
  /** Also fields that were not asked must hold something where they are obligatory: the document gets another type. */
  fillsAll: boolean;
}

interface Entry {
  field: ExtraField;
  text: string;
}

/** Sentences by the name of the control. */
type Problems = Record<string, string[]>;

/**
 * Checks what was typed into the extra fields of a document. What is there already is kept, whatever it is.
 * @returns the values that change, or `problems`
 */
export async function readCampos(
  services: Pick<Services, 'documents' | 'sql'>,
  call: CamposCall,
): Promise<{ values: Record<`campos.${string}`, string | null>; problems: Problems }> {
  const { entries, problems } = readEntries(call);
  const changed = entries.filter(({ field, text }) => text !== (call.current.get(field.clave) ?? ''));
  const filled = changed.filter(({ text }) => text !== '');
  const members = await findMembers(services, filled, problems);
  runValidators(await readPatterns(services, filled), filled, problems);
  const values = changed.map(({ field, text }) => [campoName(field.clave), (members.get(field.clave) ?? text) || null] as const);
  return { values: Object.fromEntries(values), problems };
}

/** What a form or a document holds under `campos.<clave>`, by key. */
export function camposByKey(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(values).flatMap(([name, text]) =>
      name.startsWith(CAMPO_PREFIX) && typeof text === 'string' ? [[name.slice(CAMPO_PREFIX.length), text] as const] : [],
    ),
  );
}

/** The refusal of a form, which comes back with what the wanted type asks for. */
export function withFields({ message, userMessage, fields = {} }: AppError, wanted: readonly ExtraField[]): AppError {
  return new AppError('invalid-input', message, { userMessage, fields, details: { fields: wanted } });
}

function readEntries({ fields, given, current, fillsAll }: CamposCall): { entries: Entry[]; problems: Problems } {
  const problems: Problems = {};
  const entries = fields.flatMap((field): Entry[] => {
    const [typed, before] = [given.get(field.clave), current.get(field.clave) ?? ''];
    if (typed === undefined && !fillsAll) return [];
    const read = typed === undefined || typed === before ? { text: before } : readExtraValue(field, typed);
    if ('text' in read && (read.text !== '' || !field.obligatorio)) return [{ field, text: read.text }];
    problems[campoName(field.clave)] = ['problem' in read ? read.problem : `Escriba «${field.etiqueta}».`];
    return [];
  });
  return { entries, problems };
}

/** People know a member's code, documents hold the id. */
async function findMembers(
  { sql }: Pick<Services, 'sql'>,
  entries: readonly Entry[],
  problems: Problems,
): Promise<ReadonlyMap<string, string>> {
  const asked = entries.filter(({ field }) => field.tipo === 'asociado');
  if (asked.length === 0) return new Map();
  const { rows } = await sql.query<{ asked: string; id: string }>(
    `SELECT a.asked, c.id FROM unnest($1::text[]) AS a(asked)
     JOIN clientes c ON (c.id = a.asked OR c.codigo COLLATE "es-x-icu" = a.asked) AND c."isActive" AND NOT c.source_deleted ORDER BY c.id = a.asked`,
    [asked.map(({ text }) => text)],
  );
  const found = new Map(rows.map((row) => [row.asked, row.id]));
  for (const { field, text } of asked)
    if (!found.has(text)) problems[campoName(field.clave)] = [`Ningún asociado tiene el código escrito en «${field.etiqueta}».`];
  return new Map(asked.flatMap(({ field, text }) => (found.has(text) ? [[field.clave, found.get(text) ?? text] as const] : [])));
}

async function readPatterns({ documents }: Pick<Services, 'documents'>, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const list = constantList('fieldValidators');
  if (!list || entries.every(({ field }) => field.validador === '')) return new Map();
  const stored = await documents.digitalization.get(`constantes/${list.id}`);
  const rules = readConstantItems(list, stored?.data['items']).filter(({ value }) => isRegularExpression(value));
  return constantLookup(rules);
}

/** A validator that is gone, or is no expression, refuses nothing: who fills in a form cannot mend it. */
function runValidators(patterns: ReadonlyMap<string, string>, entries: readonly Entry[], problems: Problems): void {
  const end = performance.now() + VALIDATORS_MS;
  for (const { field, text } of entries) {
    const pattern = patterns.get(field.validador);
    if (pattern === undefined) continue;
    const match = performance.now() < end ? matchWithin(pattern, text, VALIDATOR_MS) : 'slow';
    if (match === 'no') problems[campoName(field.clave)] = [`«${field.etiqueta}» no cumple la regla «${field.validador}».`];
    if (match !== 'slow') continue;
    problems[campoName(field.clave)] = [
      `La regla «${field.validador}» tarda demasiado con lo escrito en «${field.etiqueta}». Corríjalo o avise a un Administrador.`,
    ];
    return;
  }
}

/**
 * The fields of the type in its order, then what the document holds besides: those have no `tipo` and are called by their key.
 * `member` is the one that a value names.
 */
export async function tellCampos({ sql }: Pick<Services, 'sql'>, fields: readonly ExtraField[], values: DocumentValues) {
  const texts = camposByKey(values);
  const known = fields.map(({ clave, etiqueta, tipo }) => ({ clave, label: etiqueta, tipo, text: texts.get(clave) ?? '' }));
  const asked = new Set(fields.map(({ clave }) => clave));
  const others = [...texts].filter(([clave]) => !asked.has(clave)).map(([clave, text]) => ({ clave, label: clave, tipo: '', text }));
  const named = known.flatMap(({ tipo, text }) => (tipo === 'asociado' && text !== '' ? [text] : []));
  const { rows } = await sql.query<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(nombre, ''), nullif(codigo, ''), id) AS name FROM clientes WHERE id = ANY($1) AND NOT source_deleted`,
    [named],
  );
  const memberOf = ({ tipo, text }: { tipo: string; text: string }) => (tipo === 'asociado' && rows.find(({ id }) => id === text)) || null;
  return [...known, ...others].map((campo) => ({ ...campo, member: memberOf(campo) }));
}

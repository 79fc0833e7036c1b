import { constantList, constantLookup, isRegularExpression, readConstantItems } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import { capitalize } from '../../domain/grammar.ts';
import type { ExtraField } from '../../domain/extra-fields.ts';
import { MEMBER_SEPARATOR } from '../../domain/members.ts';
import { CAMPO_PREFIX, campoName, readExtraValue } from '../../domain/extra-values.ts';
import { shapeOf, writingsOf } from '../../domain/rule-writing.ts';
import type { Staff } from '../../domain/permissions.ts';
import { matchWithin, type Match } from '../../platform/match-within.ts';
import type { DocumentValues } from '../../digitized/document.ts';
import type { Services } from '../../services.ts';
import { findNamed, notOneMember } from '../../digitized/find-members.ts';
import { allOf, fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { ownAgency } from '../../staff/own-agency.ts';

/** For one validator (docs/decisions/035-documents.md), and after which no other one of the same save is asked. */
const VALIDATOR_MS = 50;
const VALIDATORS_MS = 200;

interface CamposCall {
  actor: Staff;
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
  services: Services,
  call: CamposCall,
): Promise<{ values: Record<`campos.${string}`, string | null>; problems: Problems }> {
  const { entries, problems } = readEntries(call);
  const changed = entries.filter(({ field, text }) => text !== (call.current.get(field.clave) ?? ''));
  const filled = changed.filter(({ text }) => text !== '');
  const members = await findNamedMembers(services, { ...call, filled }, problems);
  const patterns = await readPatterns(
    services,
    filled.map(({ field }) => field),
  );
  const written = runValidators(patterns, filled, problems);
  const values = changed.map(
    ({ field, text }) => [campoName(field.clave), (members.get(field.clave) ?? written.get(field.clave) ?? text) || null] as const,
  );
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

/** People know a member's code, DPI or name, documents hold the id. */
async function findNamedMembers(
  services: Services,
  { actor, filled }: Pick<CamposCall, 'actor'> & { filled: readonly Entry[] },
  problems: Problems,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { field, text } of filled.filter(({ field: { tipo } }) => tipo === 'asociado')) {
    const naming = { actor, typed: text };
    const named = await findNamed(services, naming);
    const [only] = named;
    if (only && named.length === 1) found.set(field.clave, only.id);
    else problems[campoName(field.clave)] = [await notOneMember(services, { ...naming, label: field.etiqueta, named })];
  }
  return found;
}

async function readPatterns(
  { documents }: Pick<Services, 'documents'>,
  fields: readonly ExtraField[],
): Promise<ReadonlyMap<string, string>> {
  const list = constantList('fieldValidators');
  if (!list || fields.every(({ validador }) => validador === '')) return new Map();
  const stored = await documents.digitalization.get(`constantes/${list.id}`);
  const rules = readConstantItems(list, stored?.data['items']).filter(({ value }) => isRegularExpression(value));
  return constantLookup(rules);
}

/**
 * A validator that is gone, or is no expression, refuses nothing: who fills in a form cannot mend it.
 * @returns by key, what its validator takes of what was typed in another writing
 */
function runValidators(patterns: ReadonlyMap<string, string>, entries: readonly Entry[], problems: Problems): ReadonlyMap<string, string> {
  const end = performance.now() + VALIDATORS_MS;
  const written = new Map<string, string>();
  for (const { field, text } of entries) {
    const pattern = patterns.get(field.validador);
    if (pattern === undefined) continue;
    const { match, writing } = matchAnyWriting(pattern, text, end);
    if (match === 'yes') written.set(field.clave, writing);
    if (match === 'no') problems[campoName(field.clave)] = [askedBy(pattern, field.etiqueta)];
    if (match !== 'slow') continue;
    problems[campoName(field.clave)] = [
      `La regla de «${field.etiqueta}» tarda demasiado con lo que escribió. Corríjalo o avise a un Administrador.`,
    ];
    return written;
  }
  return written;
}

function matchAnyWriting(pattern: string, text: string, end: number): { match: Match; writing: string } {
  let match: Match = 'no';
  for (const writing of writingsOf(text)) {
    match = performance.now() < end ? matchWithin(pattern, writing, VALIDATOR_MS) : 'slow';
    if (match !== 'no') return { match, writing };
  }
  return { match, writing: text };
}

/** What a rule asks, with an example: its code says nothing to who fills in the form. */
function askedBy(pattern: string, label: string): string {
  const asked = wordsOfRule(pattern);
  if (asked) return `«${label}» ${asked.digits ? `lleva ${asked.digits}` : 'se escribe así:'} ${asked.example}.`;
  return `«${label}» no está escrito como se espera. Revíselo, o pregunte a un Administrador cómo se escribe.`;
}

function wordsOfRule(pattern: string): { digits: string; example: string } | null {
  const shape = shapeOf(pattern);
  if (!shape || matchWithin(pattern, shape.example, VALIDATOR_MS) !== 'yes') return null;
  const { digits, example } = shape;
  return { example, digits: digits === null ? '' : `${countDigits(digits)} dígitos, por ejemplo` };
}

function countDigits({ min, max }: { min: number; max: number }): string {
  if (min === max) return String(min);
  return Number.isFinite(max) ? `de ${min} a ${max}` : `${min} o más`;
}

/** How fields are to be written, by the code of their rule: what a form says before anything is wrong. */
export async function tellRules(services: Pick<Services, 'documents'>, fields: readonly ExtraField[]): Promise<Record<string, string>> {
  const patterns = await readPatterns(services, fields);
  const asked = new Set(fields.map(({ validador }) => validador));
  const end = performance.now() + VALIDATORS_MS;
  return Object.fromEntries(
    [...patterns].flatMap(([code, pattern]) => {
      const words = asked.has(code) && performance.now() < end ? wordsOfRule(pattern) : null;
      if (!words) return [];
      return [[code, words.digits ? `${capitalize(words.digits)} ${words.example}.` : `Por ejemplo ${words.example}.`]];
    }),
  );
}

/**
 * The fields of the type in its order, then what the document holds besides: those have no `tipo` and are called by their key.
 * `member` is the one that a value names and who is there for the person, `label` as a form shows it.
 */
export async function tellCampos(
  { sql }: Pick<Services, 'sql'>,
  { actor, fields, values }: { actor: Staff; fields: readonly ExtraField[]; values: DocumentValues },
) {
  const texts = camposByKey(values);
  const known = fields.map(({ clave, etiqueta, tipo }) => ({ clave, label: etiqueta, tipo, text: texts.get(clave) ?? '' }));
  const asked = new Set(fields.map(({ clave }) => clave));
  const others = [...texts].filter(([clave]) => !asked.has(clave)).map(([clave, text]) => ({ clave, label: clave, tipo: '', text }));
  const named = known.flatMap(({ tipo, text }) => (tipo === 'asociado' && text !== '' ? [text] : []));
  const { rows } = await sql.query<{ id: string; name: string; label: string }>(
    toQuery(fragment`SELECT t.id, coalesce(nullif(t.nombre, ''), nullif(t.codigo, ''), t.id) AS name,
        coalesce(nullif(concat_ws(${MEMBER_SEPARATOR}, nullif(t.codigo, ''), nullif(t.nombre, '')), ''), t.id) AS label
      FROM clientes t WHERE ${allOf([fragment`t.id = ANY(${named}) AND NOT t.source_deleted`, ...ownAgency(actor)])}`),
  );
  const memberOf = ({ tipo, text }: { tipo: string; text: string }) => (tipo === 'asociado' && rows.find(({ id }) => id === text)) || null;
  return [...known, ...others].map((campo) => ({ ...campo, member: memberOf(campo) }));
}

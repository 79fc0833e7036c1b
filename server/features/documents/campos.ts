import { constantList, constantLookup, isRegularExpression, readConstantItems } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import { capitalize } from '../../domain/grammar.ts';
import type { ExtraField } from '../../domain/extra-fields.ts';
import { MEMBER_SEPARATOR } from '../../domain/members.ts';
import { CAMPO_PREFIX, campoName, readExtraValue } from '../../domain/extra-values.ts';
import { shapeOf, textVariants } from '../../domain/rule-writing.ts';
import type { Staff } from '../../domain/permissions.ts';
import { matchWithin, type Match } from '../../platform/match-within.ts';
import type { DocumentValues } from '../../digitized/document.ts';
import type { Services } from '../../services.ts';
import { findFullyNamedMembers, noSingleMemberMessage } from '../../digitized/find-members.ts';
import { allOf, fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { ownAgency } from '../../staff/own-agency.ts';

/** Time limits for one validator (docs/decisions/035-documents.md) and for one save: past the second, no further validator runs. */
const VALIDATOR_MS = 50;
const VALIDATORS_MS = 200;

interface CamposCall {
  actor: Staff;
  /** The extra fields of the type. */
  fields: readonly ExtraField[];
  /** As typed, by key; keys that the form did not ask are absent. */
  given: ReadonlyMap<string, string>;
  /** Texts that the document holds, by key. */
  current: ReadonlyMap<string, string>;
  /** Obligatory fields must hold something even if the form did not ask them: the document gets another type. */
  fillsAll: boolean;
}

interface Entry {
  field: ExtraField;
  text: string;
}

/** Sentences by the name of the control. */
type Problems = Record<string, string[]>;

/**
 * Checks what was typed into the extra fields of a document. Values that did not change are kept, even invalid ones.
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

/** The refusal of a form, with the fields that the wanted type asks for. */
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

/** People type a member's code, DPI or name; documents hold the id. */
async function findNamedMembers(
  services: Services,
  { actor, filled }: Pick<CamposCall, 'actor'> & { filled: readonly Entry[] },
  problems: Problems,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { field, text } of filled.filter(({ field: { tipo } }) => tipo === 'asociado')) {
    const naming = { actor, typed: text };
    const named = await findFullyNamedMembers(services, naming);
    const [only] = named;
    if (only && named.length === 1) found.set(field.clave, only.id);
    else problems[campoName(field.clave)] = [await noSingleMemberMessage(services, { ...naming, label: field.etiqueta, named })];
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
 * A validator that no longer exists, or is not a regular expression, refuses nothing: whoever fills in the form cannot repair it.
 * @returns by key, the spelling of the typed text that the validator accepts
 */
function runValidators(patterns: ReadonlyMap<string, string>, entries: readonly Entry[], problems: Problems): ReadonlyMap<string, string> {
  const end = performance.now() + VALIDATORS_MS;
  const written = new Map<string, string>();
  for (const { field, text } of entries) {
    const pattern = patterns.get(field.validador);
    if (pattern === undefined) continue;
    const { match, writing } = matchAnyWriting(pattern, text, end);
    if (match === 'yes') written.set(field.clave, writing);
    if (match === 'no') problems[campoName(field.clave)] = [ruleProblem(pattern, field.etiqueta)];
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
  for (const writing of textVariants(text)) {
    match = performance.now() < end ? matchWithin(pattern, writing, VALIDATOR_MS) : 'slow';
    if (match !== 'no') return { match, writing };
  }
  return { match, writing: text };
}

/** What a rule asks for, with an example: its pattern means nothing to whoever fills in the form. */
function ruleProblem(pattern: string, label: string): string {
  const rule = wordsOfRule(pattern);
  if (rule) return `«${label}» ${rule.digits ? `lleva ${rule.digits}` : 'se escribe así:'} ${rule.example}.`;
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

/** How fields are to be written, by the code of their rule, so that a form can say it before anything is wrong. */
export async function describeRules(services: Pick<Services, 'documents'>, fields: readonly ExtraField[]): Promise<Record<string, string>> {
  const patterns = await readPatterns(services, fields);
  const usedCodes = new Set(fields.map(({ validador }) => validador));
  const end = performance.now() + VALIDATORS_MS;
  return Object.fromEntries(
    [...patterns].flatMap(([code, pattern]) => {
      const words = usedCodes.has(code) && performance.now() < end ? wordsOfRule(pattern) : null;
      if (!words) return [];
      return [[code, words.digits ? `${capitalize(words.digits)} ${words.example}.` : `Por ejemplo ${words.example}.`]];
    }),
  );
}

/**
 * The fields of the type in its order, then other values of the document: those have no `tipo` and are labelled by their key. `member` is
 * the member that a value names, if the person may see them; its `label` is as a form shows it.
 */
export async function describeCampos(
  { sql }: Pick<Services, 'sql'>,
  { actor, fields, values }: { actor: Staff; fields: readonly ExtraField[]; values: DocumentValues },
) {
  const texts = camposByKey(values);
  const ofType = fields.map(({ clave, etiqueta, tipo }) => ({ clave, label: etiqueta, tipo, text: texts.get(clave) ?? '' }));
  const typeKeys = new Set(fields.map(({ clave }) => clave));
  const others = [...texts].filter(([clave]) => !typeKeys.has(clave)).map(([clave, text]) => ({ clave, label: clave, tipo: '', text }));
  const named = ofType.flatMap(({ tipo, text }) => (tipo === 'asociado' && text !== '' ? [text] : []));
  const { rows } = await sql.query<{ id: string; name: string; label: string }>(
    toQuery(fragment`SELECT t.id, coalesce(nullif(t.nombre, ''), nullif(t.codigo, ''), t.id) AS name,
        coalesce(nullif(concat_ws(${MEMBER_SEPARATOR}, nullif(t.codigo, ''), nullif(t.nombre, '')), ''), t.id) AS label
      FROM clientes t WHERE ${allOf([fragment`t.id = ANY(${named}) AND NOT t.source_deleted`, ...ownAgency(actor)])}`),
  );
  const memberOf = ({ tipo, text }: { tipo: string; text: string }) => (tipo === 'asociado' && rows.find(({ id }) => id === text)) || null;
  return [...ofType, ...others].map((campo) => ({ ...campo, member: memberOf(campo) }));
}

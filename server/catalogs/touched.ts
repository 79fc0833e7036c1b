import type { RecordValues } from '../domain/conflict.ts';
import { capitalize, withArticle } from '../domain/grammar.ts';
import { removedKeys } from '../domain/extra-fields.ts';
import { countOf, joinWithAnd } from '../domain/text.ts';
import { allOf, fragment, identifier, joinFragments } from '../platform/sql/sql-fragment.ts';
import { presentRows } from '../read-model/pages/page-source.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { runWithConfirmation, NotConfirmed } from '../records/run-with-confirmation.ts';
import type { CatalogDefinition } from './definition.ts';
import { extraFieldsOf } from './extra-fields.ts';
import type { Services } from '../services.ts';

/** Stands for deactivation among field names. */
const DEACTIVATION = 'isActive';

interface TouchingChange {
  /** Name of a field, or `isActive`. */
  field: string;
  /** Removed keys of extra fields. */
  removed: readonly string[];
}

/** Runs changes of one record, or the deactivation of several, only once the person has confirmed what they affect. */
export async function withConfirmation<Result>(
  { sql }: Pick<Services, 'sql'>,
  definition: CatalogDefinition,
  { ids, confirmed = [] }: { ids: readonly string[]; confirmed?: readonly string[] | undefined },
  work: (confirmed: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  return runWithConfirmation<TouchingChange, Result>(work, {
    confirmed,
    nameOf: ({ field }) => field,
    async findQuestion(changes) {
      const touched = await countTouched(sql, definition, ids, changes);
      return touched === null ? null : confirmationQuestion(definition, ids, changes, touched);
    },
  });
}

/** Inside the transaction: throws when a field is about to change in a way that needs confirmation. */
export function requireConfirmation(
  { touches }: CatalogDefinition,
  { wanted, current, changed }: { wanted: RecordValues; current: RecordValues; changed: readonly string[] },
  confirmed: ReadonlySet<string>,
): void {
  const unconfirmed = (touches?.fields ?? []).flatMap((field): TouchingChange[] => {
    if (!changed.includes(field) || confirmed.has(field) || wanted[field] === true) return [];
    const before = current[field];
    if (!Array.isArray(before)) return [{ field, removed: [] }];
    const removed = removedKeys(extraFieldsOf(before), extraFieldsOf(wanted[field]));
    return removed.length > 0 ? [{ field, removed }] : [];
  });
  if (unconfirmed.length > 0) throw new NotConfirmed(unconfirmed);
}

/** The same for deactivation. */
export function requireConfirmedDeactivation({ touches }: CatalogDefinition, confirmed: ReadonlySet<string>): void {
  if (touches && !confirmed.has(DEACTIVATION)) throw new NotConfirmed<TouchingChange>([{ field: DEACTIVATION, removed: [] }]);
}

/** What the changes affect, e.g. "1 240 documentos", "3 conjuntos de permisos"; null when nothing. */
async function countTouched(
  sql: Services['sql'],
  { touches }: CatalogDefinition,
  ids: readonly string[],
  changes: readonly TouchingChange[],
): Promise<string[] | null> {
  const countTexts = await readForScreen(sql, async (read) => {
    const texts: string[] = [];
    for (const { noun, table, ...counted } of touches?.counts ?? []) {
      const conditions = changes.map((change) => counted.where(ids, change)).filter((condition) => condition !== null);
      if (conditions.length === 0) continue;
      const any = joinFragments(conditions, ' OR ');
      const rows = await read<{ count: bigint }>(
        fragment`SELECT count(*) AS count FROM ${identifier(table)} t WHERE ${allOf([presentRows('active'), any])}`,
      );
      const count = Number(rows[0]?.count ?? 0);
      if (count > 0) texts.push(countOf(count, noun.singular, noun.plural));
    }
    return texts;
  });
  return countTexts.length > 0 ? countTexts : null;
}

function confirmationQuestion(
  { noun, fields, touches }: CatalogDefinition,
  ids: readonly string[],
  changes: readonly TouchingChange[],
  touched: readonly string[],
): { title: string; sentences: string[] } {
  const labelOf = (name: string) => `«${fields.find((field) => field.name === name)?.label ?? name}»`;
  const removed = changes.flatMap((change) => change.removed);
  const isDeactivation = changes.some(({ field }) => field === DEACTIVATION);
  const title = isDeactivation
    ? `¿Eliminar ${ids.length === 1 ? withArticle(noun) : countOf(ids.length, noun.singular, noun.plural)}?`
    : `¿Cambiar ${joinWithAnd(changes.map(({ field }) => labelOf(field)))}?`;
  const used = ids.length === 1 ? `${capitalize(withArticle(noun))} está en uso` : 'Están en uso';
  return {
    title,
    sentences: [
      `${used}: el cambio toca ${joinWithAnd(touched)}.`,
      ...(removed.length > 0 ? [`Se quitan los campos ${joinWithAnd(removed.map((key) => `«${key}»`))}.`] : []),
      ...changes.flatMap(({ field }) => touches?.meaning?.[field] ?? []),
    ],
  };
}

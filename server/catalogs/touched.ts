import type { RecordValues } from '../domain/conflict.ts';
import { agree, capitalize, withArticle, type Noun } from '../domain/grammar.ts';
import { removedKeys } from '../domain/extra-fields.ts';
import type { Staff } from '../domain/permissions.ts';
import { countOf, joinWithAnd } from '../domain/text.ts';
import { countAllLinked, type LinkedRows } from '../lists/linked-rows.ts';
import { allOf, fragment, identifier, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { presentRows } from '../read-model/pages/page-source.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { runWithConfirmation, NotConfirmed } from '../records/run-with-confirmation.ts';
import type { CatalogDefinition } from './definition.ts';
import { childrenOf } from './registry.ts';
import { extraFieldsOf } from './extra-fields.ts';
import type { Services } from '../services.ts';

/** Stands for deactivation among field names. */
const DEACTIVATION = 'isActive';
const STATE_FIELD = 'estado';

interface TouchingChange {
  /** Name of a field, or `isActive`. */
  field: string;
  /** Removed keys of extra fields. */
  removed: readonly string[];
}

type TouchServices = Pick<Services, 'registries' | 'sql'>;

/** Lists whose rows name records of the catalog. */
function linkedTo({ registries }: Pick<Services, 'registries'>, { id }: CatalogDefinition): readonly LinkedRows[] {
  return registries.linkedRows.filter(({ of }) => of === id);
}

/** Fields whose change asks first, where other records refer to those of the catalog. */
export function askingFields({ touches }: CatalogDefinition): readonly string[] {
  return touches?.fields ?? [STATE_FIELD];
}

/** Runs changes of one record, or the deactivation of several, only once the person has confirmed what they affect. */
export async function withConfirmation<Result>(
  services: TouchServices,
  definition: CatalogDefinition,
  { actor, ids, confirmed = [] }: { actor: Staff; ids: readonly string[]; confirmed?: readonly string[] | undefined },
  work: (confirmed: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  return runWithConfirmation<TouchingChange, Result>(work, {
    confirmed,
    nameOf: ({ field }) => field,
    async findQuestion(changes) {
      const touched = await countTouched(services, definition, { actor, ids }, changes);
      return touched.linked.length + touched.inside.length === 0 ? null : confirmationQuestion(definition, ids, changes, touched);
    },
  });
}

/** Inside the transaction: throws when a field is about to change in a way that needs confirmation. */
export function requireConfirmation(
  services: TouchServices,
  definition: CatalogDefinition,
  { wanted, current, changed }: { wanted: RecordValues; current: RecordValues; changed: readonly string[] },
  confirmed: ReadonlySet<string>,
): void {
  if (!mayTouch(services, definition)) return;
  const unconfirmed = askingFields(definition).flatMap((field): TouchingChange[] => {
    if (!changed.includes(field) || confirmed.has(field) || wanted[field] === true) return [];
    const before = current[field];
    if (!Array.isArray(before)) return [{ field, removed: [] }];
    const removed = removedKeys(extraFieldsOf(before), extraFieldsOf(wanted[field]));
    return removed.length > 0 ? [{ field, removed }] : [];
  });
  if (unconfirmed.length > 0) throw new NotConfirmed(unconfirmed);
}

/** The same for deactivation. */
export function requireConfirmedDeactivation(services: TouchServices, definition: CatalogDefinition, confirmed: ReadonlySet<string>): void {
  if (mayTouch(services, definition) && !confirmed.has(DEACTIVATION))
    throw new NotConfirmed<TouchingChange>([{ field: DEACTIVATION, removed: [] }]);
}

/** Whether other records refer to those of the catalog, so that people choose them by name. */
export function isReferredTo(services: Pick<Services, 'registries'>, definition: CatalogDefinition): boolean {
  return definition.touches !== undefined || linkedTo(services, definition).length > 0;
}

/** Whether a change of a record can affect others. */
function mayTouch(services: Pick<Services, 'registries'>, definition: CatalogDefinition): boolean {
  return isReferredTo(services, definition) || childrenOf(definition).length > 0;
}

/** Texts with numbers: `1 240 documentos`, `3 conjuntos de permisos`. */
interface Touched {
  /** Records that refer to the changed ones. */
  linked: readonly string[];
  /** Records below the changed ones. */
  inside: readonly string[];
}

/** What the changes affect. Who only loses keys of extra fields keeps the rest. */
function countTouched(
  services: TouchServices,
  definition: CatalogDefinition,
  { actor, ids }: { actor: Staff; ids: readonly string[] },
  changes: readonly TouchingChange[],
): Promise<Touched> {
  const removed = changes.every((change) => change.removed.length > 0) ? changes.flatMap((change) => change.removed) : [];
  return readForScreen(services.sql, async (read) => {
    const countRows = async (noun: Noun, table: string, condition: SqlFragment) => {
      const rows = await read<{ count: bigint }>(
        fragment`SELECT count(*) AS count FROM ${identifier(table)} t WHERE ${allOf([presentRows('active'), condition])}`,
      );
      const count = Number(rows[0]?.count ?? 0);
      return count > 0 ? [countOf(count, noun.singular, noun.plural)] : [];
    };
    const linked = removed.length > 0 ? [] : await countAllLinked(read, { actor, ids }, linkedTo(services, definition));
    for (const { noun, table, where } of definition.touches?.counts ?? []) {
      const condition = where(ids, removed);
      if (condition !== null) linked.push(...(await countRows(noun, table, condition)));
    }
    const inside: string[] = [];
    for (const { noun, id } of childrenOf(definition))
      inside.push(...(await countRows(noun, id, fragment`t."parentId" = ANY(${ids}::text[])`)));
    return { linked, inside };
  });
}

function confirmationQuestion(
  { noun, fields, touches }: CatalogDefinition,
  ids: readonly string[],
  changes: readonly TouchingChange[],
  { linked, inside }: Touched,
): { title: string; sentences: string[] } {
  const isOne = ids.length === 1;
  const labelOf = (name: string) => `«${fields.find((field) => field.name === name)?.label ?? name}»`;
  const removed = changes.flatMap((change) => change.removed);
  const isDeactivation = changes.some(({ field }) => field === DEACTIVATION);
  const title = isDeactivation
    ? `¿Eliminar ${isOne ? withArticle(noun) : countOf(ids.length, noun.singular, noun.plural)}?`
    : `¿Cambiar ${joinWithAnd(changes.map(({ field }) => labelOf(field)))}?`;
  const subject = capitalize(withArticle(noun));
  const usedBy = linked.length === 0 ? [] : [`${isOne ? `${subject} está` : 'Están'} en uso: el cambio toca ${joinWithAnd(linked)}.`];
  const contents =
    inside.length === 0 ? [] : [`${isOne ? `${subject} tiene` : 'Tienen'} ${joinWithAnd(inside)}, que la aplicación dejará de mostrar.`];
  return {
    title,
    sentences: [
      ...usedBy,
      ...contents,
      ...(removed.length > 0 ? [`Se quitan los campos ${joinWithAnd(removed.map((key) => `«${key}»`))}.`] : []),
      ...(linked.length === 0
        ? []
        : changes
            .map(({ field }) => touches?.meaning?.[field] ?? meaningOf(noun, fields, ids.length, field))
            .filter((text) => text !== '')),
    ],
  };
}

/** The consequence of a change that the catalog does not describe: a field's own help says it. */
function meaningOf(noun: Noun, fields: CatalogDefinition['fields'], count: number, field: string): string {
  if (field !== DEACTIVATION) return fields.find(({ name }) => name === field)?.help ?? '';
  const [them, are] = count === 1 ? ['', 'esté'] : ['s', 'estén'];
  const pronoun = `${noun.gender === 'f' ? 'la' : 'lo'}${them}`;
  return `Lo que ya ${pronoun} usa no cambia, pero no se ${count === 1 ? 'podrá' : 'podrán'} elegir de nuevo mientras ${are} ${agree(noun, 'eliminado', count)}.`;
}

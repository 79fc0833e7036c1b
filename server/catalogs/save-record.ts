import type { Merged, RecordValues } from '../domain/conflict.ts';
import { capitalize, withArticle, withIndefinite } from '../domain/grammar.ts';
import { comparableName } from '../domain/names.ts';
import { countOf } from '../domain/text.ts';
import { createOnce } from '../records/create-once.ts';
import type { DocumentTransaction } from '../ports/documents/document-store.ts';
import { readList } from '../records/ordered-list.ts';
import { pathOf } from '../records/record-kind.ts';
import { saveChange, type Baseline } from '../records/save-change.ts';
import type { CatalogDefinition } from './definition.ts';
import { openRecords, recordKind, type CatalogCall } from './record.ts';
import { invalidRecord } from '../records/record-fields.ts';
import { creationValues, readStoredValues, requireConsistency, validateSubmittedValues, validateNewValues } from './record-values.ts';
import { requireExtraFields } from './extra-fields.ts';
import { requireConstants } from './field-constants.ts';
import { requireReferences } from './references.ts';
import { childrenOf } from './registry.ts';
import { isReferredTo, withConfirmation, requireConfirmation } from './touched.ts';
import type { Services } from '../services.ts';

export interface CreateRecordCall extends CatalogCall {
  /** Typed values by stored field name; fields left out take their initial value. */
  values: Readonly<Record<string, unknown>>;
  /** Unique per form: a form sent twice (double click, retry after a lost response) stores one record. '' for none. */
  formToken: string;
}

/**
 * Stores a new record with its audit entry. Errors: `forbidden`, `invalid-input` (errors by field), `not-found` (no such
 * parent), `conflict` (the form was saved before with other values: CatalogConflict; the parent is deactivated; the list
 * is full).
 */
export async function createRecord(services: Services, call: CreateRecordCall): Promise<{ id: string }> {
  const { definition, kind } = openRecords(call, 'change', services.liveSettings);
  const values = validateNewValues(definition, call.values);
  return createOnce(services, kind, {
    ...call,
    values,
    added: creationValues(definition, new Date()),
    async check(tx) {
      await requireOwnName(services, definition, { wanted: values, current: null });
      await requireReferences(tx, definition, values);
      await requireExtraFields(tx, definition, { wanted: values, current: null });
      await requireConstants(tx, definition, { wanted: values, current: null });
    },
  });
}

export interface UpdateRecordCall extends CatalogCall, Baseline {
  id: string;
  /** Typed values by stored field name; fields left out stay as they are. */
  values: Readonly<Record<string, unknown>>;
  /** Names of fields whose change the person has confirmed (definition.touches). */
  confirmed?: readonly string[];
}

/**
 * Like saveChange. Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` with both versions (CatalogConflict) or with a
 * question to confirm first (questionOf).
 * @returns concurrent changes of others that the save kept
 */
export async function updateRecord(services: Services, call: UpdateRecordCall): Promise<{ id: string; merged: Merged | null }> {
  const { definition, kind } = openRecords(call, 'change', services.liveSettings);
  const values = await validateSubmittedValues(definition, call.values, call.base ?? null, async () => {
    const stored = await services.documents[kind.database].get(pathOf(kind, call.id));
    return stored ? readStoredValues(definition, stored.data, call.id) : {};
  });
  const merged = await withConfirmation(services, definition, { ...call, ids: [call.id] }, (confirmed) =>
    saveChange(services, kind, {
      ...call,
      values,
      async check(tx, wanted, changed, current) {
        requireConsistency(definition, { wanted, current, changed });
        const changes = Object.fromEntries(Object.entries(wanted).filter(([name]) => changed.includes(name)));
        await requireOwnName(services, definition, { wanted, current });
        await requireReferences(tx, definition, changes);
        await requireExtraFields(tx, definition, { wanted: changes, current });
        await requireConstants(tx, definition, { wanted: changes, current });
        await requireNoDependents(tx, definition, call.id, changes);
        requireConfirmation(services, definition, { wanted, current, changed }, confirmed);
      },
    }),
  );
  return { id: call.id, merged };
}

/**
 * A new name must differ from those of the catalog's other active records where people choose records by name. Two that other programs
 * stored with one name can still be changed. Asks the read model: the whole catalog read in the transaction would make everybody who saves
 * a record of it wait, and two people who take one name at the same moment are rarer than that. Throws `invalid-input`.
 */
async function requireOwnName(
  services: Pick<Services, 'registries' | 'sql'>,
  definition: CatalogDefinition,
  { wanted, current }: { wanted: RecordValues; current: RecordValues | null },
): Promise<void> {
  const { id: table, titleField, noun } = definition;
  const nameIn = ({ [titleField]: text }: RecordValues) => comparableName(typeof text === 'string' ? text : '');
  const name = nameIn(wanted);
  if (name === '' || (current && nameIn(current) === name) || !isReferredTo(services, definition)) return;
  // Its own name is another one: compared above.
  const { rows } = await services.sql.query<{ name: string | null }>(
    `SELECT t."${titleField}" AS name FROM "${table}" t WHERE t."isActive" AND NOT t.source_deleted AND strpos(t.search_text, $1) > 0`,
    [name],
  );
  if (!rows.some((one) => comparableName(one.name ?? '') === name)) return;
  throw invalidRecord({ [titleField]: [`Ya hay ${withIndefinite(noun)} con ese nombre.`] });
}

/**
 * Inside the transaction: a flag can be turned off only when no records depend on it, because the mobile app would still show them
 * and they could no longer be removed here. Throws `invalid-input`.
 */
async function requireNoDependents(
  tx: DocumentTransaction,
  definition: CatalogDefinition,
  id: string,
  changes: RecordValues,
): Promise<void> {
  for (const child of childrenOf(definition)) {
    const { parent, noun } = child;
    if (parent?.flag === undefined || changes[parent.flag] !== false) continue;
    const { length } = (await readList(tx, recordKind(child, id))).order;
    if (length === 0) continue;
    const dependentsText = countOf(length, noun.singular, noun.plural);
    const all = `${noun.gender === 'f' ? 'las' : 'los'} ${noun.plural}`;
    throw invalidRecord({
      [parent.flag]: [
        `${capitalize(withArticle(definition.noun))} tiene ${dependentsText} que la aplicación muestra. Elimine primero ${all}.`,
      ],
    });
  }
}

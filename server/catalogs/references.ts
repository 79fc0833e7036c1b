import type { RecordValues } from '../domain/conflict.ts';
import type { Field } from '../records/fields.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { DocumentTransaction } from '../ports/documents/document-store.ts';
import { agree, capitalize, withArticle } from '../domain/grammar.ts';
import { readBoolean } from '../read-model/field-readers.ts';
import { isRegularExpression, type ConstantItem } from '../domain/constants.ts';
import { findChoices } from '../read-model/pages/choices.ts';
import type { NamedColumn } from '../read-model/pages/page-source.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { fragment, identifier, quoteIdentifier } from '../platform/sql/sql-fragment.ts';
import { isActive } from '../records/content-version.ts';
import { requireParent } from '../records/record-kind.ts';
import { maintainsOrder, type CatalogDefinition } from './definition.ts';
import type { FieldDescription, FieldOption } from '../domain/fields.ts';
import { describeCatalog, type CatalogDescription } from './describe.ts';
import { readConstantsOf } from './field-constants.ts';
import { openRecords, recordPath, toRecord, type CatalogCall } from './record.ts';
import { invalidRecord, withReasons } from '../records/record-fields.ts';
import { CATALOGS, isCatalogId } from './registry.ts';
import type { Services } from '../services.ts';

/**
 * describeCatalog, completed with data: the options of reference fields (deleted ones as `retired`), the next free position as
 * initial value, and the name of the record above. Errors: `forbidden`, `not-found` for the record above. Names are not secret
 * to a person who may use the field.
 */
export async function describeForScreens(services: Pick<Services, 'sql' | 'documents'>, call: CatalogCall): Promise<CatalogDescription> {
  const { definition, kind, parentId } = openRecords(call);
  const stored = await requireParent(services.documents[definition.database], kind);
  const { fields, above, ...description } = describeCatalog(definition, parentId);
  const choices = {
    ...(await findReferenceOptions(services, definition, call.actor)),
    ...(await findConstantOptions(services, definition)),
  };
  const isTyped = definition.orderField !== undefined && !maintainsOrder(definition);
  const place = isTyped ? await nextPlace(services, definition) : 0;
  return {
    ...description,
    above: above.map(({ label, href }) => ({
      href,
      label: label || (stored && definition.parent ? toRecord(definition.parent.definition, stored).title : ''),
    })),
    fields: withReasons(fields, services.documents[definition.database], kind.collection).map((field) => ({
      ...field,
      ...choices[field.name],
      ...(field.name === definition.orderField && { initial: place }),
    })),
  };
}

/** A new record is appended at the end. */
async function nextPlace({ sql }: Pick<Services, 'sql'>, { id, orderField = '' }: CatalogDefinition): Promise<number> {
  const query = fragment`SELECT coalesce(max(t.${identifier(orderField)}), 0) + 1 AS place FROM ${identifier(id)} t WHERE t."isActive" AND NOT t.source_deleted`;
  const rows = await readForScreen(sql, (read) => read<{ place: number }>(query));
  return rows[0]?.place ?? 0;
}

/** `options` by the name of each reference field. */
async function findReferenceOptions(
  { sql }: Pick<Services, 'sql'>,
  definition: CatalogDefinition,
  { menus }: CatalogCall['actor'],
): Promise<Record<string, Pick<FieldDescription, 'options' | 'recordsUrl'>>> {
  const found: Record<string, Pick<FieldDescription, 'options' | 'recordsUrl'>> = {};
  for (const field of referencesOf(definition)) {
    const { id: table, titleField, listUrl, menu, inUse } = referredCatalog(field);
    const records = field.names ?? { table, name: titleField, ...(inUse && { inUse: `t.${quoteIdentifier(inUse)}` }) };
    const choices = await findChoices(sql, records, { retired: true });
    found[field.name] = {
      options: choices.map(({ id, name, isActive: offered }) => ({ value: id, label: name, ...(offered ? {} : { retired: true }) })),
      ...(menus.has(menu) && { recordsUrl: listUrl }),
    };
  }
  return found;
}

/** `options` by the name of each field that chooses from maintenance constants. */
async function findConstantOptions(
  { documents }: Pick<Services, 'documents'>,
  definition: CatalogDefinition,
): Promise<Record<string, { options: FieldOption[] }>> {
  const found: Record<string, { options: FieldOption[] }> = {};
  for (const field of definition.fields.filter(({ constants }) => constants)) {
    const items = await readConstantsOf(documents[definition.database], field);
    found[field.name] = { options: items.map((item) => ({ value: item.id, label: labelOf(field, item) })) };
  }
  return found;
}

/** Inside the transaction of a save: referenced records must exist and be in use. Throws `invalid-input`. */
export async function requireReferences(tx: DocumentTransaction, definition: CatalogDefinition, values: RecordValues): Promise<void> {
  for (const field of referencesOf(definition)) {
    const id = values[field.name];
    if (typeof id !== 'string' || id === '') continue;
    const referred = referredCatalog(field);
    const stored = isDocumentId(id) ? await tx.get(recordPath(referred, id)) : null;
    const { noun, inUse } = referred;
    if (stored && isActive(stored.data) && (!inUse || readBoolean(stored.data, inUse, true))) continue;
    throw invalidRecord({
      [field.name]: [`${capitalize(withArticle(noun))} ${agree(noun, 'elegido')} ya no existe. Elija ${agree(noun, 'otro')}.`],
    });
  }
}

/** Rules are chosen by name; one with an unreadable expression is marked «sin regla». */
function labelOf({ constants }: Field, { id, value }: ConstantItem): string {
  if (constants !== 'fieldValidators') return value || id;
  return isRegularExpression(value) ? id : `${value || id} (sin regla)`;
}

/** Names of referenced records, by which search also finds a record. */
export function namedColumns(definition: CatalogDefinition): NamedColumn[] {
  return referencesOf(definition).map((field) => {
    const { id, titleField } = referredCatalog(field);
    return { column: field.name, table: id, name: titleField };
  });
}

function referencesOf(definition: CatalogDefinition): Field[] {
  return definition.fields.filter((field) => field.kind === 'reference');
}

/** The catalog that a reference field points to. */
export function referredCatalog({ name, catalog = '' }: Field): CatalogDefinition {
  if (!isCatalogId(catalog)) throw new Error(`field ${name} refers to ${catalog || 'nothing'}, which is no catalog`);
  return CATALOGS[catalog].definition;
}

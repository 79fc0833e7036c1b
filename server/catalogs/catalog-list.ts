import type { Field } from '../records/fields.ts';
import { deletedFilter, flagFilter, optionFilter, presenceFilter, recordFilter, type Filter } from '../lists/filters.ts';
import { publishingParts } from '../lists/publishing.ts';
import type { Listed } from '../read-model/read-model.ts';
import type { List, ListQuery } from '../lists/list.ts';
import { ownId } from '../platform/document-id.ts';
import { fragment, quoteIdentifier, trusted } from '../platform/sql/sql-fragment.ts';
import type { ComputedColumn } from '../read-model/pages/page-source.ts';
import { contentVersion } from '../records/content-version.ts';
import { catalogActs } from './catalog-acts.ts';
import { catalogColumns, sortOf, type CatalogRow } from './catalog-columns.ts';
import { rowFields } from './catalog-table.ts';
import { catalogTitle, GENERIC_COLUMNS, listPageUrl, recordsUrl, type CatalogDefinition } from './definition.ts';
import { namedColumns, referredCatalog } from './references.ts';

const cachedLists = new WeakMap<CatalogDefinition, List<CatalogRow>>();

/**
 * The list of a catalog, derived from its definition; with a parent, the list of one record above, whose name appears in exports. Lists
 * without a parent are cached, because every page needs one.
 */
export function catalogList(definition: CatalogDefinition, above: { id: string; name?: string } = { id: '' }): List<CatalogRow> {
  if (definition.parent) return declareList(definition, above);
  const list = cachedLists.get(definition) ?? declareList(definition, above);
  cachedLists.set(definition, list);
  return list;
}

function declareList(definition: CatalogDefinition, above: { id: string; name?: string }): List<CatalogRow> {
  const { id, menu, noun, fields, orderField, parent, counted, publishing, listUrl } = definition;
  const listed = rowFields(definition);
  const published = publishing && publishingParts(publishing);
  const title = parent ? `${catalogTitle(definition)} de ${above.name ?? ''}` : catalogTitle(definition);
  return {
    menu,
    url: listPageUrl(definition, above.id),
    noun,
    source: {
      table: id,
      ...readColumns(definition, listed),
      named: namedColumns(definition),
      computed: [...(counted ? [countColumn(counted)] : []), ...(published?.computed ?? [])],
    },
    columns: catalogColumns(definition),
    sortable: Object.fromEntries(
      listed.flatMap((field) => {
        const sort = field.list === 'never' ? sortOf(field) : undefined;
        return sort ? [[field.name, sort]] : [];
      }),
    ),
    usualSort: () => orderField ?? 'createdAt',
    filters: [
      ...(published?.filters ?? []),
      ...fields.filter((field) => field.filter).map((field) => filterOf(field, definition)),
      deletedFilter(noun),
    ],
    ...(parent && { access: () => [fragment`t."parentId" = ${above.id}`] }),
    ...(!parent && { newUrl: `${listUrl}/new` }),
    hit: { title: (row) => titleOf(definition, row) || ownId(row.id), base: recordsUrl(definition, above.id) },
    sheet: { title, file: title },
    acts: catalogActs(definition, above.id),
  };
}

function titleOf({ titleField }: CatalogDefinition, row: CatalogRow): string {
  const title = row[titleField];
  return typeof title === 'string' ? title : '';
}

/** Whether the list shows its own order, so that rows can be moved: default sort, no search, no filter. */
export function showsOrder({ orderField }: CatalogDefinition, { sort, dir, q, filters }: ListQuery): boolean {
  return sort === orderField && dir === 'asc' && q === '' && Object.keys(filters).length === 0;
}

/** The selected fields, with joins for the names of references; a dangling reference shows its id. */
function readColumns({ counted, publishing }: CatalogDefinition, fields: readonly Field[]): { select: string; joins: string } {
  const joins: string[] = [];
  const columns = fields.map((field, place) => {
    const column = quoteIdentifier(field.name);
    if (field.kind !== 'reference') return `t.${column}`;
    const { id, titleField } = referredCatalog(field);
    joins.push(`LEFT JOIN ${quoteIdentifier(id)} r${place} ON r${place}.id = t.${column} AND NOT r${place}.source_deleted`);
    return `coalesce(nullif(r${place}.${quoteIdentifier(titleField)}, ''), t.${column}) AS ${column}`;
  });
  const generic = ['id', ...GENERIC_COLUMNS].map((column) => `t.${quoteIdentifier(column)}`);
  const derived = [...(counted ? [countOf(counted)] : []), ...(publishing ? [publishingParts(publishing).select] : [])];
  return { select: [...columns, ...generic, ...derived].join(', '), joins: joins.join(' ') };
}

function countOf(counted: NonNullable<CatalogDefinition['counted']>): string {
  return `${countExpression(counted)} AS ${quoteIdentifier(counted.name)}`;
}

/** Number of active records under `t`, or that refer to it. */
function countExpression({ catalog, reference = 'parentId' }: NonNullable<CatalogDefinition['counted']>): string {
  return `(SELECT count(*)::int FROM ${quoteIdentifier(catalog)} c WHERE c.${quoteIdentifier(reference)} = t.id AND c."isActive" AND NOT c.source_deleted)`;
}

function countColumn(counted: NonNullable<CatalogDefinition['counted']>): ComputedColumn {
  return (q) => (/^\d{1,6}$/.test(q) ? fragment`${trusted(countExpression(counted))} = ${Number(q)}` : null);
}

function filterOf(field: Field, { noun, publishing }: CatalogDefinition): Filter {
  const { name, label, kind, options = [] } = field;
  const all = `${label}: ${noun.gender === 'f' ? 'todas' : 'todos'}`;
  const facts = { name, label, all, ...(publishing?.flag === name && { place: 'more' as const }) };
  if (kind === 'reference') {
    const { id, titleField, noun: referred } = referredCatalog(field);
    const all = `${label}: ${referred.gender === 'f' ? 'todas' : 'todos'}`;
    return recordFilter({ ...facts, all, records: { table: id, name: titleField } });
  }
  if (kind === 'image') return presenceFilter(facts);
  const [yes, no] = options;
  return kind === 'flag' && yes && no ? flagFilter({ ...facts, words: [yes.label, no.label] }) : optionFilter({ ...facts, options });
}

/** A row of a sub-collection with the record's own id and its version (as CatalogRecord.version), for forms inside the list. */
export function toItem({ fields }: CatalogDefinition, row: Listed<CatalogRow>): Listed<CatalogRow> {
  const values = Object.fromEntries(fields.map(({ name }) => [name, row[name]]));
  return { ...row, id: ownId(row.id), version: contentVersion(values, row.isActive) };
}

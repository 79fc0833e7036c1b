import type { CatalogValue, CatalogValues } from '../../catalogs/definition.ts';
import { listConditions, listRequest, listSource, type Row } from '../../catalogs/find-records.ts';
import { readListQuery, sortableColumns, type ListQuery } from '../../catalogs/list-query.ts';
import { findPage } from '../../read-model/pages/page-query.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import type { Page } from '../../read-model/read-model.ts';
import { allOf, fragment, identifier, toQuery, type SqlFragment } from '../../platform/sql-fragment.ts';
import { versionOfValues } from './item-record.ts';
import { openList, type ItemCall, type OpenList, type ProductServices } from './item-list.ts';

export interface ListedItem {
  /** The document's id. */
  id: string;
  values: CatalogValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
  /** Active products of a service; 0 in other lists. */
  products: number;
  /** As `toItem` gives it: for forms that stand in the list itself. */
  version: string;
}

/** One page of a list; JSON for the browser. */
export interface ItemPage extends Page<ListedItem> {
  query: ListQuery;
  /** Ids of every active record in order: where a row can be moved to, also across pages. */
  order: string[];
}

const ORDER_COLUMN = 'orden';

/**
 * One page from the read model, in the list's own order unless `sort` names a column. `params` is the list's address
 * (q, page, pageSize, sort, dir, isActive, filters named like the field), read leniently. Errors: `forbidden`, `not-found`.
 */
export async function findItems(services: ProductServices, call: ItemCall & { params: URLSearchParams }): Promise<ItemPage> {
  const open = openList(call);
  const query = readItemQuery(open, call.params, call.actor.pageSize);
  const [{ rows, ...position }, order] = await Promise.all([
    findPage<ItemRow>(services.sql, itemSource(open), listRequest(query), itemConditions(open, query)),
    readOrder(services, open),
  ]);
  return { ...position, query, order, rows: rows.map((row) => toListedItem(open, row)) };
}

export interface ItemRow extends Row {
  orden: number;
  products?: number;
}

export function readItemQuery({ definition }: OpenList, params: URLSearchParams, pageSize: number): ListQuery {
  const query = readListQuery(definition, params, pageSize);
  return sortableColumns(definition).includes(params.get('sort') ?? '') ? query : { ...query, sort: ORDER_COLUMN, dir: 'asc' };
}

const PRODUCT_COUNT =
  ', (SELECT count(*)::int FROM productos_servicios_productos p WHERE p."parentId" = t.id AND p."isActive" AND NOT p.source_deleted) AS products';

export function itemSource({ definition, parentPath }: OpenList): PageSource {
  const source = listSource(definition);
  return {
    ...source,
    select: `${source.select}, t.orden${parentPath === null ? PRODUCT_COUNT : ''}`,
    sortable: { ...source.sortable, [ORDER_COLUMN]: { type: 'integer' } },
  };
}

export function itemConditions(open: OpenList, query: ListQuery): SqlFragment[] {
  return [...ofParent(open), ...listConditions(open.definition, query)];
}

function ofParent({ parentPath, serviceId }: OpenList): SqlFragment[] {
  return parentPath === null ? [] : [fragment`t."parentId" = ${serviceId}`];
}

async function readOrder({ sql }: ProductServices, open: OpenList): Promise<string[]> {
  const conditions = allOf([fragment`t."isActive" AND NOT t.source_deleted`, ...ofParent(open)]);
  const query = toQuery(
    fragment`SELECT t.id FROM ${identifier(open.definition.id)} t WHERE ${conditions} ORDER BY t.orden, t."createdAt", t.id`,
  );
  const { rows } = await sql.query<{ id: string }>(query.text, query.values);
  return rows.map((row) => documentIdOf(row.id));
}

/** Rows of a sub-collection carry the service in their id. */
export function documentIdOf(rowId: string): string {
  return rowId.slice(rowId.lastIndexOf('/') + 1);
}

function toListedItem({ definition }: OpenList, row: ItemRow): ListedItem {
  const values = Object.fromEntries(definition.fields.map((field) => [field.name, row[field.name] as CatalogValue]));
  return {
    id: documentIdOf(row.id),
    values,
    version: versionOfValues(definition, values, row.isActive),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    products: row.products ?? 0,
  };
}

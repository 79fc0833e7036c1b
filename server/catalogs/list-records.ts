import { readListPage, type ListPage } from '../lists/list-page.ts';
import { countLinked, type LinkedCount } from '../lists/linked-rows.ts';
import { exportList, listVerbs, readForList, type ChoicesCall } from '../lists/list-verbs.ts';
import { planListQuery, sortsOf, type List, type ListCall } from '../lists/list.ts';
import { placesAround, type Places } from '../domain/record-order.ts';
import { ownId } from '../platform/document-id.ts';
import { allOf, fragment, identifier } from '../platform/sql/sql-fragment.ts';
import { presentRows } from '../read-model/pages/page-source.ts';
import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { LIST_MAX } from '../records/ordered-list.ts';
import { requireParent } from '../records/record-kind.ts';
import type { KeyedExport } from '../workbooks/sheet.ts';
import type { CatalogRow } from './catalog-columns.ts';
import { catalogList, showsOrder, toItem } from './catalog-list.ts';
import type { CatalogDefinition } from './definition.ts';
import { openCatalog, openRecords, toRecord, type CatalogCall } from './record.ts';
import { CATALOGS } from './registry.ts';
import type { Services } from '../services.ts';

/** One page of a catalog's list; JSON for the browser. */
export type CatalogPage = ListPage<CatalogRow> & {
  /** Only while the list shows its own order. */
  order: Places | null;
};

/** One page from the read model, in the catalog's own order unless `sort` names a column. Errors: `forbidden`, `not-found`. */
export async function findRecords(services: Services, call: CatalogCall & ListCall): Promise<CatalogPage> {
  const { definition, kind, parentId } = openRecords(call);
  await requireParent(services.documents[definition.database], kind);
  const list = catalogList(definition, { id: parentId });
  return readForList(services, list, call, async (read) => {
    const { query, plan } = planListQuery(list, call);
    const order = showsOrder(definition, query) ? await readOrder(read, definition, [presentRows('active'), ...plan.conditions]) : null;
    const page = await readListPage(read, order ? withoutOrderColumn(list, definition) : list, call);
    const rows = definition.parent ? page.rows.map((row) => toItem(definition, row)) : page.rows;
    return { ...page, order: order && placesAround(order, rows), rows };
  });
}

/** Where rows can be moved, the buttons show the position, so its column is left out. */
function withoutOrderColumn(list: List<CatalogRow>, { orderField }: CatalogDefinition): List<CatalogRow> {
  return { ...list, sortable: sortsOf(list), columns: list.columns.filter((column) => !('name' in column) || column.name !== orderField) };
}

async function readOrder(
  read: Read,
  { id, orderField = '' }: CatalogDefinition,
  conditions: Parameters<typeof allOf>[0],
): Promise<string[]> {
  const rows = await read<{ id: string }>(
    fragment`SELECT t.id FROM ${identifier(id)} t WHERE ${allOf(conditions)} ORDER BY t.${identifier(orderField)}, t."createdAt", t.id LIMIT ${LIST_MAX}`,
  );
  return rows.map((row) => ownId(row.id));
}

/** Exports the list with the same parameters and order, all pages. Errors: `forbidden`, `not-found`. */
export async function exportRecords(services: Services, call: CatalogCall & ListCall): Promise<KeyedExport> {
  const { definition, kind, parentId } = openRecords(call);
  const above = await requireParent(services.documents[definition.database], kind);
  const name = above && definition.parent ? toRecord(definition.parent.definition, above).title : '';
  return exportList(services, catalogList(definition, { id: parentId, name }), call);
}

/** Counts of records that refer to this one, in lists that the person may open. Errors: `forbidden`. */
export async function findLinked({ sql, registries }: Services, call: CatalogCall & { id: string }): Promise<LinkedCount[]> {
  const { id: table } = openCatalog(call);
  return countLinked(
    sql,
    call,
    registries.linkedRows.filter(({ of }) => of === table),
  );
}

/** A record's position on the map; JSON for the browser. */
export interface Place {
  id: string;
  title: string;
  latitude: number;
  longitude: number;
}

/** A map with more markers is unreadable. */
const PLACES_MAX = 200;

/** Positions of a catalog's active records, sorted by name; empty without coordinates. Errors: `forbidden`. */
export async function findPlaces({ sql }: Services, call: CatalogCall): Promise<Place[]> {
  const { id: table, fields, titleField } = openCatalog(call);
  const latitude = fields.find(({ second }) => second !== undefined);
  if (latitude?.second === undefined) return [];
  const [y, x] = [identifier(latitude.name), identifier(latitude.second)];
  return readForScreen(sql, (read) =>
    read<Place>(fragment`SELECT t.id, t.${identifier(titleField)} AS title, t.${y} AS latitude, t.${x} AS longitude
      FROM ${identifier(table)} t WHERE ${presentRows('active')} AND t.${y} IS NOT NULL AND t.${x} IS NOT NULL
      ORDER BY t.${identifier(titleField)}, t.id LIMIT ${PLACES_MAX}`),
  );
}

/** The choices of a filter. Errors as of the list. */
export const findListChoices = (services: Services, { catalog, ...call }: CatalogCall & ChoicesCall) =>
  listVerbs(catalogList(CATALOGS[catalog].definition)).findChoices(services, call);

import {
  catalogList,
  GENERIC_SHEET_COLUMNS,
  ownId,
  sheetColumns,
  toListedRecord,
  type CatalogRow,
  type ListedRecord,
} from '../../catalogs/catalog-list.ts';
import { capitalize } from '../../domain/grammar.ts';
import { SERVICES_URL } from '../../domain/products.ts';
import { readListPage, type Listed, type ListPage } from '../../lists/list-page.ts';
import { exportList, readForList } from '../../lists/list-verbs.ts';
import type { SheetExport } from '../../workbooks/sheet.ts';
import type { List } from '../../lists/list.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { allOf, fragment, identifier, type SqlFragment } from '../../platform/sql-fragment.ts';
import { contentVersion } from '../../records/content-version.ts';
import { requireParent } from '../../records/record-kind.ts';
import { openList, type ItemCall, type OpenList, type ProductServices } from './item-list.ts';

export interface ListedItem extends ListedRecord {
  /** Active products of a service; 0 in other lists. */
  products: number;
  /** As CatalogRecord.version: for forms that stand in the list itself. */
  version: string;
}

/** One page of a list; JSON for the browser. */
export type ItemPage = Omit<ListPage<ItemRow>, 'rows'> & {
  rows: ListedItem[];
  /** Ids of every active record in order: where a row can be moved to, also across pages. */
  order: string[];
};

interface ItemRow extends CatalogRow {
  orden: number;
  products?: number;
}

const ORDER_COLUMN = 'orden';
const PRODUCT_COUNT =
  ', (SELECT count(*)::int FROM productos_servicios_productos p WHERE p."parentId" = t.id AND p."isActive" AND NOT p.source_deleted) AS products';

/** One page from the read model, in the list's own order unless `sort` names a column. Errors: `forbidden`, `not-found`. */
export async function findItems(services: ProductServices, call: ItemCall & { params: URLSearchParams }): Promise<ItemPage> {
  const open = openList(call);
  const list = itemList(open);
  return readForList(services, list, call, async (read) => {
    const order = await readOrder(read, open);
    const page = await readListPage(read, list, call);
    return { ...page, order, rows: page.rows.map((row) => toListedItem(open, row)) };
  });
}

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`, `not-found`. */
export async function exportItems(services: ProductServices, call: ItemCall & { params: URLSearchParams }): Promise<SheetExport> {
  const open = openList(call);
  const parent = await requireParent(services.documents.main, open);
  const plural = capitalize(open.definition.noun.plural);
  const title = parent ? `${plural} de ${readText(parent.data, 'nombre') || parent.id}` : 'Productos y servicios';
  return exportList(services, itemList(open, title), call);
}

/** A list of the catalog engine's fields with its own order, and the service to which it belongs. */
function itemList(open: OpenList, title = ''): List<ItemRow> {
  const { definition, parentPath, serviceId } = open;
  const isServices = parentPath === null;
  const { source, sortable, ...list } = catalogList(definition);
  return {
    ...list,
    url: isServices ? SERVICES_URL : `${SERVICES_URL}/${encodeURIComponent(serviceId)}`,
    source: { ...source, select: `${source.select}, t.orden${isServices ? PRODUCT_COUNT : ''}` },
    sortable: { ...sortable, [ORDER_COLUMN]: { type: 'integer' } },
    usualSort: () => ORDER_COLUMN,
    access: () => ofParent(open),
    sheet: {
      title,
      file: title,
      columns: [
        { title: 'Orden', kind: 'integer', value: (row) => row.orden },
        ...sheetColumns(definition.fields),
        ...(isServices ? [{ title: 'Productos', kind: 'integer', value: (row: ItemRow) => row.products } as const] : []),
        ...GENERIC_SHEET_COLUMNS,
      ],
    },
  };
}

function ofParent({ parentPath, serviceId }: OpenList): SqlFragment[] {
  return parentPath === null ? [] : [fragment`t."parentId" = ${serviceId}`];
}

async function readOrder(read: Read, open: OpenList): Promise<string[]> {
  const conditions = allOf([fragment`t."isActive" AND NOT t.source_deleted`, ...ofParent(open)]);
  const rows = await read<{ id: string }>(
    fragment`SELECT t.id FROM ${identifier(open.definition.id)} t WHERE ${conditions} ORDER BY t.orden, t."createdAt", t.id`,
  );
  return rows.map((row) => ownId(row.id));
}

function toListedItem({ definition }: OpenList, row: Listed<ItemRow>): ListedItem {
  const record = toListedRecord(definition, row);
  const version = contentVersion(record.values, record.isActive);
  return { ...record, version, products: row.products ?? 0 };
}

import { cellOf, columnOf, describeParameters, type CatalogExport } from '../../catalogs/export-records.ts';
import { listRequest } from '../../catalogs/find-records.ts';
import type { ListQuery } from '../../catalogs/list-query.ts';
import { capitalize } from '../../domain/grammar.ts';
import { readText } from '../../read-model/field-readers.ts';
import { streamRows } from '../../read-model/pages/stream-rows.ts';
import type { RowBatches, SheetColumn } from '../../workbooks/sheet.ts';
import { documentIdOf, itemConditions, itemSource, readItemQuery, type ItemRow } from './find-items.ts';
import { openList, readParent, type ItemCall, type OpenList, type ProductServices } from './item-list.ts';

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`, `not-found`. */
export async function exportItems(services: ProductServices, call: ItemCall & { params: URLSearchParams }): Promise<CatalogExport> {
  const open = openList(call);
  const { definition } = open;
  const query = readItemQuery(open, call.params, call.actor.pageSize);
  const parent = await readParent(services.documents.main, open);
  const plural = capitalize(definition.noun.plural);
  return {
    sheet: {
      title: parent ? `${plural} de ${readText(parent.data, 'nombre') || parent.id}` : 'Productos y servicios',
      name: plural,
      parameters: describeParameters(definition, query),
      columns: columnsOf(open),
      generatedAt: new Date(),
      generatedBy: call.actor.name,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: (signal) => readCells(services, open, query, signal),
  };
}

function columnsOf({ definition, parentPath }: OpenList): SheetColumn[] {
  return [
    { title: 'Orden', kind: 'integer' },
    ...definition.fields.filter((field) => field.export).map(columnOf),
    ...(parentPath === null ? [{ title: 'Productos', kind: 'integer' } as const] : []),
    { title: 'Fecha de creación', kind: 'datetime' },
    { title: 'Última modificación', kind: 'datetime' },
    { title: 'Código', kind: 'text' },
  ];
}

async function* readCells(services: ProductServices, open: OpenList, query: ListQuery, signal: AbortSignal): RowBatches {
  const { definition, parentPath } = open;
  for await (const rows of streamRows<ItemRow>(services.sql, itemSource(open), listRequest(query), itemConditions(open, query))) {
    signal.throwIfAborted();
    yield rows.map((row) => [
      row.orden,
      ...definition.fields.filter((field) => field.export).map((field) => cellOf(field, row[field.name])),
      ...(parentPath === null ? [row.products] : []),
      row.createdAt,
      row.updatedAt,
      documentIdOf(row.id),
    ]);
  }
}

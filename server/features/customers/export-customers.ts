import { formatDay } from '../../domain/dates.ts';
import { formatDpi } from '../../domain/digit-groups.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { findAgencyChoices, type Choice } from '../../read-model/pages/choices.ts';
import { streamRows } from '../../read-model/pages/stream-rows.ts';
import type { RowBatches, Sheet, SheetColumn } from '../../workbooks/sheet.ts';
import type { CustomerCall, CustomerListRow, CustomerServices } from './create-customers.ts';
import { CUSTOMER_SOURCE, customerConditions, customerRequest, readCustomerListQuery, type CustomerListQuery } from './list-query.ts';

export interface CustomerExport {
  sheet: Sheet;
  /** Reads while the file is written; `signal` ends it. */
  rows: (signal: AbortSignal) => RowBatches;
}

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Código', kind: 'text', width: 14 },
  { title: 'Nombre', kind: 'text', width: 36 },
  { title: 'DPI', kind: 'text', width: 18 },
  { title: 'Teléfono', kind: 'text', width: 16 },
  { title: 'Correo electrónico', kind: 'text', width: 32 },
  { title: 'Agencia', kind: 'text' },
  { title: 'Fecha de asociación', kind: 'date' },
  { title: 'Estado', kind: 'text', width: 12 },
];

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`. */
export async function exportCustomers(
  { sql, prisma, liveSettings }: CustomerServices,
  { actor, params }: CustomerCall & { params: URLSearchParams },
): Promise<CustomerExport> {
  requireMenu(actor, 'customers');
  const query = readCustomerListQuery(params, actor.pageSize);
  return {
    sheet: {
      title: 'Asociados',
      name: 'Asociados',
      parameters: describeParameters(query, await findAgencyChoices(prisma)),
      columns: COLUMNS,
      generatedAt: new Date(),
      generatedBy: actor.name,
      organisation: liveSettings.current().cooperativeName,
    },
    rows: (signal) => readCells(sql, query, signal),
  };
}

async function* readCells(sql: CustomerServices['sql'], query: CustomerListQuery, signal: AbortSignal): RowBatches {
  for await (const rows of streamRows<CustomerListRow>(sql, CUSTOMER_SOURCE, customerRequest(query), customerConditions(query))) {
    signal.throwIfAborted();
    yield rows.map((row) => [
      row.codigo,
      row.nombre,
      formatDpi(row.dpi),
      row.telefono,
      row.correo,
      row.agencyName,
      row.fechaAsociacion,
      row.estado ? 'Activo' : 'Inactivo',
    ]);
  }
}

function describeParameters({ q, agencia, estado, dates }: CustomerListQuery, agencies: readonly Choice[]): (readonly [string, string])[] {
  return [
    ...(q === '' ? [] : [['Búsqueda', q] as const]),
    ...(agencia === undefined ? [] : [['Agencia', agencies.find((choice) => choice.id === agencia)?.name ?? agencia] as const]),
    ...(estado === undefined ? [] : [['Estado', estado ? 'Activo' : 'Inactivo'] as const]),
    ...(dates.from ? [['Asociados desde', formatDay(dates.from)] as const] : []),
    ...(dates.to ? [['Asociados hasta', formatDay(dates.to)] as const] : []),
  ];
}

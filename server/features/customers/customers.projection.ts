import { searchedDay } from '../../domain/search.ts';
import { activeLabel } from '../../domain/text.ts';
import { defineTable } from '../../read-model/table.ts';
import { tableColumns } from '../../records/record-fields.ts';
import { CUSTOMER_FIELDS, MASKED_FIELDS } from './customer.ts';

/** Customers (docs/specification.md section 3). */
export const customersProjection = defineTable(
  'clientes',
  tableColumns(CUSTOMER_FIELDS),
  (row, { id }) => ({
    keys: [row.codigo, row.correo, row.nombre || row.codigo || id],
    // The agency is found by its name; one without a record is searchable as stored.
    texts: [row.agencia, searchedDay(row.fechaAsociacion), activeLabel(row.estado)],
  }),
  { title: 'nombre', masked: MASKED_FIELDS },
);

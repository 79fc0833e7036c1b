/** In a list's address: `isActive=false` shows the deleted records instead of the others. */
export const DELETED_PARAM = 'isActive';

/** In a list's address: the visible columns, for this request; in the address of its export: the exported columns. */
export const COLUMNS_PARAM = 'columns';

/** Instead of column names: the list's default columns. */
export const DEFAULT_COLUMNS = '*';

/** In a list's address: sets the row height, which is remembered. */
export const ROWS_PARAM = 'filas';

/** In a list's address: the report that linked to it, with its parameters. */
export const REPORT_PARAM = 'reporte';

/** In a list's address, instead of `from` and `to`: a named period, resolved on the day it is opened. */
export const PERIOD_PARAM = 'period';

/** In a list's address: sends every select with all its choices, for browsers without scripts to fetch them. */
export const ALL_CHOICES_PARAM = 'choices';

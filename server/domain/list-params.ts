/** In a list's address: `isActive=false` shows the deleted records instead of the others. */
export const DELETED_PARAM = 'isActive';

/** In a list's address: the columns that it shows, once each; in that of its file, those that it holds. */
export const COLUMNS_PARAM = 'columns';

/** Instead of names of columns: those that the list shows where nobody chose any. */
export const USUAL_COLUMNS = '*';

/** In a list's address: how high its rows are from now on. */
export const ROWS_PARAM = 'filas';

/** In a list's address: the report that led there, as it was asked. */
export const REPORT_PARAM = 'reporte';

/** In a list's address, instead of `from` and `to`: days by name, which move along with the day on which it is opened. */
export const PERIOD_PARAM = 'period';

/** In a list's address: every select comes with all its choices, for who has no script to fetch them. */
export const ALL_CHOICES_PARAM = 'choices';

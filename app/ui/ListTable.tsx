import type { ReactNode } from 'react';

/** Narrowest screen on which a column shows by itself; without one it shows on phones too. */
export type ColumnFrom = 'sm' | 'md' | 'lg' | 'xl';

/** A column of a list as data, so that each list says only what is its own. */
export interface ListColumn<Row> {
  /** As the column choice and, when it sorts, the `sort` parameter name it. */
  name: string;
  label: string;
  /** What it reads of a row: a page carries nothing else. Without `cell` the first one shows as text. */
  fields: readonly (keyof Row & string)[];
  /** `back` is the list's own address, for the way back from a record. */
  cell?: (row: Row, back: string) => ReactNode;
  /** Classes of its cells: `num`, `cut`, `nowrap`, `picture`, `tabular`. The first column is the `key`, a link. */
  look?: string;
  /** More on hover than the cell shows; what is cut needs none (TableFrame). */
  title?: (row: Row) => string | undefined;
  from?: ColumnFrom;
  /** Shows only when somebody chose it. */
  optional?: boolean;
}

/** `columnsOf<Row>()(…)`: a column whose cell can read the fields that it names and no other. */
export function columnsOf<Row extends object>() {
  return <Field extends keyof Row & string>(
    column: Omit<ListColumn<Row>, 'fields' | 'cell' | 'title'> & {
      fields: readonly Field[];
      cell?: (row: Pick<Row, Field>, back: string) => ReactNode;
      title?: (row: Pick<Row, Field>) => string | undefined;
    },
  ): ListColumn<Row> => column;
}

/** Something of every row that is no column: a check box before, arrows or a download after. */
export interface RowExtra<Row> {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  className?: string;
}

/** The columns that somebody chose, or those that show by themselves; the first one always. */
export function shownColumns<Column extends { name: string; optional?: boolean }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
): Column[] {
  return columns.filter(({ name, optional }, index) => index === 0 || (chosen ? chosen.includes(name) : !optional));
}

import type { FileColumn, ScreenColumn } from './columns.ts';

/** When a record was created. The list says on which screens it shows. */
export const CREATED_COLUMN = {
  name: 'createdAt',
  label: 'Fecha',
  title: 'Fecha de creación',
  kind: 'datetime',
  as: 'day',
  look: 'nowrap',
  sort: { type: 'timestamptz' },
  value: (row) => row.createdAt,
} satisfies ScreenColumn<{ createdAt: Date | string | null }>;

export const UPDATED_COLUMN = {
  name: 'updatedAt',
  label: 'Última modificación',
  kind: 'datetime',
  look: 'nowrap tabular',
  sort: { type: 'timestamptz', nullable: true },
  value: (row) => row.updatedAt,
} satisfies ScreenColumn<{ updatedAt: Date | string | null }>;

/** Tells people of one name apart: workbooks have no ids. */
export const MAIL_COLUMN = { title: 'Correo electrónico', kind: 'text', width: 32, value: (row) => row.email } satisfies FileColumn<{
  email: string;
}>;

/** The id of a record's document, which only files have. */
export const ID_COLUMN = { title: 'Código', kind: 'text', isId: true, value: (row) => row.id } satisfies FileColumn<{ id: string }>;

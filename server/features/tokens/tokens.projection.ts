import { searchedMoment } from '../../domain/search.ts';
import { readTimestamp } from '../../read-model/field-readers.ts';
import { defineTable, TEXT, type Column } from '../../read-model/table.ts';

const MOMENT: Column<string | null> = { type: 'timestamptz', read: readTimestamp };

/** Accesses of people's programs; found by `huella` at every request of one. */
export const tokensProjection = defineTable(
  'accesos_programas',
  { nombre: TEXT, userId: TEXT, huella: TEXT, terminacion: TEXT, expiresAt: MOMENT },
  ({ nombre, terminacion, expiresAt }, { id }) => ({ keys: [nombre || id], texts: [terminacion, searchedMoment(expiresAt)] }),
);

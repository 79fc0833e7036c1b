import { searchedMoment } from '../../domain/search.ts';
import { defineTable, TEXT, TIME } from '../../read-model/table.ts';

/** Accesses of people's programs; found by `huella` at every request of one. */
export const tokensProjection = defineTable(
  'accesos_programas',
  { nombre: TEXT, userId: TEXT, huella: TEXT, terminacion: TEXT, expiresAt: TIME },
  ({ nombre, terminacion, expiresAt }, { id }) => ({ keys: [nombre || id], texts: [terminacion, searchedMoment(expiresAt)] }),
);

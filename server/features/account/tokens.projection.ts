import { searchedMoment } from '../../domain/search.ts';
import { defineTable, TEXT } from '../../read-model/table.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

/** Accesses of people's programs; found by `huella` at every request of one. */
export const tokensProjection = defineTable(
  'accesos_programas',
  { ...TOKEN_COLUMNS, huella: TEXT },
  ({ nombre, terminacion, expiresAt }, { id }) => ({ keys: [nombre || id], texts: [terminacion, searchedMoment(expiresAt)] }),
);

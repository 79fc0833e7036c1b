import { searchedMoment } from '../../domain/search.ts';
import { defineTable, TEXT } from '../../read-model/table.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

/** Tokens of people's programs; looked up by `huella` at every request of a program. */
export const tokensProjection = defineTable(
  'accesos_programas',
  { ...TOKEN_COLUMNS, huella: TEXT },
  ({ nombre, terminacion, expiresAt }, { id }) => ({ keys: [nombre || id], texts: [terminacion, searchedMoment(expiresAt)] }),
);

import { AppError } from '../domain/errors.ts';
import { COLUMNS_PARAM } from '../domain/list-params.ts';
import type { ListSheetColumn } from './list.ts';

/**
 * The columns of a file that shows what the screen shows: parameter `columns`, once for each column of the screen by its name,
 * as the choice of columns sends it, in the order asked. All of them where it is missing. Errors: `invalid-input` for a name that the list does
 * not have, since nobody would see a remark beside the rows.
 */
export function chooseColumns<Row>(
  all: readonly ListSheetColumn<Row>[],
  params: URLSearchParams,
): { columns: readonly ListSheetColumn<Row>[]; isChosen: boolean } {
  const asked = [...new Set(params.getAll(COLUMNS_PARAM))];
  if (asked.length === 0) return { columns: all, isChosen: false };
  const found = asked.map((name) => all.filter(({ shownIn }) => shownIn === name));
  if (found.every((columns) => columns.length > 0)) return { columns: found.flat(), isChosen: true };
  throw new AppError('invalid-input', 'unknown column of a list', {
    userMessage: 'La lista no tiene una de las columnas pedidas. Ábrala de nuevo y exporte desde ahí.',
    fields: { [COLUMNS_PARAM]: ['La lista no tiene esa columna.'] },
  });
}

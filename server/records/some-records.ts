import { AppError } from '../domain/errors.ts';
import { withIndefinite } from '../domain/grammar.ts';
import type { RecordKind } from './record-kind.ts';

/** As many as a list page shows. */
const BULK_MAX = 100;

/** The ids of a bulk action, each once. Errors: `invalid-input` for none, and for more than 100. */
export function requireSelection({ noun }: Pick<RecordKind<object, unknown>, 'noun'>, submittedIds: readonly string[]): string[] {
  const ids = [...new Set(submittedIds)];
  if (ids.length > 0 && ids.length <= BULK_MAX) return ids;
  throw new AppError('invalid-input', `${ids.length} records in one bulk action`, {
    userMessage:
      ids.length === 0 ? `Seleccione al menos ${withIndefinite(noun)}.` : `Seleccione hasta ${BULK_MAX} ${noun.plural} a la vez.`,
  });
}

import type { Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { countOf, joinWithAnd } from '../domain/text.ts';
import { readBoolean, readText } from '../read-model/field-readers.ts';
import { isActive } from '../records/content-version.ts';

export const STAFF_COLLECTION = 'usuarios';
const NAMED_MAX = 5;

/** `state` of a person's document. A missing one counts as active; an unreadable one does not, so that no default grants access. */
export function readStaffState(data: Fields): boolean {
  return readBoolean(data, 'state', !Object.hasOwn(data, 'state'));
}

/**
 * Refuses to deactivate what active people still have. Errors: `conflict` with `details.reason` `people` and their number.
 * @param people documents of all who have it
 * @param what for the log
 * @param toMessage makes the sentence from who has it: `lo tienen Ana y 3 personas más`
 */
export function refuseWhileInUse(people: readonly StoredDocument[], what: string, toMessage: (who: string) => string): void {
  const holders = people
    .filter(({ data }) => isActive(data) && readStaffState(data))
    .map(({ data, id }) => readText(data, 'name') || readText(data, 'email') || id)
    .sort((one, other) => one.localeCompare(other, 'es'));
  if (holders.length === 0) return;
  const named = holders.slice(0, NAMED_MAX);
  const more = holders.length - named.length;
  const who = joinWithAnd([...named, ...(more > 0 ? [countOf(more, 'persona más', 'personas más')] : [])]);
  throw new AppError('conflict', `${what} has ${holders.length} active people`, {
    userMessage: toMessage(`${holders.length === 1 ? 'lo tiene' : 'lo tienen'} ${who}`),
    details: { reason: 'people', people: holders.length },
  });
}

import type { Fields } from '../ports/documents/document-store.ts';
import type { Saver } from '../domain/conflict.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { Staff } from '../domain/permissions.ts';
import { FRESH_MINUTES } from '../domain/proof.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Acting } from './write-audit.ts';
import { contentVersion, isActive, storedVersion, type ReadValues } from './content-version.ts';

/** The generic field that records who last stored the document's content. */
const UPDATED_BY = 'updatedBy';

/**
 * The fields of a write, plus a stamp of who made it if it changes the form's values. The stamp holds the content's version: once another
 * program, which does not stamp, writes something else, the stamp is void, whatever the clocks say. For a deletion it also holds the time,
 * until the content is stored again.
 */
export function stamped<Values extends object>(
  read: ReadValues<Values>,
  { stored, changes, actor }: { stored: Fields | null; changes: Fields; actor: Acting['actor'] },
): Fields {
  const after = { ...stored, ...changes };
  const version = contentVersion(read(after), isActive(after));
  if (stored && version === storedVersion(read, stored)) return changes;
  const isDeletion = stored !== null && isActive(stored) && !isActive(after);
  const deletedAt = isDeletion && { deletedAt: new Date().toISOString() };
  return { ...changes, [UPDATED_BY]: { id: actor.id, name: actor.name, version, ...deletedAt } };
}

/** The stamp of the person who stores the content of `after`. */
export function stampFor<Values extends object>(read: ReadValues<Values>, after: Fields, actor: Acting['actor']): Fields {
  return { [UPDATED_BY]: { id: actor.id, name: actor.name, version: storedVersion(read, after) } };
}

/** This person deleted it within FRESH_MINUTES, so that restoring it is an undo, and nobody has stored its content since. */
export function isOwnDeletion<Values extends object>(read: ReadValues<Values>, data: Fields, actor: Pick<Staff, 'id'>): boolean {
  const stamp = data[UPDATED_BY];
  if (!isPlainMap(stamp) || stamp['id'] !== actor.id || stamp['version'] !== storedVersion(read, data)) return false;
  return Date.now() - Date.parse(readText(stamp, 'deletedAt')) < FRESH_MINUTES * 60_000;
}

/** The person who stored the document's current content; null without a valid stamp. */
export function saverOf<Values extends object>(read: ReadValues<Values>, data: Fields, actor: Pick<Staff, 'id'>): Saver | null {
  const stamp = data[UPDATED_BY];
  if (!isPlainMap(stamp) || stamp['version'] !== storedVersion(read, data)) return null;
  return { name: readText(stamp, 'name'), isActor: stamp['id'] === actor.id };
}

import type { Fields } from '../ports/documents/document-store.ts';
import type { Saver } from '../domain/conflict.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { Staff } from '../domain/permissions.ts';
import { FRESH_MINUTES } from '../domain/proof.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Acting } from './write-audit.ts';
import { contentVersion, isActive, storedVersion, type ReadValues } from './content-version.ts';

/** The generic field that says who stored the document's content last. */
const UPDATED_BY = 'updatedBy';

/**
 * The fields of a write, with who made it where it changes what the form holds. The stamp names the content: once another
 * program, which does not stamp, has written something else, it counts no more, whatever the clocks say. Of a deletion it says when,
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

/** The stamp of who stores the content that `after` holds. */
export function stampFor<Values extends object>(read: ReadValues<Values>, after: Fields, actor: Acting['actor']): Fields {
  return { [UPDATED_BY]: { id: actor.id, name: actor.name, version: storedVersion(read, after) } };
}

/** This person deleted it, so lately that to bring it back is to take that back, and nobody has stored its content since. */
export function isOwnDeletion<Values extends object>(read: ReadValues<Values>, data: Fields, actor: Pick<Staff, 'id'>): boolean {
  const stamp = data[UPDATED_BY];
  if (!isPlainMap(stamp) || stamp['id'] !== actor.id || stamp['version'] !== storedVersion(read, data)) return false;
  return Date.now() - Date.parse(readText(stamp, 'deletedAt')) < FRESH_MINUTES * 60_000;
}

/** Who stored the content that the document holds now; null when no stamp tells. */
export function saverOf<Values extends object>(read: ReadValues<Values>, data: Fields, actor: Pick<Staff, 'id'>): Saver | null {
  const stamp = data[UPDATED_BY];
  if (!isPlainMap(stamp) || stamp['version'] !== storedVersion(read, data)) return null;
  return { name: readText(stamp, 'name'), isActor: stamp['id'] === actor.id };
}

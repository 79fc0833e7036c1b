import type { Fields } from '../ports/documents/document-store.ts';
import type { Saver } from '../domain/conflict.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { Staff } from '../domain/permissions.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Acting } from './write-audit.ts';
import { contentVersion, isActive, storedVersion, type ReadValues } from './content-version.ts';

/** The generic field that says who stored the document's content last. */
const UPDATED_BY = 'updatedBy';

/**
 * The fields of a write, with who made it where it changes what the form holds. The stamp names the content: once another
 * program, which does not stamp, has written something else, it counts no more, whatever the clocks say.
 */
export function stamped<Values extends object>(
  read: ReadValues<Values>,
  { stored, changes, actor }: { stored: Fields | null; changes: Fields; actor: Acting['actor'] },
): Fields {
  const after = { ...stored, ...changes };
  const version = contentVersion(read(after), isActive(after));
  if (stored && version === storedVersion(read, stored)) return changes;
  return { ...changes, [UPDATED_BY]: { id: actor.id, name: actor.name, version } };
}

/** The stamp of who stores the content that `after` holds. */
export function stampFor<Values extends object>(read: ReadValues<Values>, after: Fields, actor: Acting['actor']): Fields {
  return { [UPDATED_BY]: { id: actor.id, name: actor.name, version: storedVersion(read, after) } };
}

/** Who stored the content that the document holds now; null when no stamp tells. */
export function saverOf<Values extends object>(read: ReadValues<Values>, data: Fields, actor: Pick<Staff, 'id'>): Saver | null {
  const stamp = data[UPDATED_BY];
  if (!isPlainMap(stamp) || stamp['version'] !== storedVersion(read, data)) return null;
  return { name: readText(stamp, 'name'), isActor: stamp['id'] === actor.id };
}

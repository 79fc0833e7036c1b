import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { readStoredValues } from '../../catalogs/record-values.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { isAhead, isOver, readPublishing, type PublishingWindow } from '../../domain/publishing.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';

/** A catalog whose records have days. */
export type WindowedCatalog = CatalogDefinition & { publishing: PublishingWindow };

export interface DueChange {
  changes: Fields;
  action: (typeof AUDIT_ACTIONS)['contentScheduled' | 'contentPublished' | 'contentExpired'];
}

interface Moment {
  /** The day in Guatemala. */
  today: string;
  /** What the cooperative wants; when not, only what the job itself holds back is given back. */
  isAutomatic: boolean;
}

/**
 * What its days do to the switch of a document as it is stored now; null: nothing. What is over goes off. What is not yet due
 * goes off and waits (`waits`), and only what waits ever goes on: what a person has hidden does not wait.
 */
export function dueChange({ publishing, ...definition }: WindowedCatalog, data: Fields, { today, isAutomatic }: Moment): DueChange | null {
  if (!isActive(data)) return null;
  const { flag } = publishing;
  const waits = waitsOf({ publishing, ...definition });
  const content = readPublishing(publishing, readStoredValues(definition, data), true);
  const isOn = readBoolean(data, flag, true);
  const isWaiting = waits !== null && readBoolean(data, waits, false);
  if (isOver(content, today)) {
    if (!isWaiting && !(isAutomatic && isOn)) return null;
    const off = isAutomatic || !isOn ? { [flag]: false } : {};
    return { changes: { ...off, ...(isWaiting && { [waits]: false }) }, action: AUDIT_ACTIONS.contentExpired };
  }
  if (isWaiting && (!isAutomatic || !isAhead(content, today)))
    return { changes: { [flag]: true, [waits]: false }, action: AUDIT_ACTIONS.contentPublished };
  if (!isAutomatic || !isOn || waits === null || !isAhead(content, today)) return null;
  return { changes: { [flag]: false, [waits]: true }, action: AUDIT_ACTIONS.contentScheduled };
}

/** Name of the field that says that a switch waits; null where contents have no first day. */
export function waitsOf({ publishing, fields }: WindowedCatalog): string | null {
  return fields.find(({ name }) => name === publishing.flag)?.waits ?? null;
}

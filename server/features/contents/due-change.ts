import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { readStoredValues } from '../../catalogs/record-values.ts';
import { waitingSwitch, waitsOf } from '../../catalogs/waiting-switch.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { isAhead, isOver, readPublishing, type PublishingWindow } from '../../domain/publishing.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';

/** A catalog whose records are published for certain days. */
export type WindowedCatalog = CatalogDefinition & { publishing: PublishingWindow };

export interface DueChange {
  changes: Fields;
  action: (typeof AUDIT_ACTIONS)['contentScheduled' | 'contentPublished' | 'contentExpired'];
}

interface Moment {
  /** Today in Guatemala. */
  today: string;
  /** The cooperative's setting; if off, the job only restores what it holds back itself. */
  isAutomatic: boolean;
}

/**
 * What the days of a document mean for its switch as stored now; null: nothing. Content that is over goes off. Content before its first day
 * goes off and waits (`waits`), and only waiting content ever goes on: what a person has hidden does not wait.
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
  return { changes: waitingSwitch(flag, waits), action: AUDIT_ACTIONS.contentScheduled };
}

import { dayOf } from '../domain/dates.ts';
import type { RecordValues } from '../domain/conflict.ts';
import { isAhead, readPublishing } from '../domain/publishing.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import type { CatalogDefinition } from './definition.ts';
import { readStoredValues } from './record-values.ts';

/** Name of the field that marks a waiting switch; null if contents have no first day. */
export function waitsOf({ publishing, fields }: Pick<CatalogDefinition, 'fields' | 'publishing'>): string | null {
  return (publishing && fields.find(({ name }) => name === publishing.flag)?.waits) ?? null;
}

/** A switch that waits for the content's first day is stored as off, for the mobile app reads nothing else, with a mark. */
export const waitingSwitch = (flag: string, waits: string): Fields => ({ [flag]: false, [waits]: true });

/**
 * What a save of the switch stores of it besides. A manual decision is final: the publishing window no longer waits to turn it on. Turned on
 * before the content's first day, it waits at once: the mobile app would show the content until the next run of the job.
 */
export function decideSwitch(
  definition: CatalogDefinition,
  changes: Partial<RecordValues>,
  stored: Fields,
  { isAutomatic }: { isAutomatic: boolean },
): Fields {
  const { publishing } = definition;
  const waits = waitsOf(definition);
  if (!publishing || waits === null || !(publishing.flag in changes)) return {};
  if (isAutomatic && changes[publishing.flag] === true) {
    const values = { ...readStoredValues(definition, stored), ...changes };
    if (isAhead(readPublishing(publishing, values, true), dayOf(new Date()))) return waitingSwitch(publishing.flag, waits);
  }
  return stored[waits] === true ? { [waits]: false } : {};
}

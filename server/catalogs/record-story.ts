import type { StoryAsk } from '../domain/story.ts';
import { pathOf } from '../records/record-kind.ts';
import { tellRecord } from '../records/record-story.ts';
import type { Story } from '../records/story.ts';
import type { Services } from '../services.ts';
import { openRecords, type CatalogCall } from './record.ts';

/** The changes of a record, newest first. Errors: `forbidden`, `not-found` for an invalid id. */
export async function tellCatalogRecord(
  services: Services,
  { id, part, before, ...call }: CatalogCall & StoryAsk & { id: string },
): Promise<Story> {
  const { definition, kind } = openRecords(call);
  const record = { database: definition.database, path: pathOf(kind, id), noun: definition.noun, fields: definition.fields };
  return tellRecord(services, record, { actor: call.actor, part, before });
}

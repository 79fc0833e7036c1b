import type { StoryQuery } from '../domain/story.ts';
import { pathOf } from '../records/record-kind.ts';
import { findRecordStory } from '../records/record-story.ts';
import type { Story } from '../records/story.ts';
import type { Services } from '../services.ts';
import { openRecords, type CatalogCall } from './record.ts';

/** The changes of a record, newest first. Errors: `forbidden`, `not-found` for an invalid id. */
export async function findCatalogRecordStory(
  services: Services,
  { id, part, before, ...call }: CatalogCall & StoryQuery & { id: string },
): Promise<Story> {
  const { definition, kind } = openRecords(call);
  const record = { database: definition.database, path: pathOf(kind, id), noun: definition.noun, fields: definition.fields };
  return findRecordStory(services, record, { actor: call.actor, part, before });
}

import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { StoryQuery, StoryPart } from '../../domain/story.ts';
import { readText } from '../../read-model/field-readers.ts';
import { entryMark, findEntriesOf, MODIFIED, readEntryChanges, storyPage, describeEntry, type Story } from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';
import { requireFile } from '../../stored-files/file-area.ts';
import { findOpenings, describeOpening } from '../../stored-files/file-story.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { FORM_FIELDS } from './stored-file.ts';

const VERBS: Readonly<Record<string, string>> = {
  [AUDIT_ACTIONS.briefcaseFileCreated]: 'lo cargó',
  [AUDIT_ACTIONS.briefcaseFileUpdated]: MODIFIED.m,
  [AUDIT_ACTIONS.briefcaseFileReplaced]: 'cargó una versión nueva',
  [AUDIT_ACTIONS.briefcaseFileDeactivated]: 'lo eliminó',
  [AUDIT_ACTIONS.briefcaseFileRestored]: 'lo restauró',
  [AUDIT_ACTIONS.fileAdopted]: 'trajo su archivo al portal',
};

const CHANGES: StoryPart[] = ['changes'];

/** What was done with a file, and who opened it, newest first; JSON for the browser. Errors: `forbidden`, `not-found`. */
export async function findStory(services: Services, { actor, id, ...storyRequest }: Call & StoryQuery & { id: string }): Promise<Story> {
  await requireFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const entries = await findEntriesOf(services.documents[BRIEFCASE.database], `${BRIEFCASE.collection}/${id}`);
  const { items, until } = await findOpenings(services, BRIEFCASE, { actor, id, entries, ...storyRequest });
  const ofEntries = entries.map((entry, place) => ({ mark: entryMark(entry, place), parts: CHANGES, entry }));
  const page = storyPage([...ofEntries, ...items], storyRequest, until);
  const shownEntries = page.shown.flatMap((item) => ('entry' in item ? [item.entry] : []));
  const changes = await readEntryChanges(services, shownEntries, { actor, fields: FORM_FIELDS });
  return {
    ...page.asked,
    parts: ['changes', 'openings'],
    events: page.shown.map((item) => {
      if ('event' in item) return describeOpening(item.event);
      const { entry } = item;
      return describeEntry(entry, VERBS[readText(entry.data, 'action')], changes.get(entry.id));
    }),
  };
}

import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { FILE_EVENT_KINDS, type FileEventKind } from '../domain/file-events.ts';
import type { StoryQuery, StoryPart } from '../domain/story.ts';
import type { Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { readText, readTimestamp } from '../read-model/field-readers.ts';
import { sideOf } from '../records/entry-sides.ts';
import type { StoryEvent, StoryItem } from '../records/story.ts';
import type { Services } from '../services.ts';
import type { FileArea, FileCall } from './file-area.ts';
import { EVENTS_MAX, findFileEvents, type ShownEvent } from './ledger.ts';

const KINDS: Readonly<Record<'all' | 'changes' | 'openings', readonly FileEventKind[]>> = {
  all: FILE_EVENT_KINDS,
  changes: ['upload'],
  openings: FILE_EVENT_KINDS.filter((kind) => kind !== 'upload'),
};

/** Longest time between an upload's audit entry and its ledger event, which is written right after the transaction. */
const SAME_UPLOAD_MS = 60_000;

/**
 * The ledger's part of a file's story: who opened it, and uploads without an audit entry. Errors: `forbidden`, `not-found`.
 * @param entries its audit
 */
export async function findOpenings(
  services: Pick<Services, 'sql'>,
  area: FileArea,
  { part, before, entries, ...call }: FileCall & StoryQuery & { entries: readonly StoredDocument[] },
): Promise<{ items: (StoryItem & { event: ShownEvent })[]; until: string }> {
  const events = part === 'custody' ? [] : await findFileEvents(services, area, { ...call, before, kinds: KINDS[part ?? 'all'] });
  const uploads = entries.flatMap(({ data }) => (addsFile(data) ? [Date.parse(readTimestamp(data, 'at') ?? '')] : []));
  const isAlreadyAudited = ({ kind, at }: ShownEvent) =>
    kind === 'upload' && uploads.some((upload) => Math.abs(Date.parse(at) - upload) < SAME_UPLOAD_MS);
  const items = events
    .filter((event) => !isAlreadyAudited(event))
    .map((event) => ({
      mark: event.mark,
      parts: [event.kind === 'upload' ? 'changes' : 'openings'] as StoryPart[],
      event: { ...event, version: versionOf(event, uploads) },
    }));
  return { items, until: events.length === EVENTS_MAX ? (events.at(-1)?.mark ?? '') : '' };
}

/** Number of the file, null if there is only one. For events older than the field only the first file can be determined. */
function versionOf({ at, version }: ShownEvent, uploads: readonly number[]): number | null {
  const second = uploads[1];
  if (version !== null) return version > 1 || second !== undefined ? version : null;
  return second !== undefined && Date.parse(at) < second ? 1 : null;
}

/** A copy to another store is not a new file (adopt-files.ts). */
function addsFile(entry: Fields): boolean {
  if (entry['action'] === AUDIT_ACTIONS.fileAdopted) return false;
  const url = readText(sideOf(entry, 'newData') ?? {}, 'url');
  return url !== '' && url !== readText(sideOf(entry, 'beforeData') ?? {}, 'url');
}

export function describeOpening({ id, at, kind, userName, label, version }: ShownEvent): StoryEvent {
  const act = label.toLocaleLowerCase('es');
  const which = version === null ? '' : ` (versión ${version})`;
  return { id, at, who: userName || 'Sin nombre', did: `${kind === 'confirm' ? act : `lo ${act}`}${which}`, notes: [], changes: [] };
}

import { auditActionText } from '../domain/audit-actions.ts';
import { canOpenFolder, type Staff } from '../domain/permissions.ts';
import type { StoryQuery, StoryPart } from '../domain/story.ts';
import { joinWithAnd } from '../domain/text.ts';
import type { DocumentStore, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { readText, readTimestamp } from '../read-model/field-readers.ts';
import { FOLDERS } from '../read-model/pages/choices.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { Services } from '../services.ts';
import { describeChanges, findReferences, isShortChange, quotedLabel, createFieldLookup, type ChangedField } from './describe-changes.ts';
import { sideOf } from './entry-sides.ts';
import type { Field } from './fields.ts';
import { readNames, type RecordNames } from './targets.ts';
import { AUDIT_COLLECTION } from './write-audit.ts';

/** An event in the story of a record, in words; JSON for the browser. */
export interface StoryEvent {
  id: string;
  /** ISO text; '' when unknown. */
  at: string;
  /** '' when unknown: `did` is then a full sentence. */
  who: string;
  /** The words after the name: `lo imprimió`. */
  did: string;
  notes: readonly string[];
  /** Changes that do not fit into the sentence. */
  changes: readonly Pick<ChangedField, 'after' | 'before' | 'label'>[];
}

export interface Story {
  /** The part shown; null for everything. */
  part: StoryPart | null;
  /** The parts available to this person. */
  parts: readonly StoryPart[];
  events: readonly StoryEvent[];
  /** Mark after which the older events follow, '' where there are none. */
  older: string;
  isNewest: boolean;
}

/** A candidate for the story, before its words are looked up. */
export interface StoryItem {
  /** Sort key: its time, and a suffix that distinguishes items of the same time. */
  mark: string;
  parts: readonly StoryPart[];
}

const STORY_PAGE = 25;

/** The newest items of the requested part. @param until mark before which not every source was read; '' where all were */
export function storyPage<Item extends StoryItem>(items: readonly Item[], { part, before }: StoryQuery, until = '') {
  const isRead = (mark: string) => mark >= until && (before === '' || mark < before);
  const among = items.filter(({ mark, parts }) => isRead(mark) && (part === null || parts.includes(part)));
  const found = among.sort((one, other) => (one.mark < other.mark ? 1 : -1));
  const shown = found.slice(0, STORY_PAGE);
  const older = until !== '' || found.length > shown.length ? (shown.at(-1)?.mark ?? until) : '';
  return { shown, asked: { part, older, isNewest: before === '' } };
}

/** The audit entries of a document, oldest first; those without a readable time come first. */
export async function findEntriesOf(store: Pick<DocumentStore, 'query'>, path: string): Promise<StoredDocument[]> {
  const entries = await store.query({ collection: AUDIT_COLLECTION, where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort(byTime);
}

function byTime(one: StoredDocument, other: StoredDocument): number {
  const [at, otherAt] = [readTimestamp(one.data, 'at') ?? '', readTimestamp(other.data, 'at') ?? ''];
  return at === otherAt ? Number(one.version - other.version) : at < otherAt ? -1 : 1;
}

const PLACE_DIGITS = 8;

/** @param place among the entries of its record, the oldest being 0: some are of the same time */
export function entryMark({ data }: Pick<StoredDocument, 'data'>, place: number): string {
  return `${readTimestamp(data, 'at') ?? ''} ${String(place).padStart(PLACE_DIGITS, '0')}`;
}

interface StoryFields {
  /** The reader: names of records of another agency, and of folders closed to them, stay hidden. */
  actor: Staff;
  /** The record's fields to be shown. */
  fields: readonly Field[];
  /** Converts a side to a map of those fields, where documents store some in another shape. */
  flatten?: (side: Fields) => Fields;
}

/** The changes of a record's entries, by entry id; entries of its creation have none. */
export async function readEntryChanges(
  { sql, registries: { records } }: Services,
  entries: readonly Pick<StoredDocument, 'data' | 'id'>[],
  { actor, fields, flatten = (side) => side }: StoryFields,
): Promise<ReadonlyMap<string, ChangedField[]>> {
  const fieldNames = new Set(fields.map(({ name }) => name));
  const lookup = createFieldLookup(records, fields);
  const sidesOf = ({ data }: Pick<StoredDocument, 'data'>) =>
    (['beforeData', 'newData'] as const).map((name) =>
      Object.fromEntries(Object.entries(flatten(sideOf(data, name) ?? {})).filter(([field]) => fieldNames.has(field))),
    );
  const changed = entries.filter(({ data }) => data['beforeData'] !== null);
  const references = findReferences(lookup, changed.flatMap(sidesOf));
  const known =
    references.size === 0 ? NO_NAMES : await readForScreen(sql, (read) => readNames(read, { actor, records }, [], references.values()));
  const names = new Map(
    [...references].map(([table, { ids }]) => [
      table,
      new Map([...ids].map((id) => [id, closedFolder(actor, table, id) ?? known.get(table)?.get(id) ?? id])),
    ]),
  );
  return new Map(
    changed.map((entry) => {
      const [before = {}, after = {}] = sidesOf(entry);
      return [entry.id, describeChanges(lookup, before, after, names).filter((field) => field.before !== field.after)] as const;
    }),
  );
}

const NO_NAMES: RecordNames = new Map();

/** Placeholder for the name of a folder that the person may not open. */
function closedFolder(actor: Staff, table: string, id: string): string | null {
  return table === FOLDERS.table && !canOpenFolder(actor, id) ? 'otra carpeta' : null;
}

/** Changes beyond this are listed line by line. */
const SENTENCE_CHANGES = 2;
/** Verb for an action that changed some fields, by the gender of the record's noun. */
export const MODIFIED = { m: 'lo modificó', f: 'la modificó' } as const;
const MODIFYING: ReadonlySet<string> = new Set(Object.values(MODIFIED));

/** An entry in words; if it only changed a field or two, those make up the sentence. */
export function describeEntry(
  { id, data }: StoredDocument,
  verb: string | undefined,
  changes: readonly ChangedField[] = [],
  notes: string[] = [],
): StoryEvent {
  const did = verb ?? `anotó «${auditActionText(readText(data, 'action'))}»`;
  const isSentence = MODIFYING.has(did) && changes.length > 0 && changes.length <= SENTENCE_CHANGES && changes.every(isShortChange);
  const comment = readText(sideOf(data, 'newData') ?? {}, 'comment');
  return {
    id,
    at: readTimestamp(data, 'at') ?? '',
    who: readText(data, 'userName') || readText(data, 'user') || 'Sin nombre',
    did: isSentence ? joinWithAnd(changes.map(describeChange)) : did,
    notes: comment === '' ? notes : [comment, ...notes],
    changes: isSentence ? [] : changes.map(({ label, before, after }) => ({ label, before, after })),
  };
}

function describeChange(change: ChangedField): string {
  const { before, after } = change;
  const field = quotedLabel(change);
  if (before === '') return `puso ${after} en ${field}`;
  return after === '' ? `quitó ${before} de ${field}` : `cambió ${field} de ${before} a ${after}`;
}

import { auditActionText } from '../domain/audit-actions.ts';
import { canOpenFolder, type Staff } from '../domain/permissions.ts';
import type { StoryAsk, StoryPart } from '../domain/story.ts';
import { joinWithAnd } from '../domain/text.ts';
import type { DocumentStore, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { readText, readTimestamp } from '../read-model/field-readers.ts';
import { FOLDERS } from '../read-model/pages/choices.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { Services } from '../services.ts';
import { describeChanges, findReferences, isShortChange, quotedLabel, wordsOf, type ChangedField } from './describe-changes.ts';
import { sideOf } from './entry-sides.ts';
import type { Field } from './fields.ts';
import { readNames, type RecordNames } from './targets.ts';
import { AUDIT_COLLECTION } from './write-audit.ts';

/** Something that happened to a record, in words; JSON for the browser. */
export interface StoryEvent {
  id: string;
  /** ISO text; '' when nobody knows. */
  at: string;
  /** '' where nobody is known: what was done is a sentence by itself then. */
  who: string;
  /** In the words behind their name: `lo imprimió`. */
  did: string;
  notes: readonly string[];
  /** What does not fit into the sentence. */
  changes: readonly Pick<ChangedField, 'after' | 'before' | 'label'>[];
}

export interface Story {
  /** Which part is told; null: everything. */
  part: StoryPart | null;
  /** Those that there are for this person. */
  parts: readonly StoryPart[];
  events: readonly StoryEvent[];
  /** Behind which the earlier ones come, '' where there are none. */
  older: string;
  isNewest: boolean;
}

/** Something that may be told, before its words are looked up. */
export interface StoryItem {
  /** Its time, and what tells it from others of that time: items are in the order of their marks. */
  mark: string;
  parts: readonly StoryPart[];
}

const STORY_PAGE = 25;

/** The newest items that are asked for. @param until what is older was not read from every source; '' where all was */
export function storyPage<Item extends StoryItem>(items: readonly Item[], { part, before }: StoryAsk, until = '') {
  const isRead = (mark: string) => mark >= until && (before === '' || mark < before);
  const among = items.filter(({ mark, parts }) => isRead(mark) && (part === null || parts.includes(part)));
  const found = among.sort((one, other) => (one.mark < other.mark ? 1 : -1));
  const shown = found.slice(0, STORY_PAGE);
  const older = until !== '' || found.length > shown.length ? (shown.at(-1)?.mark ?? until) : '';
  return { shown, asked: { part, older, isNewest: before === '' } };
}

/** The audit entries of a document, oldest first; those without a time that can be read before all others. */
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

interface ToldFields {
  /** Who reads it: not there for them is neither the name of a record of another agency nor that of a folder that is closed to them. */
  actor: Staff;
  /** Those that people know of the record. */
  fields: readonly Field[];
  /** A side as a map of those fields, where documents hold some of them in another shape. */
  flatten?: (side: Fields) => Fields;
}

/** What entries of one record changed, by the entry's id; nothing of one that tells of a new record. */
export async function readEntryChanges(
  { sql, registries: { records } }: Services,
  entries: readonly Pick<StoredDocument, 'data' | 'id'>[],
  { actor, fields, flatten = (side) => side }: ToldFields,
): Promise<ReadonlyMap<string, ChangedField[]>> {
  const told = new Set(fields.map(({ name }) => name));
  const words = wordsOf(records, fields);
  const sidesOf = ({ data }: Pick<StoredDocument, 'data'>) =>
    (['beforeData', 'newData'] as const).map((name) =>
      Object.fromEntries(Object.entries(flatten(sideOf(data, name) ?? {})).filter(([field]) => told.has(field))),
    );
  const changed = entries.filter(({ data }) => data['beforeData'] !== null);
  const references = findReferences(words, changed.flatMap(sidesOf));
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
      return [entry.id, describeChanges(words, before, after, names).filter((field) => field.before !== field.after)] as const;
    }),
  );
}

const NO_NAMES: RecordNames = new Map();

/** What stands for the name of a folder that the person may not open. */
function closedFolder(actor: Staff, table: string, id: string): string | null {
  return table === FOLDERS.table && !canOpenFolder(actor, id) ? 'otra carpeta' : null;
}

/** More changes are told line by line. */
const SENTENCE_CHANGES = 2;
/** What any record's words call an act that changed some of its fields, by the gender of its noun. */
export const MODIFIED = { m: 'lo modificó', f: 'la modificó' } as const;
const MODIFYING: ReadonlySet<string> = new Set(Object.values(MODIFIED));

/** An entry in words: of one that did nothing but change a field or two, these are its sentence. */
export function tellEntry(
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
    did: isSentence ? joinWithAnd(changes.map(sayChange)) : did,
    notes: comment === '' ? notes : [comment, ...notes],
    changes: isSentence ? [] : changes.map(({ label, before, after }) => ({ label, before, after })),
  };
}

function sayChange(change: ChangedField): string {
  const { before, after } = change;
  const field = quotedLabel(change);
  if (before === '') return `puso ${after} en ${field}`;
  return after === '' ? `quitó ${before} de ${field}` : `cambió ${field} de ${before} a ${after}`;
}

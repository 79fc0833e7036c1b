import { AppError } from '../../domain/errors.ts';
import { readMentions } from '../../domain/mentions.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { may, requireMenu, type Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { DatabaseName, DocumentTransaction } from '../../ports/documents/document-store.ts';
import { isActive } from '../../records/content-version.ts';
import { createOnce } from '../../records/create-once.ts';
import { openFor, type Opened } from '../../records/declared-record.ts';
import { findOwn } from '../../records/find-own.ts';
import { checkValues } from '../../records/record-fields.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { MENTIONS_MAX, NOTE_FIELDS, noteKind, noteMissing, NOTES_COLLECTION, readNote } from './note-kind.ts';

/** `record`: the path of what the notes are about. */
type RecordCall = Call & { record: string };

/** Nobody reads more notes of one record. */
const SHOWN_MAX = 200;
const OFFERED_MAX = 8;
/** Notes of one person on one record, including deleted ones: every visit to the record reads them all. */
const NOTES_PER_PERSON = 200;

/** What people wrote about a record, the newest first. Errors: `not-found`, also for what the person may not see. */
export async function findNotes(services: Services, { actor, record }: RecordCall) {
  const { database, opened } = await requireRecordWithNotes(services, actor, record);
  const stored = await services.documents[database].query({
    collection: NOTES_COLLECTION,
    where: [{ field: 'record', op: '==', value: record }],
  });
  const notes = stored
    .filter(({ data }) => isActive(data))
    .map(readNote)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN_MAX)
    .map(({ id, text, userId, userName, at }) => ({ id, text, at, who: userName || userId, isMine: userId === actor.id }));
  /** One per form: a note that is sent twice with it is stored once. */
  return { record, ...opened, mayWrite: mayWrite(actor, opened), notes, formToken: crypto.randomUUID() };
}

/**
 * Adds a note. Whoever it names with `@` is alerted, and must be able to see the record.
 * Errors: `forbidden`, `not-found`, `invalid-input` at `text`, `conflict` when they wrote too many on the record.
 */
export async function writeNote(services: Services, call: RecordCall & { text: string; formToken: string }): Promise<Opened> {
  const { actor, requestId, record, formToken } = call;
  const { database, opened } = await requireRecordWithNotes(services, actor, record);
  requireMayWrite(actor, opened);
  const values = checkValues(NOTE_FIELDS, { text: call.text });
  const mentions = values.text.includes('@') ? await requireMentions(services, { record, opened, text: values.text }) : [];
  const added = { record, mentions, userId: actor.id, userName: actor.name };
  const check = (tx: DocumentTransaction) => requireBelowLimit(tx, { record, userId: actor.id });
  await createOnce(services, noteKind(database), { actor, requestId, values, added, formToken, check });
  return opened;
}

/** Deletes one's own note; the audit keeps its text. Errors: `not-found`, `forbidden` for another person's. */
export async function deleteNote(services: Services, { actor, requestId, record, id }: RecordCall & { id: string }): Promise<Opened> {
  const { database, opened } = await requireRecordWithNotes(services, actor, record);
  requireMayWrite(actor, opened);
  await setActive(services, noteKind(database), {
    actor,
    requestId,
    ids: [id],
    isActive: false,
    admit: (stored) => {
      const note = readNote(stored);
      if (note.record !== record) throw noteMissing(id);
      if (note.userId !== actor.id)
        throw new AppError('forbidden', `note ${id} is not ${actor.id}'s`, {
          userMessage: 'Solo quien escribió una nota puede eliminarla.',
        });
    },
  });
  return opened;
}

/**
 * People with a name that begins with what is typed: first those who may see the record; the others with the reason why they cannot be
 * named. Errors: `not-found`.
 */
export async function suggestPeople(services: Services, { actor, record, q }: RecordCall & { q: string }) {
  await requireRecordWithNotes(services, actor, record);
  const typed = normalizeForSearch(q.slice(0, 100));
  const people = (await readPeople(services)).filter(
    ({ id, name }) => id !== actor.id && ` ${normalizeForSearch(name)}`.includes(` ${typed}`),
  );
  const offered = await Promise.all(
    people
      .slice(0, OFFERED_MAX)
      .map(async ({ id, name }) => ({ id, name, why: (await canSee(services, id, record)) ? '' : 'no puede verlo' })),
  );
  return [...offered.filter(({ why }) => why === ''), ...offered.filter(({ why }) => why !== '')];
}

const mayWrite = (actor: Staff, { menu }: Opened) => !menu || may(actor, menu, 'change');

function requireMayWrite(actor: Staff, { menu }: Opened): void {
  if (menu) requireMenu(actor, menu, 'change');
}

async function requireBelowLimit(tx: DocumentTransaction, { record, userId }: { record: string; userId: string }): Promise<void> {
  const ownNotes = await findOwn(tx, NOTES_COLLECTION, { record, userId });
  if (ownNotes.length < NOTES_PER_PERSON) return;
  throw new AppError('conflict', `${userId} wrote ${NOTES_PER_PERSON} notes on ${record}`, {
    userMessage: `Ya escribió ${NOTES_PER_PERSON} notas aquí, contando las eliminadas, y no puede agregar más en este registro.`,
  });
}

async function requireMentions(
  services: Services,
  { record, opened, text }: { record: string; opened: Opened; text: string },
): Promise<string[]> {
  const { people, problems } = readMentions(text, await readPeople(services));
  if (people.length > MENTIONS_MAX) problems.push(`Una nota avisa a ${MENTIONS_MAX} personas como máximo.`);
  for (const { id, name } of people.slice(0, MENTIONS_MAX))
    if (!(await canSee(services, id, record))) problems.push(`${name} no puede ver ${opened.name}, y no se le puede avisar.`);
  if (problems.length > 0) throw invalidFields({ text: problems }, 'problems');
  return people.map(({ id }) => id);
}

async function readPeople({ sql }: Services): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    `SELECT u.id, u.name FROM usuarios u WHERE u.state AND u."isActive" AND NOT u.source_deleted AND u.name <> ''
     ORDER BY u.name COLLATE "es-x-icu", u.id`,
  );
  return rows;
}

/** Checked as for the person's own next request. */
async function canSee(services: Services, uid: string, record: string): Promise<boolean> {
  const person = await loadStaff(services, { uid, sessionId: '' });
  return person !== null && (await openFor(services, person, record)) !== null;
}

async function requireRecordWithNotes(
  services: Services,
  actor: Staff,
  record: string,
): Promise<{ database: DatabaseName; opened: Opened }> {
  const [collection = ''] = record.split('/');
  const { records } = services.registries;
  const database = Object.hasOwn(records, collection) ? records[collection]?.notesIn : undefined;
  const opened = database && (await openFor(services, actor, record));
  if (database && opened) return { database, opened };
  throw new AppError('not-found', `no record with notes at ${record.slice(0, 100)}`, {
    userMessage: 'El registro no existe o usted no tiene permiso para verlo.',
  });
}

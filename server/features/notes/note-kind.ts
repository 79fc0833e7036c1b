import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { NOTE_MAX } from '../../domain/notes.ts';
import type { DatabaseName, StoredDocument } from '../../ports/documents/document-store.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { ids, longText, recordId, text } from '../../records/fields.ts';
import { readValues, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';

export const NOTES_COLLECTION = 'notas';
export const NOTE_NOUN: Noun = { singular: 'nota', plural: 'notas', gender: 'f' };
export const MENTIONS_MAX = 20;

/** What a person writes. */
export const NOTE_FIELDS = [longText({ name: 'text', label: 'Nota', required: true, maxLength: NOTE_MAX })] as const;

/** What the server adds. */
export const NOTE_PARTS = [
  text({ name: 'record', label: 'Registro' }),
  ids({ name: 'mentions', label: 'Menciona a', maxItems: MENTIONS_MAX, names: PEOPLE }),
  recordId({ name: 'userId', label: 'Escrita por', names: PEOPLE }),
  text({ name: 'userName', label: 'Nombre de quien la escribió' }),
] as const;

type NoteValues = ValuesOf<typeof NOTE_FIELDS>;

/** In the database of its record, so that the note and its audit entry are stored together. Written and deleted, never changed. */
export function noteKind(database: DatabaseName): RecordKind<NoteValues> {
  return {
    database,
    // The menu of the record, which notes.ts checks on writing and deleting.
    menu: null,
    collection: NOTES_COLLECTION,
    noun: NOTE_NOUN,
    read: (data) => readValues(NOTE_FIELDS, data),
    show: ({ data }) => readValues(NOTE_FIELDS, data),
    notFound: noteMissing,
    actions: { created: AUDIT_ACTIONS.noteWritten, activated: { deactivated: AUDIT_ACTIONS.noteDeleted } },
  };
}

export function noteMissing(id: string): AppError {
  return new AppError('not-found', `note ${id.slice(0, 60)} not found`, { userMessage: 'Esa nota no existe.' });
}

export function readNote({ id, data, createdVersion }: StoredDocument) {
  return {
    id,
    text: readText(data, 'text'),
    record: readText(data, 'record'),
    mentions: readTextList(data, 'mentions'),
    userId: readText(data, 'userId'),
    userName: readText(data, 'userName'),
    /** By the store's own clock. */
    at: new Date(Number(createdVersion / 1_000n)).toISOString(),
  };
}

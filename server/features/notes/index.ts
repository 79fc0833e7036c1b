import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { NOTES_URL } from '../../domain/notes.ts';
import { bind } from '../../platform/bind.ts';
import { trusted } from '../../platform/sql/sql-fragment.ts';
import { isActive } from '../../records/content-version.ts';
import { alertsOfActs, readNamedRecord } from '../../records/alert-source.ts';
import type { Services } from '../../services.ts';
import { feature } from '../feature.ts';
import { NOTE_FIELDS, NOTE_NOUN, NOTE_PARTS, NOTES_COLLECTION, readNote } from './note-kind.ts';
import { deleteNote, findNotes, suggestPeople, writeNote } from './notes.ts';

/** Notes on whatever kind of record declares `notesIn`: `portal.notes`. Whoever may see the record may read and write them. */
function createNotes(services: Services) {
  return bind(services, { findNotes, writeNote, deleteNote, suggestPeople });
}

export const notes = feature({
  verbs: { notes: createNotes },
  records: {
    [NOTES_COLLECTION]: {
      noun: NOTE_NOUN,
      fields: [...NOTE_FIELDS, ...NOTE_PARTS],
      // No row says which record a note is about, so its agency cannot be checked.
      seen: () => [trusted('FALSE')],
    },
  },
  answers: [
    {
      // Whom a note may name, while it is typed.
      url: `${NOTES_URL}/personas.json`,
      read: async (services, { actor, params }) => ({
        people: await suggestPeople(services, { actor, record: params.get('record') ?? '', q: params.get('q') ?? '' }),
      }),
    },
  ],
  alerts: [
    alertsOfActs({
      kind: 'mention',
      actions: [AUDIT_ACTIONS.noteWritten],
      findRecipients: async ({ documents }, { database, path }) => {
        const stored = await readNamedRecord(documents[database], path);
        if (!stored || !isActive(stored.data)) return { to: [] };
        const { record, mentions } = readNote(stored);
        return { path: record, to: mentions };
      },
    }),
  ],
});

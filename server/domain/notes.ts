/** Page with the notes of one record (docs/decisions/108-notes.md). */
export const NOTES_URL = '/notas';
export const NOTE_MAX = 2_000;
/** Anchor of the notes card on a record's page. */
export const NOTES_ANCHOR = 'notas';

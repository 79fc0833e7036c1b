/** Notes of a record, by themselves (docs/decisions/108-notes.md). */
export const NOTES_URL = '/notas';
export const NOTE_MAX = 2_000;
/** Of the card on a record's page. */
export const NOTES_ANCHOR = 'notas';

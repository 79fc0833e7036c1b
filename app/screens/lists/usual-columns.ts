/** Sent as `columns` instead of names: the list's own columns again. */
export const USUAL_COLUMNS = '*';

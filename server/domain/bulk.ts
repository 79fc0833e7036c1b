/** Acts on a selection of a list (docs/decisions/093-bulk-acts.md): where each is seen and taken back, and its bounds. */
export const BULK_URL = '/bulk';
/** So many are done before the answer, more by a worker. As many as a page shows. */
export const BULK_AT_ONCE = 100;
/** Of all that a search found. What counts further (COUNT_CAP) is offered to nobody. */
export const BULK_MAX = 10_000;
/** The control by which a form means all that its list found rather than the ticked rows. */
export const ALL_CONTROL = 'all';

/** `undoing` and `undone`: the same records, given back what they held. */
export const BULK_STATES = ['waiting', 'working', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** What became of one record: `same` held it already; `kept`: it could not be given back what it held. */
export type BulkOutcome = 'waiting' | 'done' | 'same' | 'refused' | 'undone' | 'kept';

export function bulkUrl(id: string): string {
  return `${BULK_URL}/${encodeURIComponent(id)}`;
}

export function isBulkOver(state: BulkState): boolean {
  return state === 'done' || state === 'undone';
}

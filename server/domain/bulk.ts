/** Bulk acts on a selection of a list (docs/decisions/093-bulk-acts.md): the address of a run, where it can be undone, and limits. */
export const BULK_URL = '/bulk';
/** Up to this many (one page) are done before the response; a worker does larger runs. */
export const IMMEDIATE_BULK_MAX = 100;
/** Limit for a run over everything a search found. Larger results (counted up to COUNT_CAP) offer no bulk act. */
export const BULK_MAX = 10_000;
/** Form control that selects everything the list found instead of the ticked rows. */
export const ALL_CONTROL = 'all';
/** Form control that confirms an act on more records than IMMEDIATE_BULK_MAX. */
export const CONFIRM_CONTROL = 'confirmed';
/** Option that takes a value away: an empty choice takes nothing away. No record can have this id. */
export const NONE = '__none__';

/** `undoing` and `undone`: the same records get their previous values back. */
export const BULK_STATES = ['waiting', 'working', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Outcome for one record. `same`: it already had the value; `kept`: its previous value could not be restored. */
export type BulkOutcome = 'waiting' | 'done' | 'same' | 'refused' | 'undone' | 'kept';

export function bulkUrl(id: string): string {
  return `${BULK_URL}/${encodeURIComponent(id)}`;
}

export function isBulkOver(state: BulkState): boolean {
  return state === 'done' || state === 'undone';
}

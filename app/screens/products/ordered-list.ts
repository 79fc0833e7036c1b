import type { ListQuery } from '#server/lists/list.ts';

/** Whether the list shows its own order, so that rows can be moved: no other sort, no search, no filter. */
export function showsOrder({ sort, dir, q, filters }: ListQuery): boolean {
  return sort === 'orden' && dir === 'asc' && q === '' && Object.keys(filters).length === 0;
}

import { ALL_CHOICES_PARAM, COLUMNS_PARAM, REPORT_PARAM, ROWS_PARAM } from './list-params.ts';

/** Views that people keep of lists, and the form of each under it. */
export const VIEWS_URL = '/views';
/** In a list's address: the view that it was opened by. */
export const VIEW_PARAM = 'vista';

/** What of a list's address belongs to one visit. */
const OF_ONE_VISIT = [
  VIEW_PARAM,
  COLUMNS_PARAM,
  ROWS_PARAM,
  ALL_CHOICES_PARAM,
  REPORT_PARAM,
  'page',
  'cursor',
  'pageSize',
  'index',
  'back',
  'format',
];

/** What a view keeps of an address: search, filters and order, without `?`. */
export function keptQuery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of OF_ONE_VISIT) params.delete(name);
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  return params.toString();
}

/** The list as the view keeps it. */
export function viewHref({ id, lista, consulta }: { id: string; lista: string; consulta: string }): string {
  return `${lista}?${consulta === '' ? '' : `${consulta}&`}${VIEW_PARAM}=${encodeURIComponent(id)}`;
}

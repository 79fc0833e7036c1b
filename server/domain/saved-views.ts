import { ALL_CHOICES_PARAM, COLUMNS_PARAM, PERIOD_PARAM, REPORT_PARAM, ROWS_PARAM } from './list-params.ts';

/** Views that people keep of lists, and the form of each under it. */
export const VIEWS_URL = '/views';
/** In a list's address: the view that it was opened by. */
export const VIEW_PARAM = 'vista';

/** In the place of a schedule's report: a list as somebody keeps it, named by the parameter `vista`. */
export const SAVED_VIEW = { id: 'vista', title: 'Vista guardada' } as const;

/** The form of a schedule that sends the view. */
export const scheduleViewHref = (id: string) => `/reports/schedules/new?${new URLSearchParams({ reportId: SAVED_VIEW.id, vista: id })}`;

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
  // Days that were typed go before those of a name, also where a form without scripts sent both.
  if (params.has('from') || params.has('to')) params.delete(PERIOD_PARAM);
  return params.toString();
}

const ORDER_AND_SEARCH: ReadonlySet<string> = new Set(['q', 'sort', 'dir']);

/** What of a view its list does not have any more, in Spanish. @param read what the list took of it, and the names of its columns */
export function goneOf(
  { consulta, columnas }: { consulta: string; columnas: readonly string[] },
  read: { filters: Readonly<Record<string, string>>; sort: string; columns: readonly (string | undefined)[] },
): string[] {
  const asked = new URLSearchParams(consulta);
  const sort = asked.get('sort');
  const filters = [...new Set(asked.keys())].filter((name) => !ORDER_AND_SEARCH.has(name) && read.filters[name] === undefined);
  return [
    ...filters.map((name) => `el filtro «${name}»`),
    ...columnas.filter((name) => !read.columns.includes(name)).map((name) => `la columna «${name}»`),
    ...(sort !== null && sort !== read.sort ? [`el orden por «${sort}»`] : []),
  ];
}

/** The list as the view keeps it. */
export function viewHref({ id, lista, consulta }: { id: string; lista: string; consulta: string }): string {
  return `${lista}?${consulta === '' ? '' : `${consulta}&`}${VIEW_PARAM}=${encodeURIComponent(id)}`;
}

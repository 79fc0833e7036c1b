import { ALL_CHOICES_PARAM, COLUMNS_PARAM, PERIOD_PARAM, REPORT_PARAM, ROWS_PARAM } from './list-params.ts';

/** The list of saved views; the form of each view lies under it. */
export const VIEWS_URL = '/views';
/** In a list's address: the view that it was opened by. */
export const VIEW_PARAM = 'vista';

/** Stands for a report in a schedule: sends a list as a saved view, given by the parameter `vista`. */
export const SAVED_VIEW = { id: 'vista', title: 'Vista guardada' } as const;

/** The form for scheduling the view. */
export const scheduleViewHref = (id: string) => `/reports/schedules/new?${new URLSearchParams({ reportId: SAVED_VIEW.id, vista: id })}`;

/** Parameters of a list that belong to a single visit. */
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

/** The part of an address that a view keeps: search, filters and order, without `?`. */
export function savedQuery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of OF_ONE_VISIT) params.delete(name);
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  // Typed dates take precedence over a named period; a form without scripts may send both.
  if (params.has('from') || params.has('to')) params.delete(PERIOD_PARAM);
  return params.toString();
}

const ORDER_AND_SEARCH: ReadonlySet<string> = new Set(['q', 'sort', 'dir']);

/** Parts of a view that its list no longer has, in Spanish. @param read what the list understood, and its columns */
export function describeMissingParts(
  { consulta, columnas }: { consulta: string; columnas: readonly string[] },
  read: { filters: Readonly<Record<string, string>>; sort: string; columns: readonly (string | undefined)[] },
): string[] {
  const savedParams = new URLSearchParams(consulta);
  const sort = savedParams.get('sort');
  const filters = [...new Set(savedParams.keys())].filter((name) => !ORDER_AND_SEARCH.has(name) && read.filters[name] === undefined);
  return [
    ...filters.map((name) => `el filtro «${name}»`),
    ...columnas.filter((name) => !read.columns.includes(name)).map((name) => `la columna «${name}»`),
    ...(sort !== null && sort !== read.sort ? [`el orden por «${sort}»`] : []),
  ];
}

/** The address of the list with the view applied. */
export function viewHref({ id, lista, consulta }: { id: string; lista: string; consulta: string }): string {
  return `${lista}?${consulta === '' ? '' : `${consulta}&`}${VIEW_PARAM}=${encodeURIComponent(id)}`;
}

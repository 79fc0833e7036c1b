import { readQuery } from '../../domain/search.ts';
import { PAGE_SIZES } from '../../domain/page-sizes.ts';

/** What every list reads from its address besides its own filters. */
export interface ListAddress {
  q: string;
  page: number;
  /** Exact place that a pager link leads to; wins over `page`. */
  cursor: string | undefined;
  pageSize: number;
  sort: string;
  dir: 'asc' | 'desc';
}

const PAGE_MAX = 1_000_000;
const FILTER_MAX = 200;

/** Each column that sorts, with the direction of its first click. */
export type Sortable = Readonly<Record<string, 'asc' | 'desc'>>;

/** Leniently: what cannot be is as if it were not there, so an old bookmark or a typed address still gives a list. */
export function readListAddress(params: URLSearchParams, options: { sortable: Sortable; pageSize: number; sort?: string }): ListAddress {
  const { sortable, pageSize, sort: usual = 'createdAt' } = options;
  const asked = params.get('sort') ?? '';
  const sort = Object.hasOwn(sortable, asked) ? asked : usual;
  const dir = params.get('dir');
  return {
    q: readQuery(params),
    page: readPageNumber(params),
    cursor: params.get('cursor') ?? undefined,
    pageSize: readPageSize(params, pageSize),
    sort,
    dir: sort === asked && (dir === 'asc' || dir === 'desc') ? dir : (sortable[sort] ?? 'desc'),
  };
}

/** The parameter `page`: 1 unless it is a number that a list may have. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^\d{1,7}$/.test(page) ? Math.min(Math.max(Number(page), 1), PAGE_MAX) : 1;
}

/** The parameter `pageSize` when it is one of those to choose from. */
export function readPageSize(params: URLSearchParams, usual: number): number {
  return PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? usual;
}

/** The value of a filter that may be any stored text; undefined when there is none or it cannot be one. */
export function readTextFilter(value: string | null): string | undefined {
  return value !== null && value !== '' && value.length <= FILTER_MAX && !/\p{Cc}|\p{Cs}/u.test(value) ? value : undefined;
}

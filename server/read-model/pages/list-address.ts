import { PAGE_SIZES } from '../../domain/page-sizes.ts';

const PAGE_MAX = 1_000_000;
const FILTER_MAX = 200;

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

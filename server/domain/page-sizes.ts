/** Rows per page of a list that a person may choose. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const PAGE_MAX = 1_000_000;

/** The parameter `page`: 1 unless it is a number that a list may have. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^\d{1,7}$/.test(page) ? Math.min(Math.max(Number(page), 1), PAGE_MAX) : 1;
}

/** The parameter `pageSize` when it is one of those to choose from. */
export function readPageSize(params: URLSearchParams, usual: number): number {
  return PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? usual;
}

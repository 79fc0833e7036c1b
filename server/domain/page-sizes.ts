/** Page sizes that a person may choose. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const PAGE_MAX = 1_000_000;

/** The parameter `page`; 1 when it is missing or invalid. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^\d{1,7}$/.test(page) ? Math.min(Math.max(Number(page), 1), PAGE_MAX) : 1;
}

/** The parameter `pageSize`; `fallback` when it is not one of the choices. */
export function readPageSize(params: URLSearchParams, fallback: number): number {
  return PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? fallback;
}

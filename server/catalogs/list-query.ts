import type { CatalogDefinition, CatalogField } from './definition.ts';

/** Sizes that a person may choose (product.md section 3). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
const PAGE_MAX = 1_000_000;
const QUERY_MAX = 200;
const REFERENCE_MAX = 200;
const SORTABLE_KINDS: ReadonlySet<string> = new Set(['text', 'phone', 'integer', 'decimal', 'flag', 'choice', 'date']);

/** What a list shows, read from its address. */
export interface ListQuery {
  q: string;
  page: number;
  /** Exact place that a pager link leads to; wins over `page`. */
  cursor: string | undefined;
  pageSize: number;
  sort: string;
  dir: 'asc' | 'desc';
  /** False shows the deactivated records instead. */
  isActive: boolean;
  /** Value by field name, as the address holds it. */
  filters: Readonly<Record<string, string>>;
}

export function sortableColumns(definition: CatalogDefinition): string[] {
  return [...definition.fields.filter((field) => SORTABLE_KINDS.has(field.kind)).map((field) => field.name), 'createdAt', 'updatedAt'];
}

/** Leniently: what cannot be is as if it were not there, so an old bookmark or a typed address still gives a list. */
export function readListQuery(definition: CatalogDefinition, params: URLSearchParams, defaultPageSize: number): ListQuery {
  const sort = params.get('sort') ?? '';
  const sorted = sortableColumns(definition).includes(sort);
  const dir = params.get('dir');
  return {
    q: (params.get('q') ?? '').trim().slice(0, QUERY_MAX),
    page: readPage(params.get('page')),
    cursor: params.get('cursor') ?? undefined,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? defaultPageSize,
    sort: sorted ? sort : (definition.orderField ?? 'createdAt'),
    dir: sorted && (dir === 'asc' || dir === 'desc') ? dir : sorted || definition.orderField ? 'asc' : 'desc',
    isActive: params.get('isActive') !== 'false',
    filters: Object.fromEntries(definition.fields.flatMap((field) => readFilter(field, params.get(field.name)))),
  };
}

function readPage(text: string | null): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), PAGE_MAX) : 1;
}

function readFilter(field: CatalogField, value: string | null): [string, string][] {
  if (!field.filter || value === null || value === '') return [];
  const known = field.kind === 'reference' ? value.length <= REFERENCE_MAX && !/\p{Cc}/u.test(value) : field.options?.some((option) => option.value === value);
  return known ? [[field.name, value]] : [];
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SearchResult } from '#server/features/search/find-everything.ts';
import { isCut, readQuery } from '#server/domain/search.ts';
import { requireStaff } from '../../context.ts';

/** Answer of `/buscar.json`. */
export type SearchAnswer = SearchResult & { cut: boolean };

/** The global search as a page: also for use without scripts. */
export async function loadSearch({ context, request }: LoaderFunctionArgs): Promise<SearchAnswer> {
  const actor = requireStaff(context);
  const params = new URL(request.url).searchParams;
  const call = { actor, q: readQuery(params), cookies: request.headers.get('Cookie'), signal: request.signal };
  return { ...(await context.portal.search.findEverything(call)), cut: isCut(params) };
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SearchResult } from '#server/features/search/find-everything.ts';
import { isCut, readQuery } from '#server/domain/search.ts';
import { requireStaff } from '../../context.ts';

/** What `/buscar.json` answers. */
export type SearchAnswer = SearchResult & { cut: boolean };

/** The search of everything as a page: also for when scripts do not run. */
export async function loadSearch({ context, request }: LoaderFunctionArgs): Promise<SearchAnswer> {
  const actor = requireStaff(context);
  const params = new URL(request.url).searchParams;
  const call = { actor, q: readQuery(params), cookies: request.headers.get('Cookie'), signal: request.signal };
  return { ...(await context.portal.search.findEverything(call)), cut: isCut(params) };
}

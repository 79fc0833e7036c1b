import type { Router } from 'express';
import { asyncHandler, staffOf } from '../entrances/request/locals.ts';
import type { FilterOption } from './filters.ts';
import type { ChoicesCall } from './list-verbs.ts';

/**
 * `<url>/choices?filter=<name>`: the options of a filter as JSON, fetched when it is opened. Pages are Remix
 * routes; files are served by exportRoutes.
 */
export function addChoicesRoute(router: Router, url: string, findChoices: (call: ChoicesCall) => Promise<FilterOption[]>): void {
  router.get(
    `${url}/choices`,
    asyncHandler(async (req, res) => {
      const filter = typeof req.query['filter'] === 'string' ? req.query['filter'] : '';
      const options = await findChoices({ actor: staffOf(req), filter });
      res.set('Cache-Control', 'no-store').json(options);
    }),
  );
}

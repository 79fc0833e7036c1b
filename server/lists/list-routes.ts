import type { Request, Router } from 'express';
import { exportHandler } from '../request/export-handler.ts';
import { asyncHandler, staffOf } from '../request/locals.ts';
import type { FilterOption } from './filters.ts';
import type { SheetExport } from '../workbooks/sheet.ts';
import type { ChoicesCall } from './list-verbs.ts';
import type { ListCall } from './list.ts';

/**
 * `<url>/export?format=xlsx|csv` with the list's own parameters, and `<url>/choices?filter=<name>`: JSON of what a filter
 * offers, asked for when it is opened. The pages are Remix routes.
 */
export function addListRoutes(
  router: Router,
  url: string,
  verbs: {
    exportRows: (call: ListCall, req: Request) => Promise<SheetExport>;
    findChoices?: (call: ChoicesCall) => Promise<FilterOption[]>;
  },
): void {
  router.get(`${url}/export`, exportHandler(verbs.exportRows));
  const { findChoices } = verbs;
  if (!findChoices) return;
  router.get(
    `${url}/choices`,
    asyncHandler(async (req, res) => {
      const filter = typeof req.query['filter'] === 'string' ? req.query['filter'] : '';
      const options = await findChoices({ actor: staffOf(req), filter });
      res.set('Cache-Control', 'no-store').json(options);
    }),
  );
}

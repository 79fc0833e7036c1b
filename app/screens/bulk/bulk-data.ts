import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '../../context.ts';
import { formAction } from '../forms/form-action.ts';
import { redirectToResult } from '../lists/bulk-verb.ts';

export type BulkData = Awaited<ReturnType<typeof loadBulk>>;

/** Data of `/bulk/:id`. */
export async function loadBulk({ params, context }: LoaderFunctionArgs) {
  return context.portal.bulk.getBulk({ actor: requireStaff(context), id: params['id'] ?? '' });
}

/** `intent` undo, from this page or from the toast; redirects to the list. */
export const actOnBulk = formAction(
  { of: 'la acción' },
  {
    undo: async (act) => {
      const result = await act.portal.bulk.undoBulk({ ...act.call, id: act.params['id'] ?? '' });
      return redirectToResult(act, result, result.source);
    },
  },
);

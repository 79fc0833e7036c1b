import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime } from '#server/domain/dates.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import { formatTotal } from '#server/domain/text.ts';
import type { Simulation } from '#server/features/roles/simulate.ts';
import { requireStaff } from '../../context.ts';

/** Data of `simulate?userId=&q=`; without a person only the list to choose from. */
export async function loadSimulation({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'document-permissions');
  const { permissionSets } = context.portal;
  const params = new URL(request.url).searchParams;
  const userId = params.get('userId') ?? '';
  const q = params.get('q') ?? '';
  const people = await permissionSets.findSimulatablePeople({ actor });
  const found = userId === '' ? null : await permissionSets.simulate({ actor, requestId: context.requestId, userId, q });
  const seesAll = actor.role === ADMIN_ROLE;
  return { people, userId, q, found: found && shown(found), opensPeople: canOpen(actor, 'users'), seesAll };
}

function shown({ documents, ...simulation }: Simulation) {
  return {
    ...simulation,
    documents: {
      total: formatTotal(documents.total, documents.totalIsCapped),
      rows: documents.rows.map((row) => ({ ...row, createdAt: formatDateTime(row.createdAt) })),
    },
  };
}

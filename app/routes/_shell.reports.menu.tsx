import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { reportCards } from '../screens/reports-menu/report-cards.ts';
import { ReportsMenu } from '../screens/reports-menu/ReportsMenu.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'reports');
  return reportCards(context.portal.reports.list({ actor }), actor.menus, new Date());
}

export default function ReportsMenuRoute() {
  return <ReportsMenu cards={useLoaderData<typeof loader>()} />;
}

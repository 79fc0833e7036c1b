import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { ReportMenu } from '../screens/reports/ReportMenu.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-reports');
  return context.portal.reports
    .list({ actor })
    .map(({ id, title, description }) => ({ title, description, href: `/briefcase/reports/${id}` }));
}

export default function ReportsRoute() {
  return <ReportMenu entries={useLoaderData<typeof loader>()} />;
}

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
    .filter((report) => report.menu === 'briefcase-reports')
    .map(({ title, description, question, url }) => ({ title, description: description ?? question, href: url }));
}

export default function ReportsRoute() {
  return <ReportMenu entries={useLoaderData<typeof loader>()} />;
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadReport } from '../screens/reports/report-data.ts';
import { ReportScreen } from '../screens/reports/ReportScreen.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadReport(args, 'user-activity');
}

export default function UserActivityRoute() {
  return <ReportScreen data={useLoaderData<typeof loader>()} />;
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { loadReport } from '../screens/reports/report-data.ts';

export { ReportScreen as default } from '../screens/reports/ReportScreen.tsx';

export const loader = (args: LoaderFunctionArgs) => loadReport(args, args.params['report'] ?? '');

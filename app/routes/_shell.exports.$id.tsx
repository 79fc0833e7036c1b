import { useLoaderData } from '@remix-run/react';
import { ExportView } from '../screens/exports/ExportView.tsx';
import type { loadExport } from '../screens/exports/export-data.ts';

export { loadExport as loader } from '../screens/exports/export-data.ts';

export default function ExportRoute() {
  return <ExportView data={useLoaderData<typeof loadExport>()} />;
}

import { useLoaderData } from '@remix-run/react';
import { BulkView } from '../screens/bulk/BulkView.tsx';
import type { loadBulk } from '../screens/bulk/bulk-data.ts';

export { actOnBulk as action, loadBulk as loader } from '../screens/bulk/bulk-data.ts';

export default function BulkRoute() {
  return <BulkView data={useLoaderData<typeof loadBulk>()} />;
}

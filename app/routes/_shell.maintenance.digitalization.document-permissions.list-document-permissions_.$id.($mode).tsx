import type { LinksFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { loadSet } from '../screens/roles/set-data.ts';
import { SetForm } from '../screens/roles/SetForm.tsx';
import { SetView } from '../screens/roles/SetView.tsx';
import matrixStyles from '../styles/matrix.css';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnSet as action } from '../screens/roles/act-on-set.ts';
export { loadSet as loader } from '../screens/roles/set-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: matrixStyles }];

export default function PermissionSetRoute() {
  const data = useLoaderData<typeof loadSet>();
  const { record, screen } = data;
  // People who may not change it get the read-only view; the server refuses their submissions.
  if (record && (screen === 'view' || !record.can.edit)) return <SetView data={data} record={record} />;
  return <SetForm key={`${record?.id} ${record?.version} ${data.source?.id}`} data={data} />;
}

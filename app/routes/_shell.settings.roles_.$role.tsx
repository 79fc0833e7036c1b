import { useLoaderData } from '@remix-run/react';
import type { loadRole } from '../screens/roles/role-data.ts';
import { RoleEditor } from '../screens/roles/RoleEditor.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnRole as action, loadRole as loader } from '../screens/roles/role-data.ts';

export default function RoleRoute() {
  const data = useLoaderData<typeof loadRole>();
  return <RoleEditor key={`${data.role.id} ${data.role.version}`} data={data} />;
}

import { useLoaderData } from '@remix-run/react';
import type { loadRole } from '../screens/roles/role-data.ts';
import { RoleForm } from '../screens/roles/RoleForm.tsx';
import { RoleView } from '../screens/roles/RoleView.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnRole as action } from '../screens/roles/act-on-role.ts';
export { loadRole as loader } from '../screens/roles/role-data.ts';

export default function RoleRoute() {
  const data = useLoaderData<typeof loadRole>();
  const { role, screen, mayEdit, fields, story } = data;
  // People who may not change it get the read-only view; the server refuses their submissions.
  if (role && (screen === 'view' || !mayEdit)) return <RoleView role={role} fields={fields} mayEdit={mayEdit} story={story} />;
  return <RoleForm key={`${role?.id} ${role?.version} ${data.values.copyFrom}`} data={data} />;
}

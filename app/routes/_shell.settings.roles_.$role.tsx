import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnRole, loadRole } from '../screens/roles/role-data.ts';
import { RoleEditor } from '../screens/roles/RoleEditor.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadRole(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnRole(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function RoleRoute() {
  const data = useLoaderData<typeof loader>();
  return <RoleEditor key={`${data.role.id} ${data.role.version}`} data={data} />;
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadRoles } from '../screens/roles/role-data.ts';
import { RoleCards } from '../screens/roles/RoleCards.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadRoles(args);
}

export default function RolesRoute() {
  return <RoleCards roles={useLoaderData<typeof loader>()} />;
}

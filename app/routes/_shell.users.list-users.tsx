import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadUserList } from '../screens/users/list-data.ts';
import { UserList } from '../screens/users/UserList.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadUserList(args);
}

export default function UsersRoute() {
  return <UserList data={useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnUser } from '../screens/users/act-on-user.ts';
import { loadUser } from '../screens/users/record-data.ts';
import { UserForm } from '../screens/users/UserForm.tsx';
import { UserView } from '../screens/users/UserView.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadUser(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnUser(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function UserRoute() {
  const data = useLoaderData<typeof loader>();
  return data.screen === 'view' ? <UserView data={data} /> : <UserForm key={data.formToken} data={data} />;
}

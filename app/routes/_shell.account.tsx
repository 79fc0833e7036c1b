import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { actOnAccount, loadAccount } from '../screens/account/account-data.ts';
import { AccountScreen } from '../screens/account/AccountScreen.tsx';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadAccount(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnAccount(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function AccountRoute() {
  return <AccountScreen data={useLoaderData<typeof loader>()} />;
}

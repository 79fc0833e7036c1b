import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnConstants, loadConstants } from '../screens/settings/constants-data.ts';
import { ConstantsForm } from '../screens/settings/ConstantsForm.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadConstants(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnConstants(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function ConstantsRoute() {
  return <ConstantsForm data={useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnGeneral, loadGeneral } from '../screens/settings/general-data.ts';
import { GeneralForm } from '../screens/settings/GeneralForm.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadGeneral(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnGeneral(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function GeneralSettingsRoute() {
  const data = useLoaderData<typeof loader>();
  // Saving leads back here: the form begins anew, without the failure of an earlier attempt.
  return <GeneralForm key={data.version} data={data} />;
}

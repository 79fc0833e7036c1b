import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnService, loadService } from '../screens/products/service-data.ts';
import { ServiceScreen } from '../screens/products/ServiceScreen.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadService(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnService(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function ServiceRoute() {
  return <ServiceScreen data={useLoaderData<typeof loader>()} />;
}

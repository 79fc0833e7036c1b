import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnServiceList, loadServiceList } from '../screens/products/list-data.ts';
import { ServiceList } from '../screens/products/ServiceList.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadServiceList(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnServiceList(args);
}

export default function ServicesRoute() {
  return <ServiceList data={useLoaderData<typeof loader>()} />;
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadCustomer } from '../screens/customers/customer-data.ts';
import { CustomerRecord } from '../screens/customers/CustomerRecord.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadCustomer(args);
}

export default function CustomerRoute() {
  return <CustomerRecord data={useLoaderData<typeof loader>()} />;
}

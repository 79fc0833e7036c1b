import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadCustomerList } from '../screens/customers/customer-data.ts';
import { CustomerList } from '../screens/customers/CustomerList.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadCustomerList(args);
}

export default function CustomersRoute() {
  return <CustomerList data={useLoaderData<typeof loader>()} />;
}

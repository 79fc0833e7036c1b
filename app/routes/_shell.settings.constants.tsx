import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadAllConstants } from '../screens/settings/constants-data.ts';
import { ConstantsList } from '../screens/settings/ConstantsList.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadAllConstants(args);
}

export default function AllConstantsRoute() {
  return <ConstantsList lists={useLoaderData<typeof loader>()} />;
}

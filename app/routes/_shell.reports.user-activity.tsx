import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadActivity } from '../screens/users/activity-data.ts';
import { ActivityScreen } from '../screens/users/ActivityScreen.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadActivity(args);
}

export default function UserActivityRoute() {
  return <ActivityScreen data={useLoaderData<typeof loader>()} />;
}

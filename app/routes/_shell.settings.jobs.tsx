import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnJobs, loadJobs } from '../screens/settings/jobs-data.ts';
import { JobsView } from '../screens/settings/JobsView.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadJobs(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnJobs(args);
}

export default function JobsRoute() {
  return <JobsView data={useLoaderData<typeof loader>()} />;
}

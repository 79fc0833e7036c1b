import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BriefcaseList } from '../screens/briefcase/BriefcaseList.tsx';
import { actOnBriefcaseList, loadBriefcaseList } from '../screens/briefcase/list-data.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadBriefcaseList(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnBriefcaseList(args);
}

export default function BriefcaseListRoute() {
  return <BriefcaseList data={useLoaderData<typeof loader>()} />;
}

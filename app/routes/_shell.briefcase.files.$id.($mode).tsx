import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { FileEdit } from '../screens/briefcase/FileEdit.tsx';
import { FileRecord } from '../screens/briefcase/FileRecord.tsx';
import { actOnFile, loadFile } from '../screens/briefcase/record-data.ts';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadFile(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnFile(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function BriefcaseFileRoute() {
  const data = useLoaderData<typeof loader>();
  return data.screen === 'edit' ? <FileEdit data={data} /> : <FileRecord data={data} />;
}

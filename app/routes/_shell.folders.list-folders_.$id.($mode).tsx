import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FolderPage } from '../screens/briefcase/FolderPage.tsx';
import { actOnFolder, loadFolder } from '../screens/briefcase/folder-data.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadFolder(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnFolder(args);
}

export default function FolderRoute() {
  return <FolderPage data={useLoaderData<typeof loader>()} />;
}

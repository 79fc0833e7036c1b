import type { LinksFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FileEdit } from '../screens/briefcase/FileEdit.tsx';
import { FileRecord } from '../screens/briefcase/FileRecord.tsx';
import type { loadFile } from '../screens/briefcase/record-data.ts';
import viewerStyles from '../styles/viewer.css';

export { actOnFile as action, loadFile as loader } from '../screens/briefcase/record-data.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: viewerStyles }];

export default function BriefcaseFileRoute() {
  const data = useLoaderData<typeof loadFile>();
  return data.screen === 'edit' ? <FileEdit data={data} /> : <FileRecord data={data} />;
}

import type { LinksFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentEdit } from '../screens/documents/DocumentEdit.tsx';
import { DocumentRecord } from '../screens/documents/DocumentRecord.tsx';
import type { loadDocument } from '../screens/documents/record-data.ts';
import viewerStyles from '../styles/viewer.css';

export { actOnDocument as action } from '../screens/documents/act-on-documents.ts';
export { loadDocument as loader } from '../screens/documents/record-data.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: viewerStyles }];

export default function DigitizedDocumentRoute() {
  const data = useLoaderData<typeof loadDocument>();
  return data.screen === 'edit' ? <DocumentEdit data={data} /> : <DocumentRecord data={data} />;
}

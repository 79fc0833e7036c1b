import type { LinksFunction } from '@remix-run/node';
import receptionStyles from '../styles/reception.css';

export { actOnReceived as action } from '../screens/packages/act-on-received.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { ReceivedRecord as default } from '../screens/packages/ReceivedRecord.tsx';
export { loadReceivedPackage as loader } from '../screens/packages/package-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: receptionStyles }];

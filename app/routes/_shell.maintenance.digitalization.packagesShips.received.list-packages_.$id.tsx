import type { LinksFunction } from '@remix-run/node';
import receptionStyles from '../styles/reception.css';

export { actOnReceived as action } from '../screens/reception/act-on-received.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { ReceivedRecord as default } from '../screens/reception/ReceivedRecord.tsx';
export { loadReceivedPackage as loader } from '../screens/reception/reception-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: receptionStyles }];

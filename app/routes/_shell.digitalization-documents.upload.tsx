import type { LinksFunction } from '@remix-run/node';
import indexingStyles from '../styles/indexing.css';

export { IndexingScreen as default } from '../screens/documents/IndexingScreen.tsx';
export { loadIndexing as loader } from '../screens/documents/record-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: indexingStyles }];

import type { LinksFunction } from '@remix-run/node';
import searchStyles from '../styles/search.css';
export { loadSearch as loader } from '../screens/search/search-data.ts';
export { SearchPage as default } from '../screens/search/SearchPage.tsx';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: searchStyles }];

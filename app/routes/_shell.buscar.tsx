export { loadSearch as loader } from '../screens/search/search-data.ts';
export { SearchPage as default } from '../screens/search/SearchPage.tsx';

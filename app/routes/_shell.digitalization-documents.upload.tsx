export { IndexingScreen as default } from '../screens/documents/IndexingScreen.tsx';
export { loadIndexing as loader } from '../screens/documents/indexing-data.ts';

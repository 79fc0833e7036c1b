export { loadSentList as loader, SentList as default } from '../screens/packages/PackageLists.tsx';

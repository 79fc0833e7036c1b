export { loadReceivedList as loader, ReceivedList as default } from '../screens/packages/PackageLists.tsx';

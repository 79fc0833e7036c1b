export { loadReceivedList as loader, ReceivedList as default } from '../screens/reception/ReceivedList.tsx';

export { loadTransit as loader, TransitBoard as default } from '../screens/packages/TransitBoard.tsx';

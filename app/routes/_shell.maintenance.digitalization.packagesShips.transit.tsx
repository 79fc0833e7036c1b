export { loadTransit as loader, TransitBoard as default } from '../screens/reception/TransitBoard.tsx';

export { loadViewList as loader, ViewList as default } from '../screens/views/ViewList.tsx';

export { loadRunList as loader, RunList as default } from '../screens/snapshots/RunList.tsx';

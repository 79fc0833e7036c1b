export { actOnMyReports as action, loadMyReports as loader, MyReports as default } from '../screens/snapshots/MyReports.tsx';

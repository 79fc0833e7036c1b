export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnMyReports as action, loadMyReports as loader, MyReports as default } from '../screens/snapshots/MyReports.tsx';

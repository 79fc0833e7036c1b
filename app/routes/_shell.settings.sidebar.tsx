export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnSidebar as action, loadSidebar as loader } from '../screens/settings/sidebar-data.ts';
export { SidebarForm as default } from '../screens/settings/SidebarForm.tsx';

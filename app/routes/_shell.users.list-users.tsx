export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnUserList as action, loadUserList as loader, UserList as default } from '../screens/people/UserList.tsx';

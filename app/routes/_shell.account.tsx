export { actOnAccount as action, loadAccount as loader } from '../screens/account/account-data.ts';
export { AccountScreen as default } from '../screens/account/AccountScreen.tsx';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

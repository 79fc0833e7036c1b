export { AccountScreen as default, actOnAccount as action, loadAccount as loader } from '../screens/account/AccountScreen.tsx';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnConstants as action, loadConstants as loader } from '../screens/settings/constants-data.ts';
export { ConstantsForm as default } from '../screens/settings/ConstantsForm.tsx';

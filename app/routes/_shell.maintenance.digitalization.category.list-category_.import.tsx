export { actOnImport as action, loadImport as loader } from '../screens/imports/import-data.ts';
export { ImportScreen as default } from '../screens/imports/ImportScreen.tsx';

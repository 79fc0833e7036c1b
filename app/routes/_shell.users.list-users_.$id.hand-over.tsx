export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnHandOver as action } from '../screens/hand-over/act-on-hand-over.ts';
export { HandOver as default } from '../screens/hand-over/HandOver.tsx';
export { loadHandOver as loader } from '../screens/hand-over/hand-over-data.ts';

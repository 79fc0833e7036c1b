export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnHandOver as action } from '../screens/people/act-on-hand-over.ts';
export { HandOver as default } from '../screens/people/HandOver.tsx';
export { loadHandOver as loader } from '../screens/people/hand-over-data.ts';

export { actOnReading as action, loadReading as loader } from '../screens/briefcase/reading-data.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { ReadingPage as default } from '../screens/briefcase/ReadingPage.tsx';

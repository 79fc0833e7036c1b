export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export {
  actOnBriefcaseList as action,
  BriefcaseList as default,
  loadBriefcaseList as loader,
} from '../screens/briefcase/BriefcaseList.tsx';

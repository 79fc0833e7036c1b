export { BriefcaseList as default } from '../screens/briefcase/BriefcaseList.tsx';
export { actOnBriefcaseList as action, loadBriefcaseList as loader } from '../screens/briefcase/list-data.ts';

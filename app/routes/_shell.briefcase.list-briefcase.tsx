export {
  actOnBriefcaseList as action,
  BriefcaseList as default,
  loadBriefcaseList as loader,
} from '../screens/briefcase/BriefcaseList.tsx';

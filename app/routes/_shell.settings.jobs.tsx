export { actOnJobs as action, loadJobs as loader } from '../screens/settings/jobs-data.ts';
export { JobsView as default } from '../screens/settings/JobsView.tsx';

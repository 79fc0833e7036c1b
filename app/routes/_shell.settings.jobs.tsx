export { actOnJobs as action, JobsView as default, loadJobs as loader } from '../screens/operations/JobsView.tsx';

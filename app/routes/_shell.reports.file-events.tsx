export { FileEvents as default, loadFileEvents as loader } from '../screens/reports/FileEvents.tsx';

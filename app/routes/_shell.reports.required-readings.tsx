export { ReadingList as default, loadReadings as loader } from '../screens/briefcase/ReadingList.tsx';

export { loadScheduleList as loader, ScheduleList as default } from '../screens/snapshots/ScheduleList.tsx';

export { loadFileReports as loader, FileReports as default } from '../screens/reports/FileReports.tsx';

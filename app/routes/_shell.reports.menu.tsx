export { loadReportsMenu as loader, ReportsMenu as default } from '../screens/reports/ReportsMenu.tsx';

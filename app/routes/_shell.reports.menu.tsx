export { loadReportsMenu as loader, ReportsMenu as default } from '../screens/reports-menu/ReportsMenu.tsx';

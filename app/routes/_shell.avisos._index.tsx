export { actOnAlerts as action, loadAlerts as loader } from '../screens/alerts/alerts-data.ts';
export { AlertsScreen as default } from '../screens/alerts/AlertsScreen.tsx';

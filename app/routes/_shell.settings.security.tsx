export { Security as default, loadSecurity as loader } from '../screens/audit/AuditList.tsx';

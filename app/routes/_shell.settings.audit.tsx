export { AuditList as default, loadAuditList as loader } from '../screens/audit/AuditList.tsx';

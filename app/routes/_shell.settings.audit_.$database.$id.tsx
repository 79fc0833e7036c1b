export { AuditEntry as default, loadAuditEntry as loader } from '../screens/audit/AuditEntry.tsx';

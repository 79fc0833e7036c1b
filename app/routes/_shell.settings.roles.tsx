export { loadRoles as loader } from '../screens/roles/role-data.ts';
export { RoleCards as default } from '../screens/roles/RoleCards.tsx';

export const ROLES_URL = '/settings/roles';

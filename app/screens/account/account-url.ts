/** Address of one's own account. */
export const ACCOUNT_URL = '/account';

/** Address of the own account. */
export const ACCOUNT_URL = '/account';

export const LIST_URL = '/customers/list-customers';

export const LIST_URL = '/quotes/list-quotes';

import { menuHref } from '#server/domain/menu.ts';

export const LIST_URL = menuHref('quotes');

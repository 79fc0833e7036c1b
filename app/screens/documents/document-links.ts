import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../lists/record-links.ts';

export const LIST_URL = menuHref('digitalization-documents');

export function documentHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(LIST_URL, id, options);
}

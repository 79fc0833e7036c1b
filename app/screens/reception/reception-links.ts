import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const RECEIVED_URL = menuHref('packages-received');
export const TRANSIT_URL = '/maintenance/digitalization/packagesShips/transit';

export function receivedHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(RECEIVED_URL, id, options);
}

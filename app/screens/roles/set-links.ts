import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const SETS_URL = menuHref('document-permissions');
export const SIMULATION_URL = '/maintenance/digitalization/document-permissions/simulate';

export function simulationHref(userId: string): string {
  return `${SIMULATION_URL}?userId=${encodeURIComponent(userId)}`;
}

export const setHref = (id: string, mode?: 'edit') => recordHref(SETS_URL, id, mode ? { mode } : {});

import { SCOPE_LABELS } from '#server/domain/document-permission-words.ts';
import { AGENCY_SCOPES } from '#server/domain/document-permissions.ts';
import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const SETS_URL = menuHref('document-permissions');
export const SIMULATION_URL = '/maintenance/digitalization/document-permissions/simulate';

/** The form of a new set that begins with what another one allows. */
export function duplicateHref(id: string): string {
  return `${SETS_URL}/new?from=${encodeURIComponent(id)}`;
}

export function simulationHref(userId: string): string {
  return `${SIMULATION_URL}?userId=${encodeURIComponent(userId)}`;
}

export const setHref = (id: string, mode?: 'edit') => recordHref(SETS_URL, id, mode ? { mode } : {});

export const SCOPE_OPTIONS = AGENCY_SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope] }));

/** What the fields of a set are called. */
export const SET_LABELS = { title: 'Nombre', agencyScope: 'Documentos de', permissions: 'Permisos', p: 'Permisos' } as const;

export function setLabel(name: string): string {
  return Object.entries(SET_LABELS).find(([field]) => field === name)?.[1] ?? name;
}

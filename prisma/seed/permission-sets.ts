import { DOCUMENT_ACTIONS, type AgencyScope, type DocumentAction } from '#server/domain/document-permissions.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import type { DemoPerson } from './demo-data.ts';
import type { DemoType } from './digitized-documents.ts';

/**
 * Who may do what: people who work with credits, people who only look things up, whoever digitizes for all agencies, people who digitize
 * for their own, and whoever receives what these send.
 */
export const DEMO_SETS = {
  credits: 'permisos-01',
  lookup: 'permisos-02',
  digitizing: 'permisos-03',
  agencyDesk: 'permisos-04',
  reception: 'permisos-05',
} as const;

interface DemoSet {
  id: string;
  title: string;
  agencyScope: AgencyScope;
  permissions: Record<string, Record<string, readonly DocumentAction[]>>;
}

const CREDIT_DESK: Readonly<Record<string, readonly DocumentAction[]>> = {
  'categoria-01': DOCUMENT_ACTIONS,
  'categoria-02': ['create', 'view', 'edit'],
  'categoria-04': ['view', 'print'],
};
/** What identifies people is neither printed nor downloaded; of a credit, only what its member is given leaves the portal. */
const AGENCY_DESK: Readonly<Record<string, readonly DocumentAction[]>> = {
  'categoria-01': ['create', 'view', 'print', 'edit'],
  'categoria-02': ['create', 'view', 'edit'],
  'categoria-03': DOCUMENT_ACTIONS,
  'categoria-04': ['view', 'print'],
};
const GIVEN_TO_MEMBERS = ['Carta de saldo', 'Finiquito'];
/** May view all that an agency's desk may send, so that every package can be addressed to them. */
const RECEPTION: Readonly<Record<string, readonly DocumentAction[]>> = {
  'categoria-01': ['view', 'print'],
  'categoria-02': ['view'],
  'categoria-03': ['create', 'view', 'print', 'download'],
  'categoria-04': ['view'],
};

export function makePermissionSets(types: readonly DemoType[]): DemoSet[] {
  const allow = (actionsOf: (type: DemoType) => readonly DocumentAction[]): DemoSet['permissions'] => {
    const permissions: DemoSet['permissions'] = {};
    for (const type of types) {
      const actions = actionsOf(type);
      if (actions.length > 0) (permissions[type.categoryId] ??= {})[type.id] = [...actions];
    }
    return permissions;
  };
  return [
    { id: DEMO_SETS.credits, title: 'Créditos', agencyScope: 'own', permissions: allow(({ categoryId }) => CREDIT_DESK[categoryId] ?? []) },
    {
      id: DEMO_SETS.lookup,
      title: 'Consulta general',
      agencyScope: 'all',
      permissions: allow(({ categoryId }) => (categoryId === 'categoria-06' ? [] : ['view'])),
    },
    { id: DEMO_SETS.digitizing, title: 'Digitalización', agencyScope: 'all', permissions: allow(() => DOCUMENT_ACTIONS) },
    {
      id: DEMO_SETS.agencyDesk,
      title: 'Digitalización de agencia',
      agencyScope: 'own',
      permissions: allow(({ categoryId, name }) => (GIVEN_TO_MEMBERS.includes(name) ? DOCUMENT_ACTIONS : (AGENCY_DESK[categoryId] ?? []))),
    },
    {
      id: DEMO_SETS.reception,
      title: 'Recepción de paquetes',
      agencyScope: 'own',
      permissions: allow(({ categoryId }) => RECEPTION[categoryId] ?? []),
    },
  ];
}

/** Whether somebody's permission set, or their role, allows something with documents of a type. */
export type May = (person: DemoPerson, action: DocumentAction, type: DemoType) => boolean;

export function mayIn(sets: readonly DemoSet[]): May {
  return ({ role, permissionSetId }, action, { categoryId, id }) => {
    const set = sets.find((one) => one.id === permissionSetId);
    return role === ADMIN_ROLE || (set?.permissions[categoryId]?.[id]?.includes(action) ?? false);
  };
}

/** A participant of a history and what they may do, stated from the contract (D3, D4) rather than read from the code under test. */
export interface Person {
  id: string;
  agencyId: string;
  role: 'admin' | 'editor' | 'oficina';
  scope: 'all' | 'own';
  /** Permitted actions by type. */
  may: Readonly<Record<string, readonly ('create' | 'view' | 'edit')[]>>;
}

export const CATEGORY = 'legal';
export const TYPES = ['pagare', 'acta'] as const;
export const AGENCIES = ['norte', 'sur', 'oeste'] as const;

/** Menus of the two roles that are not administrators; `oficina` receives no packages. */
export const MENUS = {
  editor: ['home', 'digitalization-documents', 'packages-sent', 'packages-received'],
  oficina: ['home', 'digitalization-documents', 'packages-sent'],
} as const;

const EVERYTHING = { pagare: ['create', 'view', 'edit'], acta: ['create', 'view', 'edit'] } as const;

export const PEOPLE: readonly Person[] = [
  { id: 'ana', agencyId: 'norte', role: 'editor', scope: 'all', may: EVERYTHING },
  { id: 'rita', agencyId: 'sur', role: 'editor', scope: 'all', may: { pagare: ['create', 'view', 'edit'], acta: ['view'] } },
  { id: 'beto', agencyId: 'norte', role: 'editor', scope: 'all', may: { pagare: ['view'], acta: ['create', 'view'] } },
  { id: 'saul', agencyId: 'sur', role: 'editor', scope: 'own', may: { pagare: ['create', 'view', 'edit'] } },
  { id: 'olga', agencyId: 'oeste', role: 'oficina', scope: 'all', may: EVERYTHING },
  { id: 'lucia', agencyId: '', role: 'admin', scope: 'all', may: {} },
];

export function personOf(id: string): Person {
  const person = PEOPLE.find((one) => one.id === id);
  if (!person) throw new Error(`nobody is ${id}`);
  return person;
}

export function can({ role, may }: Person, action: 'create' | 'view' | 'edit', type: string): boolean {
  const given = may[type] ?? [];
  return role === 'admin' || (given.includes(action) && (action === 'create' || given.includes('view')));
}

export const receives = ({ role }: Person): boolean => role !== 'oficina';

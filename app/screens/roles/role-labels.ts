/** What the fields of a role are called. */
export const ROLE_LABELS = { title: 'Nombre', menus: 'Menús', copyFrom: 'Copiar de' } as const;

export function roleLabel(name: string): string {
  return Object.entries(ROLE_LABELS).find(([field]) => field === name)?.[1] ?? name;
}

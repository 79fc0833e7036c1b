/** Filters of every report, named like the stored fields. */
export const FILTERS = ['agencyId', 'userId', 'folderId'] as const;
export type FilterName = (typeof FILTERS)[number];

export const FILTER_LABELS: Readonly<Record<FilterName, { label: string; allLabel: string }>> = {
  agencyId: { label: 'Agencia', allLabel: 'Todas las agencias' },
  userId: { label: 'Usuario', allLabel: 'Todos los usuarios' },
  folderId: { label: 'Carpeta', allLabel: 'Todas las carpetas' },
};

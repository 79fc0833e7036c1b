/** What people call the two databases (two cloud projects). */
export const DATABASE_TITLES = { main: 'Principal', digitalization: 'Digitalización' } as const;

/** The title; one that the portal does not know as it is stored. */
export function databaseTitle(name: string): string {
  return Object.entries(DATABASE_TITLES).find(([id]) => id === name)?.[1] ?? name;
}

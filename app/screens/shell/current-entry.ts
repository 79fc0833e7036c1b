import type { MenuGroup } from '#server/domain/menu.ts';

/** Pages that belong to an entry though their address begins differently. */
const BELONGS: readonly (readonly [prefix: string, menuId: string])[] = [
  ['/briefcase/files', 'briefcase-files'],
  ['/briefcase/upload', 'briefcase-files'],
  ['/maintenance/digitalization/document-permissions', 'document-permissions'],
  ['/digitalization-documents', 'digitalization-documents'],
  ['/settings', 'settings'],
  ['/reports/mine', 'my-reports'],
  ['/reports', 'reports'],
];

/** Id of the menu entry that a path belongs to: the one with the longest address that begins it; null for none. */
export function currentEntry(groups: readonly MenuGroup[], pathname: string): string | null {
  const belongs = BELONGS.find(([prefix]) => isUnder(pathname, prefix));
  if (belongs) return belongs[1];
  const options = groups
    .flatMap((group) => group.options)
    .filter((option) => (option.href === '/' ? pathname === '/' : isUnder(pathname, option.href)));
  return options.sort((a, b) => b.href.length - a.href.length)[0]?.id ?? null;
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

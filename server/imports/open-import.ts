import { AppError } from '../domain/errors.ts';
import { requireMenu } from '../domain/permissions.ts';
import type { DeclaredList } from '../lists/declared-list.ts';
import type { ListImport } from '../lists/list-import.ts';
import type { ListSource } from '../lists/declared-list.ts';
import type { Call, Services } from '../services.ts';

/** A list with an import. */
export type ImportingList = ListSource & { url: string; imports: ListImport };

/** The lists that declare an import. */
export function importingLists(lists: readonly DeclaredList[]): ImportingList[] {
  return lists.flatMap(({ url, imports, asked }) => (imports && asked ? [{ ...asked, url, imports }] : []));
}

/** The list at an address. Errors: `not-found`, `forbidden`. */
export function openImporting({ registries }: Pick<Services, 'registries'>, { actor, url }: Call & { url: string }): ImportingList {
  const list = importingLists(registries.lists).find((one) => one.url === url);
  if (!list)
    throw new AppError('not-found', `nothing is imported at ${url.slice(0, 200)}`, {
      userMessage: 'Esta lista no se importa de un archivo.',
    });
  requireMenu(actor, list.menu, 'change');
  return list;
}

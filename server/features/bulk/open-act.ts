import type { BulkAct } from '../../lists/bulk-act.ts';
import type { BulkList } from '../../lists/declared-list.ts';
import { AppError } from '../../domain/errors.ts';
import type { Services } from '../../services.ts';

export type OpenedAct = BulkList & { act: BulkAct };

/** An act of the list at an address. Errors: `invalid-input`. */
export function openAct({ registries }: Pick<Services, 'registries'>, { url, act: id }: { url: string; act: string }): OpenedAct {
  const bulk = registries.lists.find((list) => list.url === url)?.bulk;
  const act = bulk?.acts.find((one) => one.id === id);
  if (bulk && act) return { ...bulk, act };
  throw new AppError('invalid-input', `no act ${id.slice(0, 60)} of ${url.slice(0, 200)}`, {
    userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.',
  });
}

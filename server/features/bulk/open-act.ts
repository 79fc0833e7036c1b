import { NONE } from '../../domain/bulk.ts';
import type { FieldOption } from '../../domain/fields.ts';
import { requireListMenu } from '../../lists/list.ts';
import type { BulkAct } from '../../lists/bulk-act.ts';
import { listAt, type ListSource } from '../../lists/declared-list.ts';
import { IMPORT_ACT, importAct } from '../../imports/import-act.ts';
import { AppError } from '../../domain/errors.ts';
import type { Call, Services } from '../../services.ts';

export type OpenedAct = ListSource & { act: BulkAct };

/** An act of the list at an address. Errors: `invalid-input`. */
export function openAct({ registries }: Pick<Services, 'registries'>, { url, act: id }: { url: string; act: string }): OpenedAct {
  const list = listAt(registries.lists, url);
  const act = id === IMPORT_ACT ? list?.imports && importAct(list.imports) : list?.acts?.find((one) => one.id === id);
  if (list?.asked && act) return { ...list.asked, act };
  throw new AppError('invalid-input', `no act ${id.slice(0, 60)} of ${url.slice(0, 200)}`, {
    userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.',
  });
}

/** Options, by field, that this person has for what an act of the list at `url` asks. Errors: `forbidden`, `invalid-input`. */
export async function findBulkOptions(
  services: Services,
  { actor, url, act: id }: Call & { url: string; act: string },
): Promise<Readonly<Record<string, readonly FieldOption[]>>> {
  const { act, open } = openAct(services, { url, act: id });
  requireListMenu(actor, await open(services));
  const found = (await act.findOptions?.(services, { actor })) ?? {};
  const { asks: [first] = [], none } = act;
  return first && none ? { ...found, [first.name]: [{ value: NONE, label: none.label }, ...(found[first.name] ?? [])] } : found;
}

import { NONE } from '../../domain/bulk.ts';
import type { FieldOption } from '../../domain/fields.ts';
import { requireListMenu } from '../../lists/list.ts';
import type { Call, Services } from '../../services.ts';
import { openAct } from './open-act.ts';

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

import type { FieldOption } from '../../domain/fields.ts';
import { requireListMenu } from '../../lists/list.ts';
import type { Call, Services } from '../../services.ts';
import { openAct } from './open-act.ts';

/** What this person may choose from before an act of the list at `url` is done, by field. Errors: `forbidden`, `invalid-input`. */
export async function findBulkOptions(
  services: Services,
  { actor, url, act: id }: Call & { url: string; act: string },
): Promise<Readonly<Record<string, readonly FieldOption[]>>> {
  const { act, open } = openAct(services, { url, act: id });
  requireListMenu(actor, await open(services));
  return (await act.findOptions?.(services, { actor })) ?? {};
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '../../context.ts';
import { backOf } from '../../record-links.ts';

export type ReceptionData = Awaited<ReturnType<typeof loadReceivedPackage>>;

export async function loadReceivedPackage({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'packages-received');
  const { packages } = context.portal;
  const back = backOf(new URL(request.url));
  const call = { actor, id: params['id'] ?? '' };
  const [received, neighbours] = await Promise.all([
    packages.getReceivedPackage(call),
    packages.findReceivedNeighbours({ ...call, params: new URLSearchParams(back) }),
  ]);
  /** One per form: what is sent twice with it is done once. */
  return { received, neighbours, back, formToken: crypto.randomUUID() };
}

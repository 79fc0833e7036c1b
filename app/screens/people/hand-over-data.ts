import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '../../context.ts';
import { backOf } from '../../record-links.ts';

export type HandOverData = Awaited<ReturnType<typeof loadHandOver>>;

/** Data of `/users/list-users/:id/hand-over`. */
export async function loadHandOver({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { users, handOver } = context.portal;
  const { id, name, email, agencyName, state, can } = await users.getUser({ actor, id: params['id'] ?? '' });
  await users.admitDeactivation({ actor, id });
  const holdings = await handOver.findHoldings({ actor, id });
  const whyNot = holdings.map((holding) => holding.whyNot).find((why) => why !== '') ?? '';
  const people = holdings.length === 0 || whyNot !== '' ? [] : await handOver.findSuccessors({ actor, id });
  return {
    id,
    title: name || email,
    agencyName,
    /** Whether they may still sign in; then the form also deactivates them. */
    state,
    can: state ? can.deactivate : can.activate,
    holdings,
    /** Why this actor may not hand it over; '' if they may. */
    whyNot,
    /** Colleagues of the same agency first. */
    people: [...people.filter((person) => person.sameAgency), ...people.filter((person) => !person.sameAgency)],
    back: backOf(new URL(request.url)),
    formToken: crypto.randomUUID(),
  };
}

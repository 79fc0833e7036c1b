import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Staying } from '#server/staff/held.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf } from '../lists/record-links.ts';
import { userHref } from './hand-over-links.ts';

/** Why the form came back. */
export type HandOverAnswer = Refusal<never> & { userId: string; formToken: string };

const STAYING_SHOWN = 3;

/** What was done, and what stays with the person: the list of it is on their page. */
function doneText(stays: readonly Staying[], deactivated: boolean): string {
  const and = deactivated ? ' y se desactivó el usuario' : '';
  if (stays.length === 0) return `Se entregó todo${and}.`;
  const told = stays.slice(0, STAYING_SHOWN).map(({ title, reason }) => `«${title}» (${reason})`);
  const rest = stays.length - told.length;
  const more = rest > 0 ? [rest === 1 ? 'uno más' : `${rest} más`] : [];
  return `Se entregó lo demás${and}. Sigue a su nombre: ${[...told, ...more].join(', ')}.`;
}

/** Hands over (`intent` hand-over, to `userId`) and deactivates who may still sign in; `deactivate` does only that. */
export async function actOnHandOver({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const id = params['id'] ?? '';
  const call = { actor, id, requestId: context.requestId };
  const page = userHref(id, backOf(new URL(request.url)));
  const { users, handOver } = context.portal;
  const answered = { userId: text('userId'), formToken: text('formToken') };
  try {
    switch (text('intent')) {
      case 'hand-over': {
        const stays = await handOver.handOver({ ...call, ...answered });
        const { state } = await users.getUser({ actor, id });
        // What came in meanwhile stays: nobody is kept signed in because of it.
        if (state) await users.deactivateUser({ ...call, leavesHeld: true });
        return redirectDone(context, page, doneText(stays, state));
      }
      case 'deactivate':
        await users.deactivateUser({ ...call, leavesHeld: true });
        return redirectDone(context, page, 'Usuario desactivado. Lo que tenía sigue a su nombre hasta que se entregue.');
      default:
        throw unknownIntent('la entrega');
    }
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context, { kept: '', tellsOutages: true });
    return data<HandOverAnswer>({ ...refusal, ...answered }, answer);
  }
}

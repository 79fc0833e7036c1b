import { joinWithAnd, plural } from '#server/domain/text.ts';
import type { RemainingRecord } from '#server/lists/assigned-work.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { userHref } from './hand-over-links.ts';

/** Why the form came back. */
export type HandOverAnswer = Refusal<never> & { userId: string; formToken: string };

const STAYING_SHOWN = 3;

/** Result text with the items that stay with the person; their page lists all of them. */
function doneText(stays: readonly RemainingRecord[], deactivated: boolean): string {
  const and = deactivated ? ' y se desactivó el usuario' : '';
  if (stays.length === 0) return `Se entregó todo${and}.`;
  const shownItems = stays.slice(0, STAYING_SHOWN).map(({ title, reason }) => `«${title}» (${reason})`);
  const rest = stays.length - shownItems.length;
  const more = rest > 0 ? [rest === 1 ? 'uno más' : `${rest} más`] : [];
  return `Se entregó lo demás${and}. ${plural(stays.length, 'Sigue', 'Siguen')} a su nombre: ${joinWithAnd([...shownItems, ...more])}.`;
}

/** Hands over (`intent` hand-over, to `userId`) and deactivates the person if still active; `deactivate` does only the latter. */
export const actOnHandOver = formAction(
  {
    menu: 'users',
    of: 'la entrega',
    kept: '',
    tellsOutages: true,
    read: ({ call, params, text }) => ({
      person: { ...call, id: params['id'] ?? '' },
      typed: { userId: text('userId'), formToken: text('formToken') },
    }),
    refused: ({ typed }, refusal): HandOverAnswer => ({ ...refusal, ...typed }),
  },
  {
    'hand-over': async ({ portal, person, typed, done, back }) => {
      const { users, handOver } = portal;
      const stays = await handOver.handOver({ ...person, ...typed });
      const { state } = await users.getUser(person);
      // Work that arrived meanwhile stays with the person: it must not block the deactivation.
      if (state) await users.deactivateUser({ ...person, leavesHeld: true });
      return done(userHref(person.id, back), doneText(stays, state));
    },
    deactivate: async ({ portal, person, done, back }) => {
      await portal.users.deactivateUser({ ...person, leavesHeld: true });
      return done(userHref(person.id, back), 'Usuario desactivado. Lo que tenía sigue a su nombre hasta que se entregue.');
    },
  },
);

import { AUDIT_ACTIONS, type TrailAct } from '#server/domain/audit-actions.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';
import { createRandom } from './random.ts';

/** A generator of its own, so that changes here do not change the rest of the demo. */
const SEED = 27_127;
/** Every fifth person has entries: enough for each chart, and few compared with the documents. */
const EVERY = 5;
const MINUTE_MS = 60_000;

/**
 * Who signed in on which days, as the portal's own audit records it, and who mistyped a password before. @param activity of the same people
 */
export function makeSignIns({ people, activity }: { people: readonly DemoPerson[]; activity: readonly SeedDocument[] }): SeedDocument[] {
  const random = createRandom(SEED);
  const recordedPeople = new Map(people.filter((_person, index) => index % EVERY === 0).map((person) => [person.id, person]));
  return activity.flatMap(({ data, at }) => {
    const { userId } = data;
    const person = typeof userId === 'string' ? recordedPeople.get(userId) : undefined;
    if (!person) return [];
    const cameAt = at.getTime() - random.between(5, 90) * MINUTE_MS;
    // Each agency is a network of its own.
    const facts = {
      device: 'Chrome en Windows',
      network: `10.20.${Number(/\d+/.exec(person.agency)?.[0] ?? 0)}.${random.between(2, 250)}`,
    };
    const entry = (act: TrailAct, when: number, newData: Fields): SeedDocument => {
      const day = new Date(when);
      return {
        path: `auditoria/demo-${act}-${person.id}-${when}`,
        data: {
          user: person.id,
          userName: person.name,
          action: AUDIT_ACTIONS[act],
          targetPath: `usuarios/${person.id}`,
          beforeData: null,
          newData,
          at: day,
          requestId: '',
          isActive: true,
          createdAt: day,
          updatedAt: day,
        },
        at: day,
      };
    };
    const refused =
      random.next() < 0.06 ? [entry('signInRefused', cameAt - 2 * MINUTE_MS, { ...facts, attempts: random.between(1, 4) })] : [];
    return [...refused, entry('signedIn', cameAt, facts)];
  });
}

import { activityPath } from '#server/domain/activity.ts';
import { dayOf } from '#server/domain/dates.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';
import { createRandom } from './random.ts';

/** A generator of its own, so that changes here do not change the rest of the demo. */
const SEED = 17_171;
const DAYS = 60;
const DAY_MS = 86_400_000;
/** How often somebody of the role is active on a working day. */
const PRESENCE = { admin: 0.95, editor: 0.6, user: 0.35 } as const;

/** Counted clicks of the last 60 days: people work in office hours, seldom on weekends, and some much more than others. */
export function makeUserActivity({ people, today }: { people: readonly DemoPerson[]; today: Date }): SeedDocument[] {
  const random = createRandom(SEED);
  const documents: SeedDocument[] = [];
  for (const person of people) {
    const pace = random.between(4, 70);
    const presence = PRESENCE[person.role as keyof typeof PRESENCE] ?? 0.5;
    for (let ago = DAYS; ago >= 1; ago -= 1) {
      const date = new Date(today.getTime() - ago * DAY_MS);
      const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
      if (random.next() > (isWeekend ? presence / 8 : presence)) continue;
      const day = dayOf(date);
      const clicks = random.between(1, pace);
      // 8:00 to 17:00 in Guatemala.
      const lastAt = new Date(Date.parse(`${day}T14:00:00Z`) + random.between(0, 9 * 3_600) * 1_000);
      documents.push({
        path: activityPath(person.id, day),
        data: { userId: person.id, day, clicks, lastAt, flushes: [], isActive: true, createdAt: lastAt, updatedAt: lastAt },
        at: lastAt,
      });
    }
  }
  return documents;
}

import type { Staff } from '../../domain/permissions.ts';
import type { Answer, Hit } from '../../lists/search-hits.ts';
import type { Services } from '../../services.ts';

interface FoundGroup {
  kind: string;
  total: number;
  close: boolean;
  hits: readonly Hit[];
  exact: readonly string[];
}

/** More lines are a list again. */
const ANSWERS_MAX = 3;

/** About the records that a search names; about all that it found where they are few. */
export async function findAnswers(services: Services, actor: Staff, groups: readonly FoundGroup[]): Promise<Answer[]> {
  const asked = services.registries.lists.map(async ({ searched, answer }) => {
    const ids = groups.filter((group) => group.kind === searched?.kind && !group.close).flatMap(meantIds);
    return ids.length === 0 ? [] : (answer?.(services, { actor, ids }) ?? []);
  });
  const answers = (await Promise.all(asked)).flat();
  // Who sends to their own agency, as administrators may, finds a package from both sides.
  return answers.filter(({ title, detail }, place) => answers.findIndex((one) => one.title === title && one.detail === detail) === place);
}

function meantIds({ total, hits, exact }: FoundGroup): string[] {
  const ids = exact.length === 0 && total <= ANSWERS_MAX ? hits.map(({ id }) => id) : exact;
  return ids.slice(0, ANSWERS_MAX);
}

import type { Staff } from '../../domain/permissions.ts';
import type { Answer, Hit } from '../../lists/search-hits.ts';
import type { Services } from '../../services.ts';

interface FoundGroup {
  kind: string;
  total: number;
  close: boolean;
  hits: readonly Hit[];
  exact: readonly string[];
  /** The part of the search for which its rows were found. */
  sought: string;
}

/** With more lines it would be a list again. */
const ANSWERS_MAX = 3;

/** Answers about records that a search names exactly; if there are none and it found few records, about those that its words match. */
export async function findAnswers(services: Services, actor: Staff, groups: readonly FoundGroup[]): Promise<Answer[]> {
  const pending = services.registries.lists.flatMap(({ searched, answer }) => {
    if (!searched || !answer) return [];
    const found = groups.filter((group) => group.kind === searched.kind && !group.close);
    return found.filter(isAnswered).map((group) => answer(services, { actor, ...answerQuery(group) }));
  });
  const answers = (await Promise.all(pending)).flat();
  // Somebody who may send to their own agency, as administrators may, finds a package from both sides.
  return answers.filter(({ title, detail }, place) => answers.findIndex((one) => one.title === title && one.detail === detail) === place);
}

const isAnswered = ({ total, exact }: FoundGroup) => exact.length > 0 || total <= ANSWERS_MAX;

function answerQuery({ hits, exact, sought }: FoundGroup): { ids: string[]; q?: string } {
  return exact.length > 0 ? { ids: exact.slice(0, ANSWERS_MAX) } : { ids: hits.map(({ id }) => id), q: sought };
}

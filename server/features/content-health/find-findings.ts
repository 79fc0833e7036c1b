import { FINDING_KINDS, findingDetail, findingMend, type FindingKind } from '../../domain/content-findings.ts';
import { rowsFound, withoutFilter } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { askList, type AskedList, type ListCall } from '../../lists/list.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import { rowsOf } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Call, Services } from '../../services.ts';
import { contentTitle, findingList, KIND_FILTER, mendHref, type FindingRow } from './finding-list.ts';

export type HealthServices = Pick<Services, 'liveSettings' | 'sql'>;

/** How many findings there are of a kind. */
export interface FindingCount {
  value: FindingKind;
  count: number;
}

/** A row with what its screen says of it; JSON. */
export interface Finding extends Listed<FindingRow> {
  detail: string;
  /** Title of its menu. */
  content: string;
  mend: string;
  /** null where nothing can be opened. */
  href: string | null;
}

export type FindingPage = Omit<ListPage<FindingRow>, 'rows'> & { rows: Finding[]; counts: FindingCount[] };

/** One page of what members see wrong, with the counts of every kind under the other filters. Errors: `forbidden`. */
export function findFindings(services: HealthServices, call: ListCall): Promise<FindingPage> {
  const list = findingList(call.actor);
  return readForList(services, list, call, async (read) => {
    const counts = await countKinds(read, withoutFilter(list, KIND_FILTER), call);
    const page = await readListPage(read, list, call);
    const rows = page.rows.map((row) => ({
      ...row,
      detail: findingDetail(row),
      content: contentTitle(row.menu),
      mend: findingMend(row.kind),
      href: mendHref(row, call.actor),
    }));
    return { ...page, rows, counts };
  });
}

/** How many findings of each kind a person may see, those with none left out: one query, for tiles. Errors: `forbidden`. */
export function count({ sql }: HealthServices, { actor }: Pick<Call, 'actor'>): Promise<FindingCount[]> {
  const list = findingList(actor);
  return readForList({ sql }, list, { actor }, async (read) => {
    const counts = await countKinds(read, list, { actor, params: new URLSearchParams() });
    return counts.filter((one) => one.count > 0);
  });
}

async function countKinds(read: Read, list: AskedList, call: ListCall): Promise<FindingCount[]> {
  const question = askList(list, call);
  const where = allOf(await rowsFound(read, question));
  const rows = await read<{ kind: string; found: number }>(
    fragment`SELECT t.kind, count(*)::int AS found FROM ${rowsOf(question.source)} t WHERE ${where} GROUP BY t.kind`,
  );
  return FINDING_KINDS.map(({ id }) => ({ value: id, count: rows.find(({ kind }) => kind === id)?.found ?? 0 }));
}

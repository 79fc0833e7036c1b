import { readAuditState, type AuditState } from './audit-state.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { List, ListCall } from '../../lists/list.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { entryHref, type AuditRow } from './audit-list.ts';
import { readNames, showTarget, type ShownTarget } from '../../records/targets.ts';
import type { Services } from '../../services.ts';

/** An entry in the list; JSON for the browser. */
export interface ListedEntry {
  id: string;
  target: ShownTarget;
  href: string;
}

export interface EntriesPage extends Omit<ListPage<AuditRow>, 'rows'> {
  rows: ListedEntry[];
  /** How far each database is sealed and verified. */
  states: AuditState[];
}

/** A verb that finds the entries of one list. Its errors: `forbidden`. */
export function findEntriesOf(listOf: (records: DeclaredRecords) => List<AuditRow>) {
  return async (services: Services, call: ListCall): Promise<EntriesPage> => {
    const { records } = services.registries;
    const list = listOf(records);
    const { page, names, states } = await readForList(services, list, call, async (read) => {
      const states = await readAuditState(read);
      const page = await readListPage(read, list, call);
      const nameless = page.rows.filter(({ target_name }) => target_name === '').map(({ targetPath }) => targetPath);
      return { page, states, names: await readNames(read, { actor: call.actor, records }, nameless) };
    });
    const toEntry = (row: Listed<AuditRow>): ListedEntry => ({
      id: row.id,
      target: showTarget({ actor: call.actor, records, names }, row.targetPath, row.target_name),
      href: entryHref(row),
    });
    return { ...page, rows: page.rows.map(toEntry), states };
  };
}

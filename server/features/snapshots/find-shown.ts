import type { ListPage } from '../../lists/list-page.ts';
import type { List, ListCall } from '../../lists/list.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { RunRow } from './run-list.ts';
import type { ScheduleRow } from './schedule-list.ts';
import { timingText } from './schedule.ts';
import type { SnapshotServices } from './snapshot-services.ts';

/** Rows with what their table does not hold: what reports are called, and when schedules run, in words. */
export function shownLists(lists: { schedules: List<ScheduleRow>; runs: List<RunRow> }) {
  const schedules = listVerbs(lists.schedules);
  const runs = listVerbs(lists.runs);
  return {
    findShownSchedules: async (services: SnapshotServices, call: ListCall) => {
      const page = await schedules.findPage(services, call);
      return withRows(page, (row) => ({ ...row, reportTitle: titleOf(services, row.reportId), timing: timingText(row) }));
    },
    findShownRuns: async (services: SnapshotServices, call: ListCall) => {
      const page = await runs.findPage(services, call);
      return withRows(page, (row) => ({ ...row, reportTitle: titleOf(services, row.reportId) }));
    },
  };
}

function withRows<Row extends object, Shown>(page: ListPage<Row>, show: (row: Listed<Row>) => Shown) {
  return { ...page, rows: page.rows.map(show) };
}

export function titleOf({ reports }: SnapshotServices, id: string): string {
  return reports.all.find((report) => report.id === id)?.title ?? id;
}

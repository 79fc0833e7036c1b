import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { exportList, listVerbs, readForList, type ChoicesCall } from '../../lists/list-verbs.ts';
import type { AnyList, ListCall } from '../../lists/list.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { KeyedExport } from '../../workbooks/sheet.ts';
import { isNewRun, myRunList, type RunRow } from './run-list.ts';
import { reportTitle, scheduleList, type ScheduleRow } from './schedule-list.ts';
import { timingText } from './schedule.ts';
import type { Services } from '../../services.ts';

/** A run as «Mis reportes» shows it. */
export type MyRun = Listed<RunRow> & { isNew: boolean };

/** An active schedule of the person's own, with what their page says of it. */
export type MySchedule = Pick<Listed<ScheduleRow>, 'estado' | 'id' | 'lastDueAt' | 'lastStatus' | 'title'> & {
  reportTitle: string;
  timing: string;
};

export type MyReports = Omit<ListPage<RunRow>, 'rows'> & { rows: MyRun[]; schedules: MySchedule[] };

/** More than a person may have. */
const ALL_SCHEDULES = new URLSearchParams({ pageSize: '50' });

/** A page of the person's runs, and all of their schedules, from one snapshot. Errors: `forbidden`. */
export function findMyReports(services: Services, call: ListCall): Promise<MyReports> {
  const { actor } = call;
  const list = myRunList(services.registries.reports, actor);
  return readForList(services, list, call, async (read) => {
    const page = await readListPage(read, list, call);
    const ids = page.rows.map(({ id }) => id);
    const found = await read<{ id: string }>(
      fragment`SELECT t.id FROM reportes_ejecuciones t WHERE t.id = ANY(${ids}::text[]) AND ${isNewRun(actor)}`,
    );
    const newIds = new Set(found.map(({ id }) => id));
    const { rows: schedules } = await readListPage(read, ownSchedules(services), { actor, params: ALL_SCHEDULES });
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...row, isNew: newIds.has(row.id) })),
      schedules: schedules.map((row) => ({
        id: row.id,
        title: row.title,
        estado: row.estado,
        lastStatus: row.lastStatus,
        lastDueAt: row.lastDueAt,
        reportTitle: reportTitle(services.registries.reports, row.reportId),
        timing: timingText(row),
      })),
    };
  });
}

function ownSchedules({ registries }: Services): AnyList<ScheduleRow> {
  return { ...scheduleList(registries.reports), menu: null, access: (actor) => [fragment`t."userId" = ${actor.id}`] };
}

export const findMyRunChoices = (services: Services, call: ChoicesCall) =>
  listVerbs(myRunList(services.registries.reports, call.actor)).findChoices(services, call);

export const exportMyRuns = (services: Services, call: ListCall): Promise<KeyedExport> =>
  exportList(services, myRunList(services.registries.reports, call.actor), call);

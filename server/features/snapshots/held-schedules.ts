import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { menuTitle } from '../../domain/menu.ts';
import { canOpen, requireAct, type Staff } from '../../domain/permissions.ts';
import { readId } from '../../read-model/field-readers.ts';
import { act, each } from '../../records/act.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { WorkKind, RemainingRecord } from '../../lists/assigned-work.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import type { Services } from '../../services.ts';
import { findRunSource, findExportableViews, type RunRequest } from './run-source.ts';
import { fromParamLines } from './domain/report-schedules.ts';
import { SCHEDULE_KIND, SCHEDULES_MENU } from './schedule-kind.ts';
import { scheduleList } from './schedule-list.ts';
import { readSchedule } from './schedule.ts';

/**
 * Schedules of reports pass to the next owner, whose rows and rights count from then on; existing runs keep their owner. Those that the
 * next person may not open stay: in their name they would only fail.
 */
export const HELD_SCHEDULES: WorkKind = {
  id: 'schedules',
  // Which schedules somebody holds does not depend on the reports.
  list: scheduleList([]),
  how: 'a su nombre',
  params: (userId) => ({ userId }),
  admit: (actor) => requireAct(actor, SCHEDULE_KIND.menu, 'change'),
  async handOver(services, { ids, from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    const stored = await services.documents.main.getMany(ids.map((id) => pathOf(SCHEDULE_KIND, id)));
    const staying: RemainingRecord[] = [];
    for (const document of stored) {
      if (!document) continue;
      const { title, reportId, params } = readSchedule(document.data);
      const reason = await handOverProblem(services, next, { reportId, params: fromParamLines(params) });
      if (reason !== '') staying.push({ id: document.id, title: title || document.id, reason });
    }
    const transferable = ids.filter((id) => staying.every((one) => one.id !== id));
    if (transferable.length > 0)
      await act(
        services,
        SCHEDULE_KIND,
        { ...call, ids: transferable, action: AUDIT_ACTIONS.recordUpdated, words: ['hand-over', from, to] },
        each(({ data }) => (readId(data, 'userId') === from ? { changes: { userId: to } } : null)),
      );
    return staying;
  },
};

/** Why the person cannot have it; '' if they can. */
async function handOverProblem(services: Services, next: Staff | null, schedule: RunRequest): Promise<string> {
  const isView = schedule.reportId === SAVED_VIEW.id;
  if (isView && next && (await findExportableViews(services, next, schedule.params['vista'] ?? '')).length === 0)
    return `su vista no está al alcance de ${next.name}`;
  const menu = isView ? SCHEDULES_MENU : findRunSource(services, schedule)?.menu;
  if (!menu) return 'su reporte ya no existe';
  const missing = [SCHEDULES_MENU, menu].find((menu) => next === null || !canOpen(next, menu));
  return missing === undefined ? '' : `${next?.name ?? ''} no puede abrir «${menuTitle(missing)}»`;
}

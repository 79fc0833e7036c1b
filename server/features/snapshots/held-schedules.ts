import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { menuTitle } from '../../domain/menu.ts';
import { canOpen, requireAct, type Staff } from '../../domain/permissions.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { readId } from '../../read-model/field-readers.ts';
import { act, each } from '../../records/act.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Report } from '../../reporting/report.ts';
import type { HeldKind, Staying } from '../../staff/held.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { SCHEDULE_KIND, SCHEDULE_NOUN, SCHEDULES_MENU } from './schedule-kind.ts';
import { SCHEDULES_URL } from './schedule-list.ts';
import { readSchedule } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';

/**
 * Schedules of reports go to the next owner, whose rows and rights count from then on; runs that are there stay whose they are.
 * What the next person may not open stays: as theirs it would only fail.
 */
export const HELD_SCHEDULES: HeldKind = {
  id: 'schedules',
  noun: SCHEDULE_NOUN,
  how: 'a su nombre',
  table: SCHEDULES_COLLECTION,
  where: (personId) => fragment`t."userId" = ${personId}`,
  href: (personId) => `${SCHEDULES_URL}?${new URLSearchParams({ userId: personId })}`,
  admit: (actor) => requireAct(actor, SCHEDULE_KIND.menu, 'change'),
  async handOver(services, { ids, from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    const stored = await services.documents.main.getMany(ids.map((id) => pathOf(SCHEDULE_KIND, id)));
    const stays: Staying[] = stored.flatMap((document) => {
      if (!document) return [];
      const { title, reportId } = readSchedule(document.data);
      const reason = whyNotFor(next, services.registries.reports, reportId);
      return reason === '' ? [] : [{ id: document.id, title: title || document.id, reason }];
    });
    const given = ids.filter((id) => stays.every((one) => one.id !== id));
    if (given.length > 0)
      await act(
        services,
        SCHEDULE_KIND,
        { ...call, ids: given, action: AUDIT_ACTIONS.recordUpdated, words: ['hand-over', from, to] },
        each(({ data }) => (readId(data, 'userId') === from ? { changes: { userId: to } } : null)),
      );
    return stays;
  },
};

/** '' for who may have it. */
function whyNotFor(next: Staff | null, reports: readonly Pick<Report, 'id' | 'menu'>[], reportId: string): string {
  const report = reports.find(({ id }) => id === reportId);
  if (!report) return 'su reporte ya no existe';
  const missing = [SCHEDULES_MENU, report.menu].find((menu) => next === null || !canOpen(next, menu));
  return missing === undefined ? '' : `${next?.name ?? ''} no puede abrir «${menuTitle(missing)}»`;
}

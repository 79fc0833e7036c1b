import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import {
  describeParams,
  findRecipients,
  findSchedulable,
  findSchedulableViews,
  getSchedule,
  findScheduleStory,
  previewTiming,
  scheduleForm,
} from './get-schedule.ts';
import { compareRuns } from './compare-runs.ts';
import { runReportOnce, runScheduleNow, createDueRuns } from './create-runs.ts';
import { getRun, openSnapshot, getVisibleRun } from './get-run.ts';
import { SCHEDULE_UPKEEP } from './maintain-schedules.ts';
import { exportMyRuns, findMyReports, findMyRunChoices } from './my-reports.ts';
import { createSchedule, deactivateSchedule, restoreSchedule, setPaused, updateSchedule } from './save-schedule.ts';
import type { Services } from '../../services.ts';
import { runFigures } from './state-figures.ts';
import { performRunJob, sendRunMailJob, createDueRunsJob } from './snapshot-jobs.ts';
import { schedulesProjection } from './schedules.projection.ts';
import { scheduleList, SCHEDULES_URL } from './schedule-list.ts';
import { openRun, RUN_FAILED } from './run-alerts.ts';
import { RUNS_COLLECTION, runsProjection } from './run-document.ts';
import { MY_REPORTS_URL, myRunList, runList, RUNS_URL } from './run-list.ts';
import { SCHEDULE_KIND, SCHEDULE_NOUN, SCHEDULES_MENU } from './schedule-kind.ts';
import { RUN_FIELDS, SCHEDULE_FIELDS } from './schedule.ts';
import { HELD_SCHEDULES } from './held-schedules.ts';
import { canOpenAnyReport, requireAnyReport } from '../../domain/permissions.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { recordId } from '../../records/fields.ts';
import { declareList } from '../../lists/declared-list.ts';
import { findWaiting } from '../../ports/queue/work-leases.ts';
import { feature, job } from '../feature.ts';

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Scheduled reports and the results of their runs: `portal.snapshots`. Each verb checks the permission itself. */
export function createSnapshots(services: Services) {
  return {
    scheduleForm,
    ...bind(services, {
      findSchedules: listVerbs(scheduleList(services.registries.reports)).findPage,
      findRuns: listVerbs(runList(services.registries.reports)).findPage,
      findMyReports,
      exportMyRuns,
      getSchedule,
      findScheduleStory,
      createSchedule,
      updateSchedule,
      setPaused,
      deactivateSchedule,
      restoreSchedule,
      previewTiming,
      findRecipients,
      findSchedulable,
      findSchedulableViews,
      runScheduleNow,
      runReportOnce,
      getRun,
      getVisibleRun,
      openSnapshot,
      compareRuns,
      describeParams,
    }),
  };
}

export const snapshots = feature({
  verbs: { snapshots: createSnapshots },
  projections: [schedulesProjection, runsProjection],
  records: {
    [SCHEDULE_KIND.collection]: {
      noun: SCHEDULE_NOUN,
      page: pageUnder({ menu: SCHEDULES_MENU, url: SCHEDULES_URL }),
      names: { table: SCHEDULE_KIND.collection, name: 'title' },
      fields: [...SCHEDULE_FIELDS, recordId({ name: 'userId', label: 'Persona', names: PEOPLE })],
    },
    [RUNS_COLLECTION]: {
      noun: { singular: 'ejecución de reporte', plural: 'ejecuciones de reportes', gender: 'f' },
      page: pageUnder({ menu: SCHEDULES_MENU, url: RUNS_URL }),
      fields: RUN_FIELDS,
      open: openRun,
    },
  },
  lists: ({ reports }) => [
    declareList(scheduleList(reports)),
    declareList(runList(reports), { isSearched: false }),
    {
      url: MY_REPORTS_URL,
      open: exportMyRuns,
      findChoices: findMyRunChoices,
      viewed: {
        menu: (actor) => (canOpenAnyReport(actor) ? requireAnyReport(actor) : null),
        noun: { plural: 'mis reportes' },
        open: (_services, actor) => myRunList(reports, actor),
      },
      inbox: (actor) => (canOpenAnyReport(actor) ? myRunList(reports, actor) : null),
    },
  ],
  answers: [
    {
      url: `${RUNS_URL}/:id/progress`,
      read: async (services, call) => {
        const { status, progress, rows, error } = (await getVisibleRun(services, call)).run;
        return { status, progress, rows, error, waits: await findWaiting(services.sql, call.id) };
      },
    },
  ],
  heldKinds: [HELD_SCHEDULES],
  upkeep: SCHEDULE_UPKEEP,
  stateFigures: ({ reports }) => runFigures(runList(reports)),
  alerts: [RUN_FAILED],
  jobs: [
    job(createDueRunsJob, () => Promise.resolve(({ payload, services }) => createDueRuns(services, payload.scheduleId, new Date()))),
    job(performRunJob, async () => {
      const { performNextRun } = await import('./perform-run.ts');
      return ({ services, signal }) => performNextRun(services, signal);
    }),
    job(sendRunMailJob, async () => {
      const { sendRunMail } = await import('./send-run-mail.ts');
      return ({ payload, services }) => sendRunMail(services, payload);
    }),
  ],
});

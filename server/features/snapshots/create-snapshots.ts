import { listVerbs } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { describeParams } from './describe-params.ts';
import { compareRuns } from './compare-runs.ts';
import { runReportOnce, runScheduleNow } from './create-runs.ts';
import { getRun, openSnapshot, seeRun } from './get-run.ts';
import { findRecipients, findSchedulable, getSchedule, previewTiming, scheduleForm } from './get-schedule.ts';
import { keepSchedules } from './keep-schedules.ts';
import { exportMyRuns, findMyReports } from './my-reports.ts';
import { runList } from './run-list.ts';
import { scheduleList } from './schedule-list.ts';
import { createSchedule, deactivateSchedule, restoreSchedule, setPaused, updateSchedule } from './save-schedule.ts';
import type { Services } from '../../services.ts';

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Reports that run by themselves, and what their runs left: `portal.snapshots`. Each verb checks the permission itself. */
export function createSnapshots(services: Services) {
  return {
    scheduleForm,
    ...bind(services, {
      findSchedules: (services: Services, call: ListCall) => listVerbs(scheduleList(services.registries.reports)).findPage(services, call),
      findRuns: (services: Services, call: ListCall) => listVerbs(runList(services.registries.reports)).findPage(services, call),
      findMyReports,
      exportMyRuns,
      getSchedule,
      createSchedule,
      updateSchedule,
      setPaused,
      deactivateSchedule,
      restoreSchedule,
      previewTiming,
      findRecipients,
      findSchedulable,
      runScheduleNow,
      runReportOnce,
      getRun,
      seeRun,
      openSnapshot,
      compareRuns,
      describeParams,
      keepSchedules,
    }),
  };
}

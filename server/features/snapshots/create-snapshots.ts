import { listVerbs } from '../../lists/list-verbs.ts';
import type { List } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { describeParams } from './describe-params.ts';
import { compareRuns } from './compare-runs.ts';
import { runReportOnce, runScheduleNow } from './create-runs.ts';
import { getRun, openSnapshot, seeRun } from './get-run.ts';
import { findRecipients, findSchedulable, getSchedule, previewTiming, scheduleForm } from './get-schedule.ts';
import { keepSchedules } from './keep-schedules.ts';
import { myReports } from './my-reports.ts';
import type { RunRow } from './run-list.ts';
import { createSchedule, deactivateSchedule, restoreSchedule, setPaused, updateSchedule } from './save-schedule.ts';
import type { ScheduleRow } from './schedule-list.ts';
import type { SnapshotServices } from './snapshot-services.ts';

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Reports that run by themselves, and what their runs left: `portal.snapshots`. Each verb checks the permission itself. */
export function createSnapshots(services: SnapshotServices, lists: { schedules: List<ScheduleRow>; runs: List<RunRow> }) {
  const schedules = listVerbs(lists.schedules);
  const runs = listVerbs(lists.runs);
  return {
    scheduleForm,
    ...bind(services, {
      findSchedules: schedules.findPage,
      findRuns: runs.findPage,
      findScheduleChoices: schedules.findChoices,
      exportSchedules: schedules.exportRows,
      findRunChoices: runs.findChoices,
      exportRuns: runs.exportRows,
      ...myReports(lists.schedules),
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

import { runPath, runUrl, newRunFields } from '#server/features/snapshots/run-document.ts';
import { findRunSource } from '#server/features/snapshots/run-source.ts';
import { chooseRecipients } from '#server/features/snapshots/choose-recipients.ts';
import { readSchedule } from '#server/features/snapshots/schedule.ts';
import { SCHEDULES_COLLECTION } from '#server/features/snapshots/schedules.projection.ts';
import { storeSnapshot } from '#server/features/snapshots/snapshot-files.ts';
import type { Services } from '#server/services.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import { DEMO_ACCOUNTS } from './demo-data.ts';
import { readyRuns, type ReadyRun } from './report-schedules.ts';

const [ADMINISTRATOR] = DEMO_ACCOUNTS;
/** How long a worker takes for such a run. */
const STARTED_AFTER_MS = 1_000;
const FINISHED_AFTER_MS = 3_000;

/**
 * The successful runs of the demo's schedules, with their files. The numbers are those of the read model, which must be filled; their days
 * are in the past, so that the figures stay; the times are those at which a worker would have made them.
 */
export async function makeReportRuns(services: Services, today: Date): Promise<void> {
  for (const run of readyRuns(ADMINISTRATOR.id, today)) await makeRun(services, run);
}

async function makeRun(services: Services, { id, ...facts }: ReadyRun): Promise<void> {
  const asked = findRunSource(services, facts);
  const actor = await loadStaff(services, { uid: facts.userId, sessionId: '' });
  const schedule = await services.documents.main.get(`${SCHEDULES_COLLECTION}/${facts.scheduleId}`);
  if (!asked || !actor || !schedule) throw new Error(`run ${id} has no report, no owner or no schedule`);
  const { recipients, format } = readSchedule(schedule.data);
  const startedAt = new Date(facts.dueAt.getTime() + STARTED_AFTER_MS);
  const finishedAt = new Date(facts.dueAt.getTime() + FINISHED_AFTER_MS);
  const exported = await asked.open(actor, 'xlsx');
  const sheet = { ...exported.sheet, asOf: startedAt, generatedAt: finishedAt };
  const left = await storeSnapshot(
    services.snapshotFiles,
    { ...exported, sheet },
    { runId: id, format, signal: new AbortController().signal, onRows: () => undefined },
  );
  const { notSentTo, readers } = await chooseRecipients(services, {
    asked,
    owner: actor,
    recipients,
    dataSha256: left.dataSha256,
    signal: new AbortController().signal,
  });
  await services.documents.main.set(runPath(id), {
    ...newRunFields(facts, 'pendiente'),
    ...left,
    status: 'lista',
    progress: 100,
    startedAt,
    finishedAt,
    asOf: startedAt,
    url: `${runUrl(id)}/download`,
    notSentTo: notSentTo.map((entry) => ({ ...entry })),
    readers,
    isActive: true,
    createdAt: facts.dueAt,
    updatedAt: finishedAt,
  });
  await services.readModel.projectNow('main', [runPath(id)]);
}

import { sealBoth, verifyBoth } from '#server/audit/both-databases.ts';
import { sealAuditJob, verifyAuditJob } from '#server/audit/seal-jobs.ts';
import { checkAddresses } from '#server/features/content-health/check-addresses.ts';
import { checkAddressesJob } from '#server/features/content-health/check-addresses-job.ts';
import { performExport } from '#server/features/exports/perform-export.ts';
import { writeExportJob } from '#server/features/exports/export-jobs.ts';
import { performReadModelRun } from '#server/features/operations/perform-read-model-run.ts';
import { runReadModelJob } from '#server/features/operations/read-model-runs.ts';
import { publishContents } from '#server/features/publishing/publish-contents.ts';
import { publishContentsJob } from '#server/features/publishing/publish-contents-job.ts';
import { takeDueTimes } from '#server/features/snapshots/create-runs.ts';
import { performNextRun } from '#server/features/snapshots/perform-run.ts';
import { sendRunMail } from '#server/features/snapshots/send-run-mail.ts';
import { performRunJob, sendRunMailJob, takeDueTimesJob } from '#server/features/snapshots/snapshot-jobs.ts';
import { refreshPeopleJob } from '#server/features/people/refresh-people-job.ts';
import { applyChanges } from '#server/read-model/sync/apply-changes.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { reconcileReadModelJob, syncDocumentsJob, tidyReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { findOutdated } from '#server/read-model/upkeep/outdated.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { tidyReadModel } from '#server/read-model/upkeep/tidy.ts';
import { FILE_AREAS, PROJECTIONS } from '#server/registries.ts';
import { addMissingUploads } from '#server/stored-files/add-missing-uploads.ts';
import { cleanUnfinishedUploads, cleanUnfinishedUploadsJob } from '#server/stored-files/clean-unfinished-uploads.ts';
import { defineHandler, type AnyHandler } from './handler.ts';
import { renewOutdated } from './renew-outdated.ts';

const index = createProjectionIndex(PROJECTIONS);

/** Brings one batch of changed documents into the read model. */
const syncDocuments = defineHandler({
  definition: syncDocumentsJob,
  async handle({ payload, services: { sql, documents }, log }) {
    const applied = await applyChanges({ sql, documents, index }, payload);
    const { stream, epoch, sequence } = payload;
    if (applied === null) log.debug({ stream, epoch, sequence }, 'batch of an earlier epoch left out');
    else if (applied.failed > 0)
      log.error({ stream, epoch, sequence, failed: applied.failed }, 'documents could not be projected, see sync_failures');
    else log.debug({ stream, epoch, sequence, ...applied }, 'batch applied');
  },
});

/**
 * The guarantee behind the sync: whatever it missed (hard deletes, a listener that died) is found and mended here, and rows
 * that an earlier version made otherwise are made anew.
 */
const reconcileReadModel = defineHandler({
  definition: reconcileReadModelJob,
  async handle({ payload: { tables }, services, log, signal }) {
    const { sql, documents } = services;
    const projections = tables ? index.all.filter((projection) => tables.includes(projection.table)) : index.all;
    const outdated = new Set(await findOutdated(sql, projections));
    for (const projection of projections) {
      await sweepCollection({ sql, documents, index, log }, projection, { rewrite: outdated.has(projection), signal });
    }
    if (!tables) for (const area of FILE_AREAS) await addMissingUploads(services, area, signal);
  },
});

/** Keeps the read model's own bookkeeping small, and looks for tables that a new version makes otherwise. */
const tidy = defineHandler({
  definition: tidyReadModelJob,
  async handle({ services, log }) {
    await tidyReadModel(services, PROJECTIONS);
    await renewOutdated(services, log);
  },
});

/** Verifies or rebuilds a part of the read model because somebody asked for it. */
export const runReadModel = defineHandler({
  definition: runReadModelJob,
  handle: ({ payload, services, log, signal }) => performReadModelRun({ ...services, log }, payload.runId, signal),
});

/** Lets go of uploads that nobody went on with, and of drawn pages that nobody opens. */
const cleanUploads = defineHandler({
  definition: cleanUnfinishedUploadsJob,
  async handle({ services, log, signal }) {
    const removed = await cleanUnfinishedUploads(services, { signal });
    const drawn = await services.documentPages.tidy({ signal });
    if (removed + drawn > 0) log.info({ removed, drawn }, 'unfinished uploads and drawn pages removed');
  },
});

const sealTheAudit = defineHandler({
  definition: sealAuditJob,
  handle: ({ services: { documents, sql }, log, signal }) => sealBoth({ documents, sql, log }, signal),
});

const verifyTheAudit = defineHandler({
  definition: verifyAuditJob,
  async handle({ services, log, signal }) {
    for (const { database, problems } of await verifyBoth(services, { signal })) {
      for (const problem of problems) log.error({ database, ...problem }, 'the audit is not whole');
    }
  },
});

const refreshPeople = defineHandler({
  definition: refreshPeopleJob,
  handle: ({ services }) => services.restBackend.refreshPeople(),
});

/** Switches contents on and off by their days. */
const publish = defineHandler({
  definition: publishContentsJob,
  handle: ({ services, log, signal }) => publishContents({ ...services, log }, { signal }),
});

/** Asks whether pictures and links of contents answer. */
const checkContents = defineHandler({
  definition: checkAddressesJob,
  async handle({ services, log, signal }) {
    const asked = await checkAddresses({ ...services, log }, { signal });
    if (asked > 0) log.info({ asked }, 'addresses of contents asked');
  },
});

const takeDue = defineHandler({
  definition: takeDueTimesJob,
  async handle({ payload, services }) {
    await takeDueTimes(services, payload.scheduleId, new Date());
  },
});

const performReportRun = defineHandler({
  definition: performRunJob,
  handle: ({ services, signal }) => performNextRun(services, signal),
});

const sendReportMail = defineHandler({
  definition: sendRunMailJob,
  handle: ({ payload, services }) => sendRunMail(services, payload),
});

const writeExport = defineHandler({
  definition: writeExportJob,
  handle: ({ payload, services, signal }) => performExport(services, payload.exportId, signal),
});

/** One handler per job definition (server/registries.ts); checked when the worker boots. */
export const HANDLERS: readonly AnyHandler[] = [
  syncDocuments,
  reconcileReadModel,
  tidy,
  runReadModel,
  cleanUploads,
  sealTheAudit,
  verifyTheAudit,
  publish,
  refreshPeople,
  checkContents,
  takeDue,
  performReportRun,
  sendReportMail,
  writeExport,
];

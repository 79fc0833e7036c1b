import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { auditList } from './audit-list.ts';
import { findEntries } from './find-entries.ts';
import { getEntry } from './get-entry.ts';
import { auditTrailProjections } from './audit-trail.projection.ts';
import { auditReport } from './audit-report.ts';
import { sealAuditJob, verifyAuditJob } from './seal-jobs.ts';
import { declareList } from '../../lists/declared-list.ts';
import { feature, job } from '../feature.ts';

/**
 * The audit of both databases, to read: `portal.auditTrail`. Who may open it sees what every entry holds, also of records that they cannot open. Each verb checks
 * the permission itself.
 */
export function createAuditTrail(services: Services) {
  const { findChoices, exportRows } = listVerbs(auditList(services.registries.records));
  return bind(services, { findEntries, getEntry, findListChoices: findChoices, exportEntries: exportRows });
}

export const auditTrail = feature({
  verbs: { auditTrail: createAuditTrail },
  projections: ({ records }) => auditTrailProjections(records),
  lists: ({ records }) => [declareList(auditList(records), { isSearched: false })],
  reports: ({ records }) => [auditReport(records)],
  jobs: [
    job(sealAuditJob, async () => (await import('./audit-jobs.ts')).sealTheAudit),
    job(verifyAuditJob, async () => (await import('./audit-jobs.ts')).verifyTheAudit),
  ],
});

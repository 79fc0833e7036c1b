import { listVerbs } from '../../lists/list-verbs.ts';
import { menuNameAt } from '../../domain/menu.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { auditList } from './audit-list.ts';
import { findEntriesOf } from './find-entries.ts';
import { SECURITY_ALERTS } from './security-alerts.ts';
import { securityList, securityReport } from './security-list.ts';
import { getEntry, openEntry } from './get-entry.ts';
import { auditDenial } from './audit-denial.ts';
import { auditTrailProjections } from './audit-trail.projection.ts';
import { auditReport } from './audit-report.ts';
import { sealAuditJob, verifyAuditJob } from './seal-jobs.ts';
import { declareList } from '../../lists/declared-list.ts';
import { feature, job } from '../feature.ts';

/**
 * The audit of both databases, read-only: `portal.auditTrail`. Whoever may open it sees what every entry holds, also of records that they
 * cannot open, except for a role limited to its own agency (visibleTargetConditions). Each verb checks the permission itself.
 */
export function createAuditTrail(services: Services) {
  return bind(services, {
    findEntries: findEntriesOf(auditList),
    findSecurity: findEntriesOf(securityList),
    getEntry,
    exportEntries: listVerbs(auditList(services.registries.records)).exportRows,
    auditDenial,
  });
}

export const auditTrail = feature({
  verbs: { auditTrail: createAuditTrail },
  projections: ({ records }) => auditTrailProjections(records),
  records: {
    auditoria: { noun: { singular: 'entrada de auditoría', plural: 'entradas de auditoría', gender: 'f' }, open: openEntry },
    // Places that entries name but that have no documents.
    pantallas: {
      noun: { singular: 'pantalla', plural: 'pantallas', gender: 'f' },
      nameOf: (id) => {
        const address = `/${id.replaceAll('.', '/')}`;
        return menuNameAt(address) || address;
      },
    },
    llamadas_api: { noun: { singular: 'llamada al API', plural: 'llamadas al API', gender: 'f' } },
    redes: { noun: { singular: 'red', plural: 'redes', gender: 'f' } },
  },
  lists: ({ records }) => [
    declareList(auditList(records), { isSearched: false }),
    declareList(securityList(records), { isSearched: false }),
  ],
  reports: ({ records }) => [auditReport(records), securityReport(records)],
  alerts: SECURITY_ALERTS,
  jobs: [
    job(sealAuditJob, async () => {
      const { sealBoth } = await import('./both-databases.ts');
      return ({ services, log, signal }) => sealBoth({ ...services, log }, signal);
    }),
    job(verifyAuditJob, async () => {
      const { verifyBoth } = await import('./both-databases.ts');
      return async ({ services, log, signal }) => {
        for (const { database, problems } of await verifyBoth(services, { signal }))
          for (const problem of problems) log.error({ database, ...problem }, 'the audit is not whole');
      };
    }),
  ],
});

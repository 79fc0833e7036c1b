import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { AUDIT } from './audit-list.ts';
import { findEntries } from './find-entries.ts';
import { getEntry } from './get-entry.ts';

/**
 * The audit of both databases, to read: `portal.auditTrail`. Who may open it sees what every entry holds, also of records that they cannot open. Each verb checks
 * the permission itself.
 */
export function createAuditTrail(services: Services) {
  const { findChoices, exportRows } = listVerbs(AUDIT);
  return bind(services, { findEntries, getEntry, findListChoices: findChoices, exportEntries: exportRows });
}

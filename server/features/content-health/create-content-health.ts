import { exportList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { count, findFindings, type HealthServices } from './find-findings.ts';
import { findingList } from './finding-list.ts';

/** What members see wrong: `portal.contentHealth`. Each verb shows the contents whose menus the person has. */
export function createContentHealth(services: HealthServices) {
  return bind(services, {
    findFindings,
    count,
    exportFindings: (given: HealthServices, call: ListCall) => exportList(given, findingList(call.actor), call),
  });
}

export type ContentHealth = ReturnType<typeof createContentHealth>;

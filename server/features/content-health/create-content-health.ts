import { exportList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { count, findFindings } from './find-findings.ts';
import { findingList } from './finding-list.ts';
import type { Services } from '../../services.ts';

/** What members see wrong: `portal.contentHealth`. Each verb shows the contents whose menus the person has. */
export function createContentHealth(services: Services) {
  return bind(services, { findFindings, count, exportFindings });
}

export const exportFindings = (services: Services, call: ListCall) => exportList(services, findingList(call.actor), call);

export type ContentHealth = ReturnType<typeof createContentHealth>;

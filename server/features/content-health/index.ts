import { exportList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { count, findFindings } from './find-findings.ts';
import { findingList } from './finding-list.ts';
import type { Services } from '../../services.ts';
import { contentTile } from './content-tile.ts';
import { checkAddressesJob } from './check-addresses-job.ts';
import { CONTENT_HEALTH_URL } from '../../domain/content-findings.ts';
import { feature, job } from '../feature.ts';

/** What members see wrong: `portal.contentHealth`. Each verb shows the contents whose menus the person has. */
export function createContentHealth(services: Services) {
  return bind(services, { findFindings, count, exportFindings });
}

const exportFindings = (services: Services, call: ListCall) => exportList(services, findingList(call.actor), call);

export type ContentHealth = ReturnType<typeof createContentHealth>;

export const contentHealth = feature({
  verbs: { contentHealth: createContentHealth },
  lists: [{ url: CONTENT_HEALTH_URL, open: exportFindings }],
  tiles: [contentTile],
  jobs: [job(checkAddressesJob, async () => (await import('./check-addresses.ts')).checkContents)],
});

import { exportList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import { countFindings, findFindings } from './find-findings.ts';
import { findingList } from './finding-list.ts';
import type { Services } from '../../services.ts';
import { contentTile } from './content-tile.ts';
import { CONTENT_MENUS } from '../../domain/app-contents.ts';
import { CONTENT_HEALTH_URL } from '../../domain/content-findings.ts';
import { canOpen } from '../../domain/permissions.ts';
import { feature, job } from '../feature.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { CONTENT_REPORTS } from './content-reports.ts';
import { endingAlerts } from './ending-alerts.ts';
import { endingTile } from './ending-tile.ts';
import { checkAddressesJob, publishContentsJob } from './content-jobs.ts';

/** What members see wrong: `portal.contentHealth`. Each verb shows the contents whose menus the person has. */
export function createContentHealth(services: Services) {
  return bind(services, { findFindings, countFindings, exportFindings });
}

const exportFindings = (services: Services, call: ListCall) => exportList(services, findingList(call.actor, 'export'), call);

/** Contents of the mobile app: the days on which they show, and what members see wrong. */
export const contents = feature({
  verbs: { contentHealth: createContentHealth },
  lists: [
    {
      url: CONTENT_HEALTH_URL,
      open: exportFindings,
      viewed: {
        menu: (actor) => CONTENT_MENUS.find((menu) => canOpen(actor, menu)) ?? null,
        noun: { plural: 'salud del contenido' },
        open: (_services, actor) => findingList(actor),
      },
    },
  ],
  answers: [
    {
      // With the parameters of the page: one page, with the link to the next.
      url: `${CONTENT_HEALTH_URL}.json`,
      read: async (services, call) => {
        const { rows, counts, total, totalIsCapped, page, lastPage, next } = await findFindings(services, { ...call, act: 'export' });
        return { rows, counts, total, totalIsCapped, page, lastPage, next };
      },
    },
  ],
  reports: CONTENT_REPORTS,
  tiles: [contentTile, endingTile(Object.values(CATALOGS).map(({ definition }) => definition))],
  alerts: endingAlerts(Object.values(CATALOGS).map(({ definition }) => definition)),
  jobs: [
    job(publishContentsJob, async () => {
      const { publishContents } = await import('./publish-contents.ts');
      return ({ services, log, signal }) => publishContents({ ...services, log }, { signal });
    }),
    job(checkAddressesJob, async () => (await import('./check-addresses.ts')).checkContents),
  ],
});

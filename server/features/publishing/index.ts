import { CATALOGS } from '../../catalogs/registry.ts';
import { feature, job } from '../feature.ts';
import { CONTENT_REPORTS } from './content-reports.ts';
import { endingTile } from './ending-tile.ts';
import { publishContentsJob } from './publish-contents-job.ts';

/** Contents of the mobile app that show on certain days. */
export const publishing = feature({
  reports: CONTENT_REPORTS,
  tiles: [endingTile(Object.values(CATALOGS).map(({ definition }) => definition))],
  jobs: [
    job(publishContentsJob, async () => {
      const { publishContents } = await import('./publish-contents.ts');
      return ({ services, log, signal }) => publishContents({ ...services, log }, { signal });
    }),
  ],
});

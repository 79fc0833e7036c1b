import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { addClicks } from './add-clicks.ts';
import { userActivityProjection } from './user-activity.projection.ts';
import { activityReport } from './activity-report.ts';
import { feature } from '../feature.ts';

export type Clicks = ReturnType<typeof createClicks>;

/** Counted navigation (specification section 7, clicks): `portal.clicks`. */
export function createClicks(services: Services) {
  return bind(services, { addClicks });
}

export const clicks = feature({
  verbs: { clicks: createClicks },
  projections: [userActivityProjection],
  reports: [activityReport],
});

import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findJobs, retryAllJobs, retryJob } from './jobs.ts';
import { requestReadModelRuns } from './read-model-runs.ts';
import { getReadModelState } from './read-model-state.ts';

/** The state of the portal's machinery: `portal.operations`. Verbs check the menu `settings` themselves; see their files. */
export function createOperations(services: Services) {
  return bind(services, { findJobs, retryJob, retryAllJobs, requestReadModelRuns, getReadModelState });
}

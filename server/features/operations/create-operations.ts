import { bind } from '../../platform/bind.ts';
import { findJobs, retryAllJobs, retryJob } from './jobs.ts';
import type { OperationServices } from './operation-services.ts';
import { requestReadModelRuns } from './read-model-runs.ts';
import { createReadModelState } from './read-model-state.ts';

/** The state of the portal's machinery: `portal.operations`. Verbs check the menu `settings` themselves; see their files. */
export function createOperations(services: OperationServices) {
  return {
    ...bind(services, { findJobs, retryJob, retryAllJobs, requestReadModelRuns }),
    getReadModelState: createReadModelState(services),
  };
}

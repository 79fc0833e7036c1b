import { findJobs, retryAllJobs, retryJob, type JobsState } from './jobs.ts';
import type { OperationCall, OperationServices } from './operation-services.ts';
import { requestReadModelRuns, type RequestRunsCall } from './read-model-runs.ts';
import { createReadModelState, type ReadModelState } from './read-model-state.ts';

/** The state of the portal's machinery: `portal.operations`. Verbs check the menu `settings` themselves; see their files. */
export interface Operations {
  findJobs(call: OperationCall): Promise<JobsState>;
  retryJob(call: OperationCall & { job: string; jobId: string }): Promise<void>;
  retryAllJobs(call: OperationCall & { job: string }): Promise<number>;
  getReadModelState(call: OperationCall): Promise<ReadModelState>;
  requestReadModelRuns(call: RequestRunsCall): Promise<number>;
}

export function createOperations(services: OperationServices): Operations {
  return {
    findJobs: (call) => findJobs(services, call),
    retryJob: (call) => retryJob(services, call),
    retryAllJobs: (call) => retryAllJobs(services, call),
    getReadModelState: createReadModelState(services),
    requestReadModelRuns: (call) => requestReadModelRuns(services, call),
  };
}

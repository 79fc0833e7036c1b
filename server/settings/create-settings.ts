import type { ConstantListId } from '../domain/constants.ts';
import {
  findConstants,
  getConstants,
  readConstantLookups,
  updateConstants,
  type StoredConstants,
  type UpdateConstantsCall,
} from './constants.ts';
import { getGeneralSettings, updateGeneralSettings, type GeneralSettingsView, type UpdateGeneralSettingsCall } from './general.ts';
import { findJobs, retryAllJobs, retryJob, type JobsState } from './jobs.ts';
import { requestReadModelRuns, type RequestRunsCall } from './read-model-runs.ts';
import { createReadModelState, type ReadModelState } from './read-model-state.ts';
import type { SettingsCall, SettingsServices } from './settings-services.ts';

/** Settings of the portal and the state of its machinery: `portal.settings`. Verbs check the menu `settings` themselves; see their files. */
export interface Settings {
  getGeneral(call: SettingsCall): Promise<GeneralSettingsView>;
  updateGeneral(call: UpdateGeneralSettingsCall): Promise<void>;
  findConstants(call: SettingsCall): Promise<StoredConstants[]>;
  getConstants(call: SettingsCall & { list: string }): Promise<StoredConstants>;
  updateConstants(call: UpdateConstantsCall): Promise<void>;
  /** For features that show a status: no permission needed. */
  constantLookups(): Promise<Record<ConstantListId, ReadonlyMap<string, string>>>;
  findJobs(call: SettingsCall): Promise<JobsState>;
  retryJob(call: SettingsCall & { job: string; jobId: string }): Promise<void>;
  retryAllJobs(call: SettingsCall & { job: string }): Promise<number>;
  getReadModelState(call: SettingsCall): Promise<ReadModelState>;
  requestReadModelRuns(call: RequestRunsCall): Promise<number>;
}

export function createSettings(services: SettingsServices): Settings {
  return {
    getGeneral: (call) => getGeneralSettings(services, call),
    updateGeneral: (call) => updateGeneralSettings(services, call),
    findConstants: (call) => findConstants(services, call),
    getConstants: (call) => getConstants(services, call),
    updateConstants: (call) => updateConstants(services, call),
    constantLookups: () => readConstantLookups(services),
    findJobs: (call) => findJobs(services, call),
    retryJob: (call) => retryJob(services, call),
    retryAllJobs: (call) => retryAllJobs(services, call),
    getReadModelState: createReadModelState(services),
    requestReadModelRuns: (call) => requestReadModelRuns(services, call),
  };
}

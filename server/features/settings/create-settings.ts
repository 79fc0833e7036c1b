import type { ConstantListId } from '../../domain/constants.ts';
import {
  findConstants,
  getConstants,
  readConstantLookups,
  updateConstants,
  type StoredConstants,
  type UpdateConstantsCall,
} from './constants.ts';
import { getGeneralSettings, updateGeneralSettings, type GeneralSettingsView, type UpdateGeneralSettingsCall } from './general.ts';
import type { SettingsCall, SettingsServices } from './settings-services.ts';

/** Settings of the portal: `portal.settings`. Verbs check the menu `settings` themselves; see their files. */
export interface Settings {
  getGeneral(call: SettingsCall): Promise<GeneralSettingsView>;
  updateGeneral(call: UpdateGeneralSettingsCall): Promise<void>;
  findConstants(call: SettingsCall): Promise<StoredConstants[]>;
  getConstants(call: SettingsCall & { list: string }): Promise<StoredConstants>;
  updateConstants(call: UpdateConstantsCall): Promise<void>;
  /** For features that show a status: no permission needed. */
  constantLookups(): Promise<Record<ConstantListId, ReadonlyMap<string, string>>>;
}

export function createSettings(services: SettingsServices): Settings {
  return {
    getGeneral: (call) => getGeneralSettings(services, call),
    updateGeneral: (call) => updateGeneralSettings(services, call),
    findConstants: (call) => findConstants(services, call),
    getConstants: (call) => getConstants(services, call),
    updateConstants: (call) => updateConstants(services, call),
    constantLookups: () => readConstantLookups(services),
  };
}

import { bind } from '../../platform/bind.ts';
import { findConstants, getConstants, updateConstants } from './constants.ts';
import { getGeneralSettings, updateGeneralSettings } from './general.ts';
import type { SettingsServices } from './settings-kind.ts';

/** Settings of the portal: `portal.settings`. Verbs check the menu `settings` themselves; see their files. */
export function createSettings(services: SettingsServices) {
  return bind(services, {
    getGeneral: getGeneralSettings,
    updateGeneral: updateGeneralSettings,
    findConstants,
    getConstants,
    updateConstants,
  });
}

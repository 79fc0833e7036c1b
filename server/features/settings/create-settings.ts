import { bind } from '../../platform/bind.ts';
import { findConstants, getConstants, updateConstants } from './constants.ts';
import { createShownMenu, getMenu, updateMenu } from './menu.ts';
import { getGeneralSettings, updateGeneralSettings } from './general.ts';
import type { SettingsServices } from './settings-kind.ts';

/** Settings of the portal: `portal.settings`. Verbs check their part of Configuración themselves; `shownMenu` is everybody's. */
export function createSettings(services: SettingsServices) {
  const { shownMenu, reloadMenu } = createShownMenu(services);
  const verbs = bind(services, {
    getMenu,
    updateMenu,
    getGeneral: getGeneralSettings,
    updateGeneral: updateGeneralSettings,
    findConstants,
    getConstants,
    updateConstants,
  });
  const updateAndShow: typeof verbs.updateMenu = async (call) => {
    await verbs.updateMenu(call);
    await reloadMenu();
  };
  return { ...verbs, updateMenu: updateAndShow, shownMenu };
}

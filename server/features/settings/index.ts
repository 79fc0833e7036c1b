import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findConstants, getConstants, updateConstants } from './constants.ts';
import { getGeneralSettings, updateGeneralSettings } from './general.ts';
import { getMenu, updateMenu } from './menu.ts';
import { constantsProjection } from './constants.projection.ts';
import { feature } from '../feature.ts';

/** Settings of the portal: `portal.settings`. Verbs check their part of Configuración themselves; `shownMenu` is everybody's. */
function createSettings(services: Services) {
  return bind(services, {
    getMenu,
    updateMenu,
    shownMenu: ({ shownMenu }: Services) => shownMenu.read(),
    getGeneral: getGeneralSettings,
    updateGeneral: updateGeneralSettings,
    findConstants,
    getConstants,
    updateConstants,
  });
}

export const settings = feature({ verbs: { settings: createSettings }, projections: [constantsProjection] });

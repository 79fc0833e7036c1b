import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { constantList } from '../../domain/constants.ts';
import { deliveredTitle } from '../../domain/menu-arrangement.ts';
import { CONSTANT_FIELDS, findConstants, getConstants, updateConstants } from './constants.ts';
import { SETTING_FIELDS } from '../../live-settings/general-settings.ts';
import { getGeneralSettings, readGeneralForm, updateGeneralSettings } from './general.ts';
import { getMenu, MENU_FIELDS, updateMenu } from './menu.ts';
import { constantsProjection } from './constants.projection.ts';
import { pageAt, pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

/** Settings of the portal: `portal.settings`. Verbs check their part of Configuración themselves; `shownMenu` is everybody's. */
function createSettings(services: Services) {
  return {
    readGeneralForm,
    ...bind(services, {
      getMenu,
      updateMenu,
      shownMenu: ({ shownMenu }: Services) => shownMenu.read(),
      getGeneral: getGeneralSettings,
      updateGeneral: updateGeneralSettings,
      findConstants,
      getConstants,
      updateConstants,
    }),
  };
}

export const settings = feature({
  verbs: { settings: createSettings },
  records: {
    configuracion: {
      noun: { singular: 'configuración', plural: 'configuración', gender: 'f' },
      page: pageAt({ menu: 'settings-identity', url: '/settings/general' }),
      fields: SETTING_FIELDS,
    },
    menu: {
      noun: { singular: 'menú lateral', plural: 'menú lateral', gender: 'm' },
      page: pageAt({ menu: 'settings-identity', url: '/settings/sidebar' }),
      nameOf: deliveredTitle,
      fields: MENU_FIELDS,
    },
    constantes: {
      noun: { singular: 'constantes', plural: 'constantes de mantenimiento', gender: 'f' },
      page: pageUnder({ menu: 'settings-constants', url: '/settings/constants' }),
      nameOf: (id) => constantList(id)?.title ?? '',
      fields: CONSTANT_FIELDS,
    },
  },
  projections: [constantsProjection],
});

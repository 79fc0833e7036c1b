import { exportList } from '../../lists/list-verbs.ts';
import { VIEWS_URL } from '../../domain/saved-views.ts';
import { bind } from '../../platform/bind.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { recordId } from '../../records/fields.ts';
import type { Services } from '../../services.ts';
import { feature } from '../feature.ts';
import { findViews, getView, supportsViews, nameOfList, openView } from './find-views.ts';
import { createView, findShareable, setViewActive, updateView } from './save-view.ts';
import { findViewPage, viewList } from './view-list.ts';
import { VIEW_FIELDS, VIEW_FORM, VIEW_KIND, VIEW_NOUN, viewsProjection } from './view.ts';
import { viewsTile } from './views-tile.ts';

/** Saved views of lists: `portal.views`. A view shows each person what its list shows them. */
function createViews(services: Services) {
  return {
    form: VIEW_FORM,
    ...bind(services, {
      findViewPage,
      findViews,
      openView,
      getView,
      findShareable,
      createView,
      updateView,
      setViewActive,
      supportsViews,
      nameOfList,
    }),
  };
}

export const views = feature({
  verbs: { views: createViews },
  records: {
    [VIEW_KIND.collection]: {
      noun: VIEW_NOUN,
      names: { table: VIEW_KIND.collection, name: 'nombre' },
      fields: [...VIEW_FIELDS, recordId({ name: 'userId', label: 'Persona', names: PEOPLE })],
    },
  },
  projections: [viewsProjection],
  lists: [{ url: VIEWS_URL, open: (services, call) => exportList(services, viewList(services), call) }],
  // The menu asks for it once a page is there.
  answers: [{ url: '/vistas.json', read: async (services, call) => ({ views: await findViews(services, call) }) }],
  tiles: [viewsTile],
});

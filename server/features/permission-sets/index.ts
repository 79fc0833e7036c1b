import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { deactivateSet, restoreSet } from './deactivate-set.ts';
import { findMatrix, findSetChoices, getSet } from './find-sets.ts';
import { createSet, reviewSet, updateSet } from './save-set.ts';
import { PERMISSION_SETS } from './set-list.ts';
import { findSimulated, simulate } from './simulate.ts';
import { SET_FIELDS, SET_FORM } from './set.ts';
import { setTypesReport } from './set-types-report.ts';
import { permissionSetsProjection } from './permission-sets.projection.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

export type PermissionSets = ReturnType<typeof createPermissionSets>;

/** Permission sets of the digitalization: `portal.permissionSets`. Each verb checks the permission itself. */
export function createPermissionSets(services: Services) {
  const { findPage, findChoices, exportRows } = listVerbs(PERMISSION_SETS);
  return {
    form: SET_FORM,
    ...bind(services, {
      findSets: findPage,
      findListChoices: findChoices,
      exportSets: exportRows,
      getSet,
      findMatrix,
      findSetChoices,
      createSet,
      updateSet,
      reviewSet,
      deactivateSet,
      restoreSet,
      findSimulated,
      simulate,
    }),
  };
}

export const permissionSets = feature({
  verbs: { permissionSets: createPermissionSets },
  records: {
    permisos_documentos: {
      noun: PERMISSION_SETS.noun,
      title: 'Permisos de documentos',
      page: pageUnder(PERMISSION_SETS),
      names: { table: 'permisos_documentos', name: 'title' },
      fields: SET_FIELDS,
    },
  },
  projections: [permissionSetsProjection],
  lists: [declareList(PERMISSION_SETS)],
  reports: [setTypesReport],
});

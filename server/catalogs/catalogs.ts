import type { ChoicesCall } from '../lists/list-verbs.ts';
import type { ListCall } from '../lists/list.ts';
import { moveRecord, type MoveCall } from '../records/ordered-list.ts';
import { setActive } from '../records/set-active.ts';
import { pictureTarget, type PictureForm } from './attach-picture.ts';
import { describeCatalog } from './describe.ts';
import { readRecordForm } from './form-input.ts';
import { exportRecords, findListChoices, findRecords } from './list-records.ts';
import { getRecord, openRecords, type CatalogCall, type CatalogServices } from './record.ts';
import { describeForScreens } from './references.ts';
import { catalogAt, CATALOGS, type CatalogId } from './registry.ts';
import { createRecord, updateRecord, type CreateRecordCall, type UpdateRecordCall } from './save-record.ts';

type OneCall = CatalogCall & { id: string };
type ManyCall = CatalogCall & { ids: readonly string[] };

/**
 * The verbs of all catalogs: `portal.catalogs`. Each checks the person's permission itself; see its own file for shapes
 * and errors, and server/records for activation and order.
 */
export function createCatalogs(services: CatalogServices) {
  const activate = async (call: ManyCall, isActive: boolean): Promise<void> => {
    await setActive(services, openRecords(call).kind, { ...call, isActive });
  };
  return {
    catalogAt,
    /** Labels, columns and constraints for the browser; no data, so no permission. */
    describe: (catalog: CatalogId, parentId?: string) => describeCatalog(CATALOGS[catalog].definition, parentId),
    /** The same with the choices of reference fields, the next place and the name of the record above. */
    describeForScreens: (call: CatalogCall) => describeForScreens(services, call),
    readForm: (catalog: CatalogId, form: FormData) => readRecordForm(CATALOGS[catalog].definition, form),
    findRecords: (call: CatalogCall & ListCall) => findRecords(services, call),
    findListChoices: (call: CatalogCall & ChoicesCall) => findListChoices(services, call),
    exportRecords: (call: CatalogCall & ListCall) => exportRecords(services, call),
    getRecord: (call: OneCall) => getRecord(services, call),
    createRecord: (call: CreateRecordCall) => createRecord(services, call),
    updateRecord: (call: UpdateRecordCall) => updateRecord(services, call),
    moveRecord: async (call: CatalogCall & Pick<MoveCall, 'id' | 'afterId'>) => moveRecord(services, openRecords(call).kind, call),
    deactivateRecord: ({ id, ...call }: OneCall) => activate({ ...call, ids: [id] }, false),
    restoreRecord: ({ id, ...call }: OneCall) => activate({ ...call, ids: [id] }, true),
    deactivateRecords: (call: ManyCall) => activate(call, false),
    restoreRecords: (call: ManyCall) => activate(call, true),
    pictureTarget: (form: PictureForm) => pictureTarget(services, form),
  };
}

export type Catalogs = ReturnType<typeof createCatalogs>;

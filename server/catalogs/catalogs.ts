import { bind } from '../platform/bind.ts';
import { moveRecord, type MoveCall } from '../records/ordered-list.ts';
import { setActive } from '../records/set-active.ts';
import { pictureTarget } from './attach-picture.ts';
import { describeCatalog } from './describe.ts';
import { readRecordForm } from '../records/record-form.ts';
import { exportRecords, findLinked, findPlaces, findRecords } from './list-records.ts';
import { findCatalogRecordStory, getRecord, openRecords, type CatalogCall } from './record.ts';
import { describeForScreens } from './references.ts';
import { catalogAt, CATALOGS, type CatalogId } from './registry.ts';
import { createRecord, updateRecord } from './save-record.ts';
import { describeAppVisibility } from './describe-app-visibility.ts';
import { withConfirmation, requireConfirmedDeactivation } from './touched.ts';
import type { Services } from '../services.ts';

type OneCall = CatalogCall & { id: string; confirmed?: readonly string[] };
/** `confirmed` contains `isActive` once the person knows what a deactivation affects (definition.touches). */
type ManyCall = CatalogCall & { ids: readonly string[]; confirmed?: readonly string[] };

/**
 * The verbs of all catalogs: `portal.catalogs`. Each checks the person's permission itself; see their own files for arguments
 * and errors, and server/records for activation and order.
 */
export function createCatalogs(services: Services) {
  const activate = async (call: ManyCall, isActive: boolean): Promise<void> => {
    const { definition, kind } = openRecords(call, 'delete');
    await withConfirmation(services, definition, call, (confirmed) =>
      setActive(services, kind, {
        ...call,
        isActive,
        ...(!isActive && { check: async () => requireConfirmedDeactivation(services, definition, confirmed) }),
      }),
    );
  };
  return {
    ...bind(services, {
      createRecord,
      describeForScreens,
      exportRecords,
      findLinked,
      findPlaces,
      findRecords,
      getRecord,
      pictureTarget,
      describeAppVisibility,
      findCatalogRecordStory,
      updateRecord,
    }),
    catalogAt,
    /** Labels, columns and constraints for the browser; no data, so no permission. */
    describe: (catalog: CatalogId, parentId?: string) => describeCatalog(CATALOGS[catalog].definition, parentId),
    readForm: (catalog: CatalogId, form: FormData) => readRecordForm(CATALOGS[catalog].definition.fields, form),
    moveRecord: async (call: CatalogCall & Pick<MoveCall, 'id' | 'afterId'>) =>
      moveRecord(services, openRecords(call, 'change').kind, call),
    deactivateRecord: ({ id, ...call }: OneCall) => activate({ ...call, ids: [id] }, false),
    restoreRecord: ({ id, ...call }: OneCall) => activate({ ...call, ids: [id] }, true),
    deactivateRecords: (call: ManyCall) => activate(call, false),
    restoreRecords: (call: ManyCall) => activate(call, true),
  };
}

export type Catalogs = ReturnType<typeof createCatalogs>;

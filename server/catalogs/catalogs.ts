import type { FilterOption } from '../lists/filters.ts';
import type { ListPage } from '../lists/list-page.ts';
import { listVerbs, type ChoicesCall, type ListExport } from '../lists/list-verbs.ts';
import type { ListCall } from '../lists/list.ts';
import { createRecord, type CreateRecordCall } from './create-record.ts';
import { deactivateRecord, deactivateRecords, restoreRecord, restoreRecords, type BulkCall } from './deactivate-record.ts';
import { describeCatalog, type CatalogDescription } from './describe.ts';
import { catalogList, toListedRecord, type CatalogRow, type ListedRecord } from './catalog-list.ts';
import { readRecordForm, type RecordForm } from './form-input.ts';
import { getRecord } from './get-record.ts';
import { moveRecord, type MoveRecordCall } from './move-record.ts';
import type { CatalogCall, CatalogRecord, CatalogServices } from './record.ts';
import { describeForScreens } from './references.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import { updateRecord, type UpdateRecordCall } from './update-record.ts';

/** One page of a catalog's list; JSON for the browser. */
export type CatalogPage = Omit<ListPage<CatalogRow>, 'rows'> & { rows: ListedRecord[] };

/** The verbs of all catalogs. Each checks the person's permission itself; see its own file for shapes and errors. */
export interface Catalogs {
  /** Labels, columns and constraints for the browser; no data, so no permission. */
  describe(catalog: CatalogId): CatalogDescription;
  /** The same with the choices of reference fields and the next place. */
  describeForScreens(call: CatalogCall): Promise<CatalogDescription>;
  readForm(catalog: CatalogId, form: FormData): RecordForm;
  findRecords(call: CatalogCall & ListCall): Promise<CatalogPage>;
  findListChoices(call: CatalogCall & ChoicesCall): Promise<FilterOption[]>;
  exportRecords(call: CatalogCall & ListCall): Promise<ListExport>;
  getRecord(call: CatalogCall & { id: string }): Promise<CatalogRecord>;
  createRecord(call: CreateRecordCall): Promise<{ id: string }>;
  updateRecord(call: UpdateRecordCall): Promise<{ id: string }>;
  moveRecord(call: MoveRecordCall): Promise<void>;
  deactivateRecord(call: CatalogCall & { id: string }): Promise<void>;
  restoreRecord(call: CatalogCall & { id: string }): Promise<void>;
  deactivateRecords(call: BulkCall): Promise<void>;
  restoreRecords(call: BulkCall): Promise<void>;
}

export function createCatalogs(services: CatalogServices): Catalogs {
  return {
    describe: (catalog) => describeCatalog(CATALOGS[catalog].definition),
    describeForScreens: (call) => describeForScreens(services, call),
    readForm: (catalog, form) => readRecordForm(CATALOGS[catalog].definition, form),
    findRecords: (call) => findRecords(services, call),
    findListChoices: (call) => listOf(call).findChoices(services, call),
    exportRecords: (call) => listOf(call).exportRows(services, call),
    getRecord: (call) => getRecord(services, call),
    createRecord: (call) => createRecord(services, call),
    updateRecord: (call) => updateRecord(services, call),
    moveRecord: (call) => moveRecord(services, call),
    deactivateRecord: (call) => deactivateRecord(services, call),
    restoreRecord: (call) => restoreRecord(services, call),
    deactivateRecords: (call) => deactivateRecords(services, call),
    restoreRecords: (call) => restoreRecords(services, call),
  };
}

function listOf({ catalog }: CatalogCall) {
  return listVerbs(catalogList(CATALOGS[catalog].definition));
}

async function findRecords(services: CatalogServices, call: CatalogCall & ListCall): Promise<CatalogPage> {
  const { definition } = CATALOGS[call.catalog];
  const page = await listOf(call).findPage(services, call);
  return { ...page, rows: page.rows.map((row) => toListedRecord(definition, row)) };
}

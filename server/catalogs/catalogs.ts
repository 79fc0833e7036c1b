import { createRecord, type CreateRecordCall } from './create-record.ts';
import { deactivateRecord, deactivateRecords, restoreRecord, restoreRecords, type BulkCall } from './deactivate-record.ts';
import { describeCatalog, type CatalogDescription } from './describe.ts';
import { exportRecords, type CatalogExport } from './export-records.ts';
import { findRecords, type CatalogPage } from './find-records.ts';
import { readRecordForm, type RecordForm } from './form-input.ts';
import { getRecord } from './get-record.ts';
import { moveRecord, type MoveRecordCall } from './move-record.ts';
import type { CatalogCall, CatalogRecord, CatalogServices } from './record.ts';
import { describeForScreens } from './references.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import { updateRecord, type UpdateRecordCall } from './update-record.ts';

/** The verbs of all catalogs. Each checks the person's permission itself; see its own file for shapes and errors. */
export interface Catalogs {
  /** Labels, columns and constraints for the browser; no data, so no permission. */
  describe(catalog: CatalogId): CatalogDescription;
  /** The same with the choices of reference fields and the next place. */
  describeForScreens(call: CatalogCall): Promise<CatalogDescription>;
  readForm(catalog: CatalogId, form: FormData): RecordForm;
  findRecords(call: CatalogCall & { params: URLSearchParams }): Promise<CatalogPage>;
  exportRecords(call: CatalogCall & { params: URLSearchParams }): Promise<CatalogExport>;
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
    exportRecords: (call) => exportRecords(services, call),
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

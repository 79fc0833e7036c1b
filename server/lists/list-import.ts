import type { FormValue } from '../domain/conflict.ts';
import type { FieldDescription } from '../domain/fields.ts';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { Field } from '../records/fields.ts';
import type { Call, Services } from '../services.ts';

export type ImportedValues = Readonly<Record<string, FormValue>>;

/**
 * Import of records of a list from a spreadsheet (server/imports): which fields it has, and how one row is saved. Columns, allowed values
 * and error sentences are derived from the fields.
 */
export interface ListImport {
  fields: readonly Field[];
  /** Name of the field that identifies a row's record. */
  key: string;
  /** Collection of the records, and name of their table. */
  table: string;
  /**
   * Set if saving writes documents of this database and nothing else: then many rows are written in one
   * transaction, and a dry run tries each row first.
   */
  database?: DatabaseName;
  /** The fields as this person's form offers them, with their options. Errors: `forbidden`. */
  describe(this: void, services: Services, call: Call): Promise<readonly FieldDescription[]>;
  /** Current values of the records; missing ones are left out. It checks no permission: `save` does. */
  find(this: void, services: Services, ids: readonly string[]): Promise<ReadonlyMap<string, FoundRecord>>;
  /** Replaces the dry run where there is no transaction: refuses whatever `save` refuses, and writes nothing. */
  check?(this: void, services: Services, call: SaveRowCall): Promise<unknown>;
  /** Saves one row, with its permission, rules and audit entry. Errors: as the form's verb. */
  save(this: void, services: Services, call: SaveRowCall): Promise<unknown>;
  /** Undoes the creation of a record by a row. */
  remove(this: void, services: Services, call: Call & { id: string }): Promise<unknown>;
  /** As `BulkAct.tell`, for the records that rows created or changed. */
  tell?(this: void, services: Services, call: Call & { ids: readonly string[] }): Promise<string>;
  /** Applying it requires a fresh proof of identity (domain/proof.ts). */
  givesRights?: true;
  /** Note for the person about to import new records: what else happens to them. */
  note?: string;
}

export interface FoundRecord {
  values: ImportedValues;
  version: string;
  isActive: boolean;
}

export interface SaveRowCall extends Call {
  /** null for a new record. */
  id: string | null;
  /** As seen in the check; '' for whichever is current. */
  version: string;
  /** Values as seen in the check, where known: without them any difference from the current values is a conflict. */
  base: ImportedValues | null;
  /** All values of the row for a new record, otherwise only the changed ones. */
  values: ImportedValues;
  /** Identifies a new record, so that a retry recognizes one already made. */
  formToken: string;
  /** The person has confirmed what the change affects elsewhere. */
  isConfirmed: boolean;
}

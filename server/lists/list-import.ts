import type { FormValue } from '../domain/conflict.ts';
import type { FieldDescription } from '../domain/fields.ts';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { Field } from '../records/fields.ts';
import type { Call, Services } from '../services.ts';

export type ImportedValues = Readonly<Record<string, FormValue>>;

/**
 * That records of a list may come from a spreadsheet (server/imports): which fields, and how one row is saved. Columns, allowed values and
 * the sentences of mistakes follow from the fields.
 */
export interface ListImport {
  fields: readonly Field[];
  /** Name of the field by which a row finds its record. */
  key: string;
  /** Collection of the records, and their table. */
  table: string;
  /** Where saving writes to nothing but documents: then many rows are written in one transaction, and each is tried before. */
  database?: DatabaseName;
  /** The fields as this person's form offers them, with what can be chosen. Errors: `forbidden`. */
  describe(this: void, services: Services, call: Call): Promise<readonly FieldDescription[]>;
  /** What the records hold now; those that are not there left out. It tells nobody: `save` asks for the permission. */
  find(this: void, services: Services, ids: readonly string[]): Promise<ReadonlyMap<string, FoundRecord>>;
  /** Where rows cannot be tried in a transaction: the same refusals as `save`, and nothing is written. */
  check?(this: void, services: Services, call: SaveRowCall): Promise<unknown>;
  /** One row, with its permission, rules and audit entry. Errors: as the form's verb. */
  save(this: void, services: Services, call: SaveRowCall): Promise<unknown>;
  /** Takes back that a row made a record. */
  remove(this: void, services: Services, call: Call & { id: string }): Promise<unknown>;
  /** As of an act on many (BulkAct.tell), for those that rows made or changed. */
  tell?(this: void, services: Services, call: Call & { ids: readonly string[] }): Promise<string>;
  /** Whoever applies it proves anew who they are (domain/proof.ts). */
  givesRights?: true;
  /** What else becomes of new records, for who is about to import some. */
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
  /** As it was looked at; '' for whichever there is. */
  version: string;
  /** What it held then, where that is known: without it whatever differs by now is a conflict. */
  base: ImportedValues | null;
  /** Of a new record all that the row says, else what it changes. */
  values: ImportedValues;
  /** Names a new record: with it one that was made already is known again. */
  formToken: string;
  /** The person has seen what the change touches elsewhere. */
  isConfirmed: boolean;
}

import type { Fields } from '#server/ports/documents/document-store.ts';
import type { AuditAction } from '#server/domain/audit-actions.ts';
import type { SeedDocument } from './demo-data.ts';

/** Who did something. */
export interface Doer {
  id: string;
  name: string;
}

export interface DemoAct {
  by: Doer;
  at: Date;
  action: AuditAction;
}

/** A record of the database `digitalization` with the audit of everything that was done with it. */
export interface DemoRecord {
  path: string;
  createdAt: Date;
  updatedAt: Date;
  /** As it was created. */
  first: Fields;
  /** As it is now. */
  fields: Fields;
  isActive: boolean;
  entries: SeedDocument[];
}

export function createRecord(path: string, act: DemoAct, fields: Fields): DemoRecord {
  const record: DemoRecord = { path, createdAt: act.at, updatedAt: act.at, first: fields, fields, isActive: true, entries: [] };
  addEntry(record, act, null, fields);
  return record;
}

/** Changes the record and writes the entry, as the portal's own verbs do. `isActive` deletes or restores. */
export function changeRecord(record: DemoRecord, act: DemoAct, { isActive, ...changes }: Fields & { isActive?: boolean }): void {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, record.fields[name] ?? null]));
  const activity = isActive === undefined ? null : { before: { isActive: record.isActive }, after: { isActive } };
  addEntry(record, act, { ...before, ...activity?.before }, { ...changes, ...activity?.after });
  record.fields = { ...record.fields, ...changes };
  record.isActive = isActive ?? record.isActive;
  record.updatedAt = act.at;
}

function addEntry({ path, entries }: DemoRecord, { by, at, action }: DemoAct, beforeData: Fields | null, newData: Fields): void {
  const entry = { user: by.id, userName: by.name, action, targetPath: path, beforeData, newData, at, requestId: '' };
  entries.push({
    database: 'digitalization',
    path: `auditoria/demo-${path.replace('/', '-')}-${entries.length}`,
    data: { ...entry, isActive: true, createdAt: at, updatedAt: at },
    at,
  });
}

/** The record as it is now, with all its entries. */
export function toSeedDocuments({ path, fields, isActive, createdAt, updatedAt, entries }: DemoRecord): SeedDocument[] {
  return [{ database: 'digitalization', path, data: { ...fields, isActive, createdAt, updatedAt }, at: createdAt }, ...entries];
}

import { requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId } from '../../digitized/document-kind.ts';
import { campoText, storedCampos, TOLD_FIELDS } from '../../digitized/document.ts';
import { readType } from '../../digitized/find-types.ts';
import { findNames, isNamedTable, type NamedTable, type Names } from '../../digitized/names.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { formatDay } from '../../domain/dates.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { capitalize } from '../../domain/grammar.ts';
import { formatQuetzales } from '../../domain/money.ts';
import { packageCode } from '../../domain/package-code.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import { readId, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { readValues } from '../../records/record-fields.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { findAuditOf, sideOf, tellCustody } from './document-custody.ts';

/** The record shows so many. */
const SHOWN_MAX = 200;

const TITLES: Readonly<Record<string, string>> = {
  [AUDIT_ACTIONS.digitizedFileCreated]: 'Lo indexó',
  [AUDIT_ACTIONS.digitizedFileUpdated]: 'Lo modificó',
  [AUDIT_ACTIONS.digitizedFileAssigned]: 'Lo asignó',
  [AUDIT_ACTIONS.digitizedFileReturned]: 'Lo devolvió',
  [AUDIT_ACTIONS.digitizedFileArchived]: 'Lo archivó',
  [AUDIT_ACTIONS.digitizedFileSent]: 'Lo envió en un paquete',
  [AUDIT_ACTIONS.digitizedFileReleased]: 'Lo liberó de un paquete',
  [AUDIT_ACTIONS.digitizedFileWithdrawn]: 'Lo retiró con el paquete en que iba',
  [AUDIT_ACTIONS.digitizedFileDeleted]: 'Lo eliminó',
  [AUDIT_ACTIONS.digitizedFileRestored]: 'Lo restauró',
};

/** A field as it was and as it became, as people read it; '' for nothing. */
export interface HistoryChange {
  label: string;
  before: string;
  after: string;
}

export interface HistoryEntry {
  id: string;
  /** ISO text; '' when the entry holds none that can be read. */
  at: string;
  userName: string;
  /** What was done, as a sentence begins. */
  title: string;
  comment: string;
  changes: HistoryChange[];
}

/**
 * What the audit tells of a document, newest first: what was done with it, and where it has been. JSON for the browser.
 * Errors: `forbidden`, `invalid-input`, `not-found`.
 */
export async function findStory(services: Services, { actor, id }: Call & { id: string }) {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  requireVisible(actor, stored);
  const entries = await findAuditOf(store, stored);
  const states = actor.stateNames.documents;
  const [history, custody] = await Promise.all([
    tellHistory(services, stored, entries, states),
    tellCustody(services, stored, entries, states),
  ]);
  return { history, custody, isOfPackage: entries.some(({ data }) => packageThatMade(data) !== '') };
}

/** With the fields that people know. @param entries its audit, oldest first */
async function tellHistory(
  services: Services,
  { data }: StoredDocument,
  entries: readonly StoredDocument[],
  states: readonly StateName[],
): Promise<HistoryEntry[]> {
  const newest = entries.toReversed().slice(0, SHOWN_MAX);
  const type = await readType(services.documents.digitalization, readId(data, 'documentId'));
  const campos = new Map(readExtraFields(type?.data['campos']).map((field) => [field.clave, field]));
  const names = await readNames(services, newest, campos);
  return newest.map((entry) => toEntry(entry, { campos, names, states }));
}

interface Known {
  /** Extra fields of its type. */
  campos: ReadonlyMap<string, ExtraField>;
  names: Names;
  states: readonly StateName[];
}

function toEntry({ id, data }: StoredDocument, known: Known): HistoryEntry {
  const [before, after] = [sideOf(data, 'beforeData'), sideOf(data, 'newData')];
  return {
    id,
    at: readTimestamp(data, 'at') ?? '',
    userName: readText(data, 'userName') || readText(data, 'user') || 'Sin nombre',
    title: titleOf(data),
    comment: readText(after, 'comment'),
    // A new document differs from nothing.
    changes: data['beforeData'] === null ? [] : [...fieldChanges(before, after, known), ...campoChanges(before, after, known)],
  };
}

/** Whoever accepts a package indexes nothing: its sender said what each paper is. */
function titleOf(entry: Fields): string {
  const action = readText(entry, 'action');
  const made = packageThatMade(entry);
  if (made !== '') return `Lo recibió en el paquete ${packageCode(made)}`;
  return TITLES[action] ?? capitalize(action.toLocaleLowerCase('es'));
}

/** Id of the package whose acceptance made the document; '' where the entry tells of anything else. */
function packageThatMade(entry: Fields): string {
  return readText(entry, 'action') === AUDIT_ACTIONS.digitizedFileCreated ? readId(sideOf(entry, 'newData'), 'fromPackaging') : '';
}

function fieldChanges(before: Fields, after: Fields, known: Known): HistoryChange[] {
  const [was, is] = [readValues(TOLD_FIELDS, before), readValues(TOLD_FIELDS, after)];
  return TOLD_FIELDS.map((field) => {
    const [one, other] = [sayField(field, was[field.name], known), sayField(field, is[field.name], known)];
    return { label: field.label, before: one, after: other };
  }).filter((change) => change.before !== change.after);
}

type ToldField = (typeof TOLD_FIELDS)[number];

function sayField({ name, names }: ToldField, value: string, known: Known): string {
  if (value === '') return '';
  if (name === 'status') return nameOfState(value, known.states);
  if (names?.table === 'packages') return packageCode(value);
  return names && isNamedTable(names.table) ? known.names.of(names.table, value) : value;
}

function campoChanges(before: Fields, after: Fields, { campos, names }: Known): HistoryChange[] {
  const [was, is] = [storedCampos(before), storedCampos(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((clave) => {
    const field = campos.get(clave);
    const [one, other] = [sayCampo(field, campoText(was[clave]), names), sayCampo(field, campoText(is[clave]), names)];
    return one === other ? [] : [{ label: field?.etiqueta ?? clave, before: one, after: other }];
  });
}

/** A value as the record shows it. */
function sayCampo(field: ExtraField | undefined, text: string, names: Names): string {
  if (text === '') return '';
  if (field?.tipo === 'moneda') return formatQuetzales(text);
  if (field?.tipo === 'fecha') return formatDay(text) || text;
  return field?.tipo === 'asociado' ? names.of('clientes', text) : text;
}

/** What the ids of all entries are called by now. */
function readNames(services: Services, entries: readonly StoredDocument[], campos: Known['campos']): Promise<Names> {
  const sides = entries.flatMap(({ data }) => [sideOf(data, 'beforeData'), sideOf(data, 'newData')]);
  const asked: Partial<Record<NamedTable, string[]>> = { clientes: sides.flatMap((side) => membersIn(side, campos)) };
  for (const { name, names } of TOLD_FIELDS)
    if (names && isNamedTable(names.table)) (asked[names.table] ??= []).push(...sides.map((side) => readId(side, name)));
  return findNames(services, asked);
}

function membersIn(side: Fields, campos: Known['campos']): string[] {
  return Object.entries(storedCampos(side)).flatMap(([clave, value]) => (campos.get(clave)?.tipo === 'asociado' ? [campoText(value)] : []));
}

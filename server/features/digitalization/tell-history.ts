import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { formatDay } from '../../domain/dates.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { formatQuetzales } from '../../domain/money.ts';
import { packageCode } from '../../domain/package-code.ts';
import { capitalize } from '../../domain/grammar.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import { readId, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { sideOf } from './document-audit.ts';
import { campoText, storedCampos } from '../../digitized/document-values.ts';
import { findNames, type NamedTable, type Names } from '../../digitized/names.ts';
import { readType } from '../../digitized/read-type.ts';
import type { Services } from '../../services.ts';

/** The record shows so many. */
const SHOWN_MAX = 200;

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

/** What was done with a document, newest first, with the fields that people know. @param entries its audit, oldest first */
export async function tellHistory(
  services: Services,
  { data }: StoredDocument,
  entries: readonly StoredDocument[],
  states: readonly StateName[],
): Promise<HistoryEntry[]> {
  const newest = entries.toReversed().slice(0, SHOWN_MAX);
  const type = await readType(services.documents.digitalization, readId(data, 'documentId'));
  const fields = new Map(readExtraFields(type?.data['campos']).map((field) => [field.clave, field]));
  const names: Told = { ...(await readNames(services, newest, fields)), states };
  return newest.map((entry) => toEntry(entry, fields, names));
}

type ExtraFields = ReadonlyMap<string, ExtraField>;

interface Told extends Names {
  states: readonly StateName[];
}

interface KnownField {
  label: string;
  /** Table of what its values are ids of. */
  of?: NamedTable;
  words?: (data: Fields, field: string, told: Told) => string;
}

/** In the order in which they are told. Addresses and fingerprints of files are not among them. */
const KNOWN: Readonly<Record<string, KnownField>> = {
  status: { label: 'Estado', words: (data, field, { states }) => readText(data, field) && nameOfState(readText(data, field), states) },
  userId: { label: 'Asignado a', of: 'usuarios' },
  documentName: { label: 'Nombre' },
  categoryId: { label: 'Categoría', of: 'categorias' },
  documentId: { label: 'Tipo de documento', of: 'tipos_documento' },
  agencyId: { label: 'Agencia', of: 'agencias' },
  agencyFromDoc: { label: 'Agencia de origen', of: 'agencias' },
  ubicacion: { label: 'Lugar del papel' },
  returnReason: { label: 'Motivo de la devolución' },
  fileName: { label: 'Archivo' },
  inPackage: { label: 'En el paquete', words: packageWords },
  fromPackaging: { label: 'Llegó en el paquete', words: packageWords },
};

/** Older programs said only whether there was one. */
function packageWords(data: Fields, field: string): string {
  const id = typeof data[field] === 'boolean' ? '' : readId(data, field);
  return id && packageCode(id);
}

const TITLES: Readonly<Record<string, string>> = {
  [AUDIT_ACTIONS.digitizedFileCreated]: 'Lo indexó',
  [AUDIT_ACTIONS.digitizedFileUpdated]: 'Lo modificó',
  [AUDIT_ACTIONS.digitizedFileAssigned]: 'Lo asignó',
  [AUDIT_ACTIONS.digitizedFileReturned]: 'Lo devolvió',
  [AUDIT_ACTIONS.digitizedFileArchived]: 'Lo archivó',
  [AUDIT_ACTIONS.digitizedFileSent]: 'Lo envió en un paquete',
  [AUDIT_ACTIONS.digitizedFileReleased]: 'Lo liberó de un paquete',
  [AUDIT_ACTIONS.digitizedFileDeleted]: 'Lo eliminó',
  [AUDIT_ACTIONS.digitizedFileRestored]: 'Lo restauró',
};

function toEntry({ id, data }: StoredDocument, fields: ExtraFields, names: Told): HistoryEntry {
  const [before, after] = [sideOf(data, 'beforeData'), sideOf(data, 'newData')];
  const action = readText(data, 'action');
  return {
    id,
    at: readTimestamp(data, 'at') ?? '',
    userName: readText(data, 'userName') || readText(data, 'user') || 'Sin nombre',
    title: TITLES[action] ?? capitalize(action.toLocaleLowerCase('es')),
    comment: readText(after, 'comment'),
    // A new document differs from nothing.
    changes: data['beforeData'] === null ? [] : [...fieldChanges(before, after, names), ...campoChanges(before, after, { fields, names })],
  };
}

function fieldChanges(before: Fields, after: Fields, names: Told): HistoryChange[] {
  return Object.entries(KNOWN).flatMap(([name, field]) => {
    const [was, is] = [shown(before, name, field, names), shown(after, name, field, names)];
    return was === is ? [] : [{ label: field.label, before: was, after: is }];
  });
}

function shown(data: Fields, name: string, { of, words }: KnownField, names: Told): string {
  if (words) return words(data, name, names);
  if (!of) return readText(data, name);
  return names.of(of, readId(data, name));
}

function campoChanges(before: Fields, after: Fields, { fields, names }: { fields: ExtraFields; names: Names }): HistoryChange[] {
  const [was, is] = [storedCampos(before), storedCampos(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((clave) => {
    const field = fields.get(clave);
    const [one, other] = [campoWords(field, campoText(was[clave]), names), campoWords(field, campoText(is[clave]), names)];
    return one === other ? [] : [{ label: field?.etiqueta ?? clave, before: one, after: other }];
  });
}

/** A value as the record shows it. */
function campoWords(field: ExtraField | undefined, text: string, names: Names): string {
  if (text === '') return '';
  if (field?.tipo === 'moneda') return formatQuetzales(text);
  if (field?.tipo === 'fecha') return formatDay(text) || text;
  return field?.tipo === 'asociado' ? names.of('clientes', text) : text;
}

/** What the ids of all entries are called by now. */
function readNames(services: Services, entries: readonly StoredDocument[], fields: ExtraFields): Promise<Names> {
  const sides = entries.flatMap(({ data }) => [sideOf(data, 'beforeData'), sideOf(data, 'newData')]);
  const asked: Partial<Record<NamedTable, string[]>> = { clientes: sides.flatMap((side) => namedCampos(side, fields)) };
  for (const [name, { of }] of Object.entries(KNOWN)) if (of) (asked[of] ??= []).push(...sides.map((side) => readId(side, name)));
  return findNames(services, asked);
}

function namedCampos(side: Fields, fields: ExtraFields): string[] {
  return Object.entries(storedCampos(side)).flatMap(([clave, value]) => (fields.get(clave)?.tipo === 'asociado' ? [campoText(value)] : []));
}

import type { Fields, FieldValue } from '#server/ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { DOCUMENT_STATES, type DocumentState } from '#server/domain/document-states.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import { officeTime, pad, type DemoPerson } from './demo-data.ts';
import { SCAN_EXTENSIONS, type ScanExtension } from './digitalization-vocabulary.ts';
import { changeRecord, createRecord, type DemoAct, type DemoRecord } from './demo-record.ts';
import type { May } from './permission-sets.ts';
import { createRandom, type Random } from './random.ts';

const COUNT = 4_800;
/** The first ones go through clerks and states in turn, so that there is always one of each to look at. */
const IN_TURN = 40;
const DAY_MS = 86_400_000;
const SEED = 35;

export interface DemoType {
  id: string;
  categoryId: string;
  name: string;
  extensions: readonly string[];
  fields: readonly ExtraField[];
}

interface Setting {
  today: Date;
  types: readonly DemoType[];
  /** People who index, each at an agency of their own. */
  clerks: readonly DemoPerson[];
  /** People to whom documents are assigned. */
  holders: readonly DemoPerson[];
  may: May;
}

/** A document whose file is stored when the demo is loaded. */
export interface DemoScan {
  record: DemoRecord;
  name: string;
  type: DemoType;
  extension: ScanExtension;
  clerk: DemoPerson;
}

const REASONS = [
  'Falta la firma del fiador.',
  'La copia del DPI no se lee.',
  'No corresponde al expediente.',
  'Está cortada la última página.',
];
const PLACES = ['Bodega 1, estante 4/B', 'Bodega 2, estante 1/A', 'Archivo central, caja 112', 'Archivo central, caja 97', 'Solo digital'];

/** Documents in every state, with the audit of what was done with each. */
export function makeDigitizedDocuments({ today, types, clerks, holders, may }: Setting): DemoScan[] {
  const random = createRandom(SEED);
  return Array.from({ length: COUNT }, (_none, index) => index + 1).map((number) => {
    const inTurn = number <= IN_TURN ? clerks[(number - 1) % clerks.length] : undefined;
    const type = random.pick(inTurn ? types.filter((one) => may(inTurn, 'create', one)) : types);
    const clerk = inTurn ?? random.pick(clerks.filter((one) => may(one, 'create', type)));
    const name = `${type.name} ${pad(number, 4)}`;
    const at = officeTime(random, today);
    const fields: Fields = {
      documentName: name,
      categoryId: type.categoryId,
      documentId: type.id,
      userId: '',
      userAssign: '',
      agencyId: clerk.agency,
      agencyFromDoc: clerk.agency,
      status: 'INDEXED',
      fromPackaging: '',
      inPackage: '',
      createdBy: clerk.id,
      campos: valuesOf(random, type.fields),
    };
    const creation = { by: clerk, at, action: AUDIT_ACTIONS.digitizedFileCreated };
    const record = createRecord(`documentos/documento-${pad(number, 4)}`, creation, fields);
    const seeing = holders.filter((one) => may(one, 'view', type));
    advanceTo(record, stateOf(random, number), { random, clerk, holders: seeing, today });
    if (number % 97 === 30) changeRecord(record, later(record, clerk, today, AUDIT_ACTIONS.digitizedFileDeleted), { isActive: false });
    const fitting = SCAN_EXTENSIONS.filter((extension) => type.extensions.includes(extension));
    return { record, name, type, extension: random.pick(fitting), clerk };
  });
}

function stateOf(random: Random, number: number): DocumentState {
  if (number <= IN_TURN) return DOCUMENT_STATES[(number - 1) % DOCUMENT_STATES.length] ?? 'INDEXED';
  return random.weighted([
    ['INDEXED', 44],
    ['ASSIGNED', 4],
    ['RETURNED', 1],
    ['ARCHIVED', 51],
  ] as const);
}

interface Life {
  random: Random;
  clerk: DemoPerson;
  holders: readonly DemoPerson[];
  today: Date;
}

/** What was done with a document until it reached a state. */
function advanceTo(record: DemoRecord, state: DocumentState, { random, clerk, holders, today }: Life): void {
  if (state === 'INDEXED') return;
  const holder = random.pick(holders);
  const assigned = { userId: holder.id, userAssign: holder.id, agencyId: holder.agency, status: 'ASSIGNED' };
  changeRecord(record, later(record, clerk, today, AUDIT_ACTIONS.digitizedFileAssigned), assigned);
  const released = { userId: '', userAssign: '', status: state };
  if (state === 'RETURNED') {
    const returned = { ...released, returnReason: random.pick(REASONS) };
    changeRecord(record, later(record, holder, today, AUDIT_ACTIONS.digitizedFileReturned), returned);
  }
  if (state === 'ARCHIVED') {
    const archived = { ...released, ubicacion: random.pick(PLACES) };
    changeRecord(record, later(record, holder, today, AUDIT_ACTIONS.digitizedFileArchived), archived);
  }
}

/** A day after what was done last, but never in the future. */
export function later(record: DemoRecord, by: DemoPerson, today: Date, action: DemoAct['action']): DemoAct {
  return { by, action, at: new Date(Math.min(record.updatedAt.getTime() + DAY_MS, today.getTime())) };
}

/** Optional fields are left empty, as people do. */
function valuesOf(random: Random, fields: readonly ExtraField[]): Fields {
  const values = fields.map((field) => ({ field, value: valueOf(random, field) }));
  return Object.fromEntries(values.filter(({ field }) => field.obligatorio).map(({ field, value }) => [field.clave, value]));
}

function valueOf(random: Random, { tipo, opciones, clave }: ExtraField): FieldValue {
  switch (tipo) {
    case 'numero':
      return random.between(1, 400);
    case 'moneda':
      return random.between(100, 9_000) * 10.5;
    case 'fecha':
      return `2026-0${random.between(1, 9)}-1${random.between(0, 9)}`;
    case 'opcion':
      return random.pick(opciones);
    case 'asociado':
      return `asociado-${pad(random.between(1, 900), 4)}`;
    default:
      return clave === 'dpi'
        ? `23456789${random.between(10_000, 99_999)}`
        : `${clave.slice(0, 3).toUpperCase()}-${random.between(1_000, 9_999)}`;
  }
}

import type { Fields, FieldValue } from '#server/documents/document-store.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#server/domain/audit-actions.ts';
import { DOCUMENT_STATES, type DocumentState } from '#server/domain/document-states.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import type { SeedDocument } from './demo-data.ts';
import { createRandom, type Random } from './random.ts';

const COUNT = 40;
const DAY_MS = 86_400_000;
/** The last of them is deleted. */
const DELETED_EVERY = 30;

interface DocumentType {
  id: string;
  categoryId: string;
  fields: readonly ExtraField[];
}

interface Setting {
  founded: Date;
  /** Who indexed everything. */
  by: { id: string; name: string };
  types: readonly DocumentType[];
}

const NAMES = [
  'Solicitud de crédito',
  'Pagaré',
  'Contrato de cuenta',
  'Copia de DPI',
  'Acta de sesión',
  'Escritura pública',
  'Recibo de luz',
];
const REASONS = ['Falta la firma del fiador.', 'La copia del DPI no se lee.', 'No corresponde al expediente.'];
const PLACES = ['Bodega 1, estante 4/B', 'Archivo central, caja 112', 'Solo digital'];
const HOLDERS = ['demo-editor', 'demo-admin'];
const AGENCIES = ['agencia-01', 'agencia-02', 'agencia-03'];

/** Documents in every state, without files, each with the audit of what was done with it. */
export function makeDigitizedDocuments({ founded, by, types }: Setting): SeedDocument[] {
  const random = createRandom(35);
  return Array.from({ length: COUNT }, (_none, index) => index + 1).flatMap((number) => {
    const state = DOCUMENT_STATES[(number - 1) % DOCUMENT_STATES.length] ?? 'INDEXED';
    const type = random.pick(types);
    const at = new Date(founded.getTime() + number * 5 * DAY_MS);
    const indexed: Fields = {
      ...{ documentName: `${random.pick(NAMES)} ${1_000 + number}`, categoryId: type.categoryId, documentId: type.id },
      ...{ userId: '', userAssign: '', agencyId: 'agencia-01', agencyFromDoc: 'agencia-01', status: 'INDEXED', url: '' },
      ...{
        fromPackaging: '',
        inPackage: '',
        createdBy: by.id,
        campos: valuesOf(random, type.fields),
      },
    };
    const steps = stepsTo(random, state);
    const done = steps.reduce<Fields>((fields, { changes }) => ({ ...fields, ...changes }), indexed);
    const isActive = number % DELETED_EVERY !== 0;
    const path = `documentos/documento-${String(number).padStart(2, '0')}`;
    const entries = [
      entry({ path, by, at, step: 0, action: AUDIT_ACTIONS.digitizedFileCreated, beforeData: null, newData: indexed }),
      ...audited(steps, { path, by, at, indexed, isActive }),
    ];
    const updatedAt = new Date(at.getTime() + entries.length * DAY_MS);
    return [{ database: 'digitalization', path, data: { ...done, isActive, createdAt: at, updatedAt }, at } as const, ...entries];
  });
}

interface Step {
  action: AuditAction;
  changes: Fields;
}

/** What was done with a document until it came into a state. */
function stepsTo(random: Random, state: DocumentState): Step[] {
  const holder = random.pick(HOLDERS);
  const assigned: Step = {
    action: AUDIT_ACTIONS.digitizedFileAssigned,
    changes: { userId: holder, userAssign: holder, agencyId: random.pick(AGENCIES), status: 'ASSIGNED' },
  };
  const released = { userId: '', userAssign: '' };
  const returned: Step = {
    action: AUDIT_ACTIONS.digitizedFileReturned,
    changes: { ...released, status: 'RETURNED', returnReason: random.pick(REASONS) },
  };
  const archived: Step = {
    action: AUDIT_ACTIONS.digitizedFileArchived,
    changes: { ...released, status: 'ARCHIVED', ubicacion: random.pick(PLACES) },
  };
  switch (state) {
    case 'INDEXED':
      return [];
    case 'ASSIGNED':
      return [assigned];
    case 'RETURNED':
      return [assigned, returned];
    case 'ARCHIVED':
      return [assigned, archived];
  }
}

interface Audited {
  path: string;
  by: Setting['by'];
  at: Date;
  indexed: Fields;
  isActive: boolean;
}

function audited(steps: readonly Step[], { path, by, at, indexed, isActive }: Audited): SeedDocument[] {
  let before = indexed;
  const entries = steps.map(({ action, changes }, index) => {
    const beforeData = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null]));
    before = { ...before, ...changes };
    return entry({ path, by, at, step: index + 1, action, beforeData, newData: changes });
  });
  const deleted = { action: AUDIT_ACTIONS.digitizedFileDeleted, beforeData: { isActive: true }, newData: { isActive: false } };
  return isActive ? entries : [...entries, entry({ ...{ path, by, at }, step: steps.length + 1, ...deleted })];
}

interface Entry {
  path: string;
  by: Setting['by'];
  /** When the document was made; each step is a day later. */
  at: Date;
  step: number;
  action: AuditAction;
  beforeData: Fields | null;
  newData: Fields;
}

function entry({ path, by, at, step, action, beforeData, newData }: Entry): SeedDocument {
  const when = new Date(at.getTime() + step * DAY_MS);
  const data = { user: by.id, userName: by.name, action, targetPath: path, beforeData, newData, at: when, requestId: '' };
  return {
    database: 'digitalization',
    path: `auditoria/demo-${path.replace('/', '-')}-${step}`,
    data: { ...data, isActive: true, createdAt: when, updatedAt: when },
    at: when,
  };
}

/** What is not obligatory is left empty, as people do. */
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
      return `asociado-${String(random.between(1, 900)).padStart(4, '0')}`;
    default:
      return clave === 'dpi'
        ? `23456789${random.between(10_000, 99_999)}`
        : `${clave.slice(0, 3).toUpperCase()}-${random.between(1_000, 9_999)}`;
  }
}

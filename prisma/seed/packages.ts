import type { Fields } from '#server/documents/document-store.ts';
import { documentIdOf } from '#server/documents/document-id.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#server/domain/audit-actions.ts';
import { packageCode } from '#server/domain/package-code.ts';
import { ARRIVED, type PackageState, type Verdict } from '#server/domain/package-states.ts';
import type { SeedDocument } from './demo-data.ts';

const DAY_MS = 86_400_000;
const FROM_AGENCY = 'agencia-01';
const NAMES = ['Pagaré', 'Solicitud de crédito', 'Contrato de cuenta', 'Copia de DPI', 'Carta de saldo'];

interface DemoPackage {
  status: PackageState;
  agencyId: string;
  /** What was found of each line; '' before anybody looked. */
  verdicts: readonly Verdict[];
  note?: string;
  rejectReason?: string;
}

const PACKAGES: readonly DemoPackage[] = [
  { status: 'ENTERED', agencyId: 'agencia-02', verdicts: ['', '', ''], note: 'Expediente completo del crédito 1042.' },
  { status: 'ENTERED', agencyId: '', verdicts: [''] },
  { status: 'SENT', agencyId: 'agencia-02', verdicts: ['', '', '', '', ''], note: 'Llevan copia en papel.' },
  { status: 'SENT', agencyId: 'agencia-03', verdicts: ['', ''] },
  { status: 'ACCEPTED', agencyId: 'agencia-02', verdicts: ['RECEIVED', 'RECEIVED', 'MISSING', 'DAMAGED', 'RECEIVED'] },
  { status: 'ACCEPTED', agencyId: 'agencia-03', verdicts: ['RECEIVED', 'RECEIVED'] },
  { status: 'REJECTED', agencyId: 'agencia-02', verdicts: ['', ''], rejectReason: 'Los papeles son de otra agencia.' },
];

interface Setting {
  founded: Date;
  /** Who sends and receives everything. */
  by: { id: string; name: string };
  types: readonly { id: string; categoryId: string }[];
}

/** Packages of papers in every state, the documents that came of the accepted ones, and the audit of each. */
export function makePackages({ founded, by, types }: Setting): SeedDocument[] {
  return PACKAGES.flatMap((demo, index) => {
    const id = `paquete-${String(index + 1).padStart(2, '0')}`;
    const at = new Date(founded.getTime() + (200 + index) * DAY_MS);
    const lines = demo.verdicts.map((verdict, place): DemoLine => {
      const type = types[(index + place) % types.length] ?? { id: '', categoryId: '' };
      const name = `${NAMES[(index + place) % NAMES.length]} ${2_000 + index * 10 + place}`;
      const arrived = demo.status === 'ACCEPTED' && ARRIVED.includes(verdict);
      return { ...{ verdict, type, name, lineId: String(place + 1) }, documentId: arrived ? documentIdOf(`${id}\n${place + 1}`) : '' };
    });
    return [...packageOf(demo, { id, at, by, lines }), ...lines.flatMap((line) => documentOf(line, demo, { id, at, by }))];
  });
}

interface DemoLine {
  verdict: Verdict;
  type: { id: string; categoryId: string };
  name: string;
  lineId: string;
  documentId: string;
}

interface Place {
  id: string;
  at: Date;
  by: Setting['by'];
}

function packageOf(
  { status, agencyId, note = '', rejectReason = '' }: DemoPackage,
  { id, at, by, lines }: Place & { lines: readonly DemoLine[] },
): SeedDocument[] {
  const path = `PACKAGES/${id}`;
  const draft: Fields = {
    ...{ from: by.id, agencyId, userAssign: '', needReassign: false, note, digitalizationId: '', status: 'ENTERED', sended: false },
    detailOfPackage: lines.map(({ lineId, name, type, documentId, verdict }) => ({
      ...{ lineId, document: name, digitalizationId: documentId, verdict, note: '', checkedBy: verdict && by.id },
      ...{ digitalizationCategory: { id: type.categoryId }, digitalizationDocument: { id: type.id } },
    })),
  };
  const fromUser = { ...by, agency: FROM_AGENCY };
  const sent: Fields = { status: 'SENT', sended: true, sendedAt: later(at, 1), fromUser, code: packageCode(id) };
  const resolved: Fields = { status, resolutionAt: later(at, 3), resolvedBy: by.id, ...(status === 'REJECTED' && { rejectReason }) };
  const steps: readonly (readonly [AuditAction, Fields])[] = [
    [AUDIT_ACTIONS.packageCreated, draft],
    ...(status === 'ENTERED' ? [] : ([[AUDIT_ACTIONS.packageSent, sent]] as const)),
    ...(status === 'ACCEPTED' ? ([[AUDIT_ACTIONS.packageReceived, resolved]] as const) : []),
    ...(status === 'REJECTED' ? ([[AUDIT_ACTIONS.packageRejected, resolved]] as const) : []),
  ];
  const data = Object.assign({}, ...steps.map(([, changes]) => changes)) as Fields;
  const entries = steps.map(([action, newData], step) =>
    entry({ action, targetPath: path, beforeData: step === 0 ? null : {}, newData, step }, { id, at, by }),
  );
  return [{ database: 'digitalization', path, data: { ...data, ...generic(at, later(at, steps.length)) }, at }, ...entries];
}

function documentOf({ documentId, name, type }: DemoLine, { agencyId }: DemoPackage, { id, at, by }: Place): SeedDocument[] {
  if (documentId === '') return [];
  const made = later(at, 3);
  const path = `documentos/${documentId}`;
  const data: Fields = {
    ...{ documentName: name, categoryId: type.categoryId, documentId: type.id, status: 'ASSIGNED', url: '', campos: {} },
    ...{ userId: by.id, userAssign: by.id, agencyId, agencyFromDoc: FROM_AGENCY, fromPackaging: id, inPackage: '', createdBy: by.id },
  };
  return [
    { database: 'digitalization', path, data: { ...data, ...generic(made, made) }, at: made },
    entry(
      { action: AUDIT_ACTIONS.digitizedFileCreated, targetPath: path, beforeData: null, newData: data, step: 3 },
      { id: documentId, at, by },
    ),
  ];
}

interface Entry {
  action: AuditAction;
  targetPath: string;
  beforeData: Fields | null;
  newData: Fields;
  /** Days after the package was begun. */
  step: number;
}

function entry({ step, ...told }: Entry, { id, at, by }: Place): SeedDocument {
  const when = later(at, step);
  const data = { ...told, user: by.id, userName: by.name, at: when, requestId: '', ...generic(when, when) };
  return { database: 'digitalization', path: `auditoria/demo-${id}-${step}`, data, at: when };
}

function generic(createdAt: Date, updatedAt: Date): Fields {
  return { isActive: true, createdAt, updatedAt };
}

function later(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

import { documentIdOf } from '#server/platform/document-id.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { packageCode } from '#server/domain/package-code.ts';
import { pad, type DemoPerson } from './demo-data.ts';
import { changeRecord, createRecord, type DemoRecord } from './demo-record.ts';
import { later, type DemoScan, type DemoType } from './digitized-documents.ts';
import type { May } from './permission-sets.ts';
import { createRandom, type Random } from './random.ts';

const SEED = 38;
const DAY_MS = 86_400_000;
/** 60 packages: the first of each kind in front, and 200 documents without a file, eight papers of each of 25. */
const FATES: readonly Fate[] = [
  'draft',
  'draft',
  'sent',
  'sent',
  'accepted',
  'accepted',
  'rejected',
  ...repeat('draft', 6),
  ...repeat('cancelled', 2),
  ...repeat('sent', 10),
  ...repeat('rejected', 5),
  ...repeat('accepted', 23),
  ...repeat('reassigned', 7),
];
/** Papers of a package; every fifth accepted one has another that got lost, and one that is damaged. */
const PAPERS: Readonly<Record<Fate, number>> = { draft: 4, cancelled: 2, sent: 5, rejected: 3, accepted: 8, reassigned: 0 };
const LOSSY = 5;
/** The number of the package whose sender has not yet looked at what was lost. */
const UNSEEN = 5;
/** The first two are the administrator's; the second has no destination yet. */
const UNFINISHED = 2;
const DOCUMENTS = 3;
const NOTES = ['Expedientes de la semana.', 'Faltaba enviar desde el lunes.', ''];
const REJECTIONS = ['Llegó abierto y mojado.', 'Es de otra agencia.'];

type Fate = 'accepted' | 'cancelled' | 'draft' | 'reassigned' | 'rejected' | 'sent';

interface Setting {
  today: Date;
  types: readonly DemoType[];
  administrator: DemoPerson;
  /** One of each agency: each sends to the next. */
  clerks: readonly DemoPerson[];
  /** Some of them travel in packages. */
  scans: readonly DemoScan[];
  may: May;
}

type DemoLine = {
  lineId: string;
  document: string;
  digitalizationId: string;
  digitalizationCategory: { id: string };
  digitalizationDocument: { id: string };
};

interface Making extends Setting {
  random: Random;
  record: DemoRecord;
  lines: readonly DemoLine[];
  sender: DemoPerson;
  receiver: DemoPerson;
  number: number;
}

/** Packages between agencies in every state, the documents that were made of their papers, and the audit of both. */
export function makePackages(setting: Setting): DemoRecord[] {
  const { today, clerks, administrator, may } = setting;
  const random = createRandom(SEED);
  const free = setting.scans.filter(({ record }) => record.isActive && record.fields['status'] === 'INDEXED');
  return FATES.flatMap((fate, index) => {
    const number = index + 1;
    const sender = number <= UNFINISHED ? administrator : pickAt(clerks, index);
    const receiver = pickAt(clerks, index + 1);
    // Packages under way left in the last days, all others before.
    const age = fate === 'sent' ? 1 + (index % 6) : fate === 'draft' ? index % 5 : 10 + index * 4;
    const at = new Date(today.getTime() - age * DAY_MS - 3_600_000);
    const seenByBoth = ({ type }: DemoScan) => may(sender, 'view', type) && may(receiver, 'view', type);
    const own =
      fate === 'reassigned' || (fate === 'sent' && number % 4 === 0) ? pickDocuments(free, { sender, at, admits: seenByBoth }) : [];
    const sendable = setting.types.filter((type) => may(sender, 'create', type) && may(receiver, 'view', type));
    const papers = PAPERS[fate] + Number(fate === 'accepted' && number % LOSSY === 0);
    const lines =
      own.length > 0 ? own.map(lineOfDocument) : Array.from({ length: papers }, (_none, line) => lineOfPaper(random, sendable, line));
    const agencyId = number === UNFINISHED ? '' : receiver.agency;
    const creation = { by: sender, at, action: AUDIT_ACTIONS.packageCreated };
    const record = createRecord(`PACKAGES/paquete-${pad(number, 2)}`, creation, {
      from: sender.id,
      agencyId,
      userAssign: agencyId !== '' && number % 2 === 1 ? receiver.id : '',
      status: 'ENTERED',
      sended: false,
      needReassign: own.length > 0,
      digitalizationId: '',
      note: random.pick(NOTES),
      detailOfPackage: lines,
    });
    return [record, ...applyFate(fate, own, { ...setting, random, record, lines, sender, receiver, number })];
  });
}

/** @returns the documents that it made */
function applyFate(fate: Fate, own: readonly DemoScan[], making: Making): DemoRecord[] {
  const { record, lines, sender, receiver, today, random, number } = making;
  if (fate === 'draft') return [];
  if (fate === 'cancelled') {
    changeRecord(record, later(record, sender, today, AUDIT_ACTIONS.packageCancelled), { isActive: false });
    return [];
  }
  send(own, making);
  if (fate === 'sent') return [];
  const resolved = { resolutionAt: later(record, receiver, today, AUDIT_ACTIONS.packageReceived).at, resolvedBy: receiver.id };
  if (fate === 'rejected') {
    const rejected = { ...resolved, status: 'REJECTED', rejectReason: random.pick(REJECTIONS) };
    changeRecord(record, later(record, receiver, today, AUDIT_ACTIONS.packageRejected), rejected);
    return [];
  }
  const made = fate === 'reassigned' ? [] : accept(making, resolved);
  if (fate === 'reassigned') reassign(own, making, resolved);
  if (lines.length > PAPERS.accepted && number !== UNSEEN) {
    const seen = later(record, sender, today, AUDIT_ACTIONS.packageDifferencesSeen);
    changeRecord(record, seen, { differencesSeenAt: seen.at });
  }
  return made;
}

function send(own: readonly DemoScan[], { record, sender }: Making): void {
  const id = idOf(record);
  const at = new Date(record.createdAt.getTime() + 1_800_000);
  changeRecord(
    record,
    { by: sender, at, action: AUDIT_ACTIONS.packageSent },
    {
      status: 'SENT',
      sended: true,
      sendedAt: at,
      code: packageCode(id),
      fromUser: { id: sender.id, name: sender.name, agency: sender.agency },
    },
  );
  for (const scan of own) changeRecord(scan.record, { by: sender, at, action: AUDIT_ACTIONS.digitizedFileSent }, { inPackage: id });
}

function accept({ record, lines, sender, receiver, today }: Making, resolved: Fields): DemoRecord[] {
  const id = idOf(record);
  const reception = later(record, receiver, today, AUDIT_ACTIONS.packageReceived);
  const made: DemoRecord[] = [];
  const checkedLines = lines.map((line, index) => {
    const arrived = index < PAPERS.accepted;
    const isDamaged = index === 3 && lines.length > PAPERS.accepted;
    const found = isDamaged
      ? { verdict: 'DAMAGED', note: 'Mojado en una esquina.' }
      : { verdict: arrived ? 'RECEIVED' : 'MISSING', note: '' };
    const checked = { ...line, ...found, checkedBy: receiver.id, checkedAt: reception.at };
    if (!arrived) return checked;
    const documentId = documentIdOf(JSON.stringify(['documentos', id, line.lineId]));
    made.push(
      createRecord(
        `documentos/${documentId}`,
        { ...reception, action: AUDIT_ACTIONS.digitizedFileCreated },
        {
          documentName: line.document,
          categoryId: line.digitalizationCategory.id,
          documentId: line.digitalizationDocument.id,
          userId: receiver.id,
          userAssign: receiver.id,
          status: 'ASSIGNED',
          url: '',
          campos: {},
          agencyId: receiver.agency,
          agencyFromDoc: sender.agency,
          fromPackaging: id,
          inPackage: '',
          createdBy: sender.id,
        },
      ),
    );
    return { ...checked, digitalizationId: documentId };
  });
  changeRecord(record, reception, { ...resolved, status: 'ACCEPTED', detailOfPackage: checkedLines });
  return made;
}

function reassign(own: readonly DemoScan[], { record, lines, sender, receiver, today }: Making, resolved: Fields): void {
  const reception = later(record, receiver, today, AUDIT_ACTIONS.packageReceived);
  const checkedLines = lines.map((line) => ({ ...line, verdict: 'RECEIVED', note: '', checkedBy: receiver.id, checkedAt: reception.at }));
  for (const scan of own) {
    changeRecord(
      scan.record,
      { ...reception, action: AUDIT_ACTIONS.digitizedFileAssigned },
      {
        userId: receiver.id,
        userAssign: receiver.id,
        status: 'ASSIGNED',
        inPackage: '',
        agencyId: receiver.agency,
        agencyFromDoc: sender.agency,
        fromPackaging: idOf(record),
      },
    );
  }
  changeRecord(record, reception, { ...resolved, status: 'ACCEPTED', detailOfPackage: checkedLines });
}

/** Documents at the sender's agency at that time, each in one package only; the first ones of the demo stay free. */
function pickDocuments(
  free: DemoScan[],
  { sender, at, admits }: { sender: DemoPerson; at: Date; admits: (scan: DemoScan) => boolean },
): DemoScan[] {
  const fitting = free
    .filter((scan) => scan.record.fields['agencyId'] === sender.agency && scan.record.updatedAt < at && admits(scan))
    .slice(-DOCUMENTS);
  for (const scan of fitting) free.splice(free.indexOf(scan), 1);
  return fitting;
}

function lineOfDocument({ record: { path }, name, type }: DemoScan, index: number): DemoLine {
  return { ...lineOf(type, index), document: name, digitalizationId: path.slice('documentos/'.length) };
}

function lineOfPaper(random: Random, types: readonly DemoType[], index: number): DemoLine {
  const type = random.pick(types);
  return { ...lineOf(type, index), document: `${type.name} ${random.between(5_000, 9_999)}`, digitalizationId: '' };
}

function lineOf({ id, categoryId }: DemoType, index: number): Omit<DemoLine, 'digitalizationId' | 'document'> {
  return { lineId: String(index + 1), digitalizationCategory: { id: categoryId }, digitalizationDocument: { id } };
}

function idOf({ path }: DemoRecord): string {
  return path.slice('PACKAGES/'.length);
}

function pickAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function repeat<Item extends string>(item: Item, times: number): Item[] {
  return Array.from({ length: times }, () => item);
}

import { documentIdOf, isDocumentId } from '../../platform/document-id.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { documentKind, DOCUMENTS_COLLECTION, readDocument } from '../../digitized/document-kind.ts';
import { personName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import { readRequiredText } from '../../digitized/written-text.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { packageCode } from '../../domain/package-code.ts';
import { ARRIVED, PACKAGE_TEXT_MAX, STEP_RULES } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { countOf } from '../../domain/text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { entriesAsStored } from '../../read-model/field-readers.ts';
import { act, each, type Decision, type Further, type Reader } from '../../records/act.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { readLineDocuments, readDocumentsInPackage, releaseFromPackage } from './carried-documents.ts';
import { requirePackages, requireReceiver, requireStep, type StepCall } from './package-access.ts';
import { linesWithIds, PACKAGE_KIND, readLines, RECEIVED_KIND, type PackageFacts, type PackageLine } from './package.ts';
import { receiptChanges, type ReceiptCall } from './receipt.ts';

/**
 * Accepts a sent package once every line has a verdict (docs/specification.md section 4); what the form says of the lines is noted first.
 * What arrived goes to the person to whom it is addressed, or else to whoever accepts. For papers (needReassign false) a document each is
 * created, whose id follows from package and line; existing documents get their new holder. Documents that did not arrive stay with their
 * holder, freed from the package.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state and who resolved it, or with what others noted of its lines meanwhile
 * (receipt.ts), `invalid-input` saying how many lines lack a verdict, or naming person and type where the new holder may not view it.
 */
export async function acceptPackage(services: Services, { id, receipt, ...call }: ReceiptCall): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'receiver', 'change');
  const at = new Date();
  const decide = async (record: StoredDocument, reader: Reader): Promise<Decision> => {
    const facts = await requireReceiver(services, actor, 'accept', record);
    const noted = await receiptChanges(services, record.data, receipt, actor, at);
    const data = { ...record.data, ...noted };
    const lines = readLines(data);
    requireVerdicts(lines);
    const arrived = lines.filter(({ verdict }) => ARRIVED.includes(verdict));
    const holder = await loadHolder(services, facts, actor);
    const resolved = { ...noted, status: STEP_RULES.accept.to, resolutionAt: at, resolvedBy: actor.id };
    if (facts.needReassign) {
      const documents = await readLineDocuments(reader, lines);
      const handed = requireArrivedDocuments(facts, arrived, documents);
      await requireViewer(
        services,
        holder,
        handed.map(({ data: one }) => readDocument(one)),
      );
      return {
        changes: resolved,
        further: [...handed.map((one) => assignToHolder(one, facts, holder)), ...releaseNotArrived(documents, handed, facts.id)],
      };
    }
    await requireViewer(services, holder, arrived);
    const documentIds = new Map(arrived.map(({ lineId }) => [lineId, documentIdOf(JSON.stringify([DOCUMENTS_COLLECTION, id, lineId]))]));
    const detailOfPackage = linesWithIds(data).map(({ lineId, stored }) =>
      documentIds.has(lineId) ? { ...stored, lineId, digitalizationId: documentIds.get(lineId) ?? '' } : stored,
    );
    // The ids follow from package and line: a document that exists already was made of the same line.
    const existingIds = new Set(
      (await reader.getMany([...documentIds.values()].map((one) => `${DOCUMENTS_COLLECTION}/${one}`))).map((one) => one?.id),
    );
    const further = arrived.flatMap((line) => {
      const documentId = documentIds.get(line.lineId) ?? '';
      return existingIds.has(documentId) ? [] : [newDocument(documentId, line, facts, holder)];
    });
    return { changes: { ...resolved, detailOfPackage: entriesAsStored(data['detailOfPackage'], detailOfPackage) }, further };
  };
  const action = AUDIT_ACTIONS.packageReceived;
  await act(services, RECEIVED_KIND, { ...call, action, ids: [id], words: ['accept'] }, each(decide));
}

function requireVerdicts(lines: readonly PackageLine[]): void {
  const open = lines.filter(({ verdict }) => verdict === '').length;
  if (open === 0) return;
  throw invalidFields({ verdicts: [`Falta revisar ${countOf(open, 'línea', 'líneas')} de ${lines.length}.`] }, 'problems');
}

/** The future holder of what arrived, loaded as for their own next request. */
async function loadHolder(services: Services, { userAssign }: PackageFacts, actor: Staff): Promise<Staff> {
  if (userAssign === '' || userAssign === actor.id) return actor;
  const person = isDocumentId(userAssign) ? await loadStaff(services, { uid: userAssign, sessionId: '' }) : null;
  if (person) return person;
  throw holderError(`El paquete es para «${await personName(services, userAssign)}», que no existe o está desactivado.`);
}

async function requireViewer(
  services: Services,
  holder: Staff,
  types: readonly { categoryId: string; documentId: string }[],
): Promise<void> {
  const problem = await viewProblem(services, holder, types);
  if (problem) throw holderError(`${problem}, y no puede quedar a su cargo.`);
}

function holderError(sentence: string) {
  return invalidFields({ userAssign: [`${sentence} Rechace el paquete o pida que se cambien sus permisos.`] }, 'problems');
}

/** The documents that arrived. Other programs may have deleted one on the way, or put it into another package. */
function requireArrivedDocuments(
  facts: PackageFacts,
  arrived: readonly PackageLine[],
  documents: readonly StoredDocument[],
): StoredDocument[] {
  const known = new Map(documents.map((document) => [document.id, document]));
  for (const { document, digitalizationId } of arrived) {
    const stored = known.get(digitalizationId);
    const currentPackageId = stored ? readDocument(stored.data).inPackage : '';
    if (stored && (currentPackageId === '' || currentPackageId === facts.id)) continue;
    const obstacle = stored ? `va en el paquete ${packageCode(currentPackageId)}` : 'ya no existe';
    throw new AppError('conflict', `a document of package ${facts.id} is not there any more`, {
      userMessage: `El documento «${document || digitalizationId}» ${obstacle}: márquelo como «No corresponde».`,
      details: { reason: 'document' },
    });
  }
  const arriving = new Set(arrived.map(({ digitalizationId }) => digitalizationId));
  return documents.filter((document) => arriving.has(document.id));
}

function assignToHolder(
  document: StoredDocument,
  { id, agencyId, from_agency: agencyFromDoc }: PackageFacts,
  { id: holder }: Staff,
): Further {
  const changes = { userId: holder, userAssign: holder, status: 'ASSIGNED', inPackage: '', agencyId, agencyFromDoc, fromPackaging: id };
  return { action: AUDIT_ACTIONS.digitizedFileAssigned, document, changes, read: documentKind().read };
}

function releaseNotArrived(documents: readonly StoredDocument[], handed: readonly StoredDocument[], packageId: string): Further[] {
  return documents.filter((one) => !handed.includes(one) && readDocument(one.data).inPackage === packageId).map(releaseFromPackage);
}

/** The sender counts as its creator, so that a return brings it back to them. */
function newDocument(id: string, line: PackageLine, facts: PackageFacts, { id: holder }: Staff): Further {
  const { document: documentName, categoryId, documentId } = line;
  return {
    action: AUDIT_ACTIONS.digitizedFileCreated,
    path: `${DOCUMENTS_COLLECTION}/${id}`,
    read: documentKind().read,
    fields: {
      documentName,
      categoryId,
      documentId,
      userId: holder,
      userAssign: holder,
      status: 'ASSIGNED',
      url: '',
      campos: {},
      agencyId: facts.agencyId,
      agencyFromDoc: facts.from_agency,
      fromPackaging: facts.id,
      inPackage: '',
      createdBy: facts.from,
    },
  };
}

/**
 * Sends a package back with a reason: its documents stay with their holders, freed from it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `reason`.
 */
export async function rejectPackage(services: Services, { id, reason, ...call }: StepCall & { reason: string }): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'receiver', 'change');
  const at = new Date();
  const target = { ...call, ids: [id], action: AUDIT_ACTIONS.packageRejected, words: ['reject', reason] };
  await act(
    services,
    RECEIVED_KIND,
    target,
    each(async (record, reader) => {
      const facts = await requireReceiver(services, actor, 'reject', record);
      const text = { name: 'reason', label: 'El motivo', max: PACKAGE_TEXT_MAX.reason, missing: 'Escriba por qué se rechaza.' };
      const rejectReason = readRequiredText(reason, text);
      const changes = { status: STEP_RULES.reject.to, resolutionAt: at, resolvedBy: actor.id, rejectReason };
      return { changes, further: (await readDocumentsInPackage(reader, facts)).map(releaseFromPackage) };
    }),
  );
}

/**
 * Notes that the sender knows what did not arrive as sent: the package leaves their tray.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function acknowledgeDifferences(services: Services, { id, ...call }: StepCall): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'sender');
  const at = new Date();
  const target = { ...call, action: AUDIT_ACTIONS.packageDifferencesSeen, ids: [id], words: ['seen'] };
  const decide = each((record) => {
    requireStep(actor, 'seen', record);
    return { changes: { differencesSeenAt: at } };
  });
  await act(services, PACKAGE_KIND, target, decide);
}

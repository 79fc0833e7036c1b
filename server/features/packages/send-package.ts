import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { can, canSee } from '../../domain/document-permissions.ts';
import { isForeignState } from '../../domain/document-states.ts';
import { packageCode } from '../../domain/package-code.ts';
import { AppError } from '../../domain/errors.ts';
import { PACKAGE_LINES_MAX, STEP_RULES } from '../../domain/package-states.ts';
import { menuName } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { typeName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readBoolean, readId, readText } from '../../read-model/field-readers.ts';
import { act, each, type Decision, type Reader } from '../../records/act.ts';
import { isActive } from '../../records/content-version.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { isEligible, findHolderCandidates, screenProblem } from '../../digitized/find-holder-candidates.ts';
import { bindToPackage, readLineDocuments, readDocumentsInPackage, withdrawFromPackage } from './carried-documents.ts';
import { findPackageOfForm, isSaved, readDraftFor, saveDraft, type SaveDraftCall } from './drafts.ts';
import { RECEPTION } from './find-choices.ts';
import { isBeingChecked, requirePackages, requireStep, type StepCall } from './package-access.ts';
import { PACKAGE_KIND, readPackage, type PackageFacts, type PackageLine } from './package.ts';
import type { Problems } from './read-draft.ts';

const SEND_WORDS = ['send'] as const;

/**
 * Sends a draft: nobody edits it from then on, and its destination accepts or rejects it. The documents that it hands over are bound to it
 * until then, each with an audit entry, in the same transaction.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` by control (`agencyId`, `userAssign`, `lines`,
 * `line.N.…`).
 */
export async function sendPackage(services: Services, { actor, requestId, id, formToken }: StepCall): Promise<void> {
  requirePackages(actor, 'sender', 'change');
  const decide = async (record: StoredDocument, reader: Reader): Promise<Decision> => {
    const { problems, documents } = await checkSend(services, actor, requireStep(actor, 'send', record), reader);
    requireNone(problems);
    return { changes: sentFields(actor, id), further: documents.map((document) => bindToPackage(document, id)) };
  };
  const action = AUDIT_ACTIONS.packageSent;
  await act(services, PACKAGE_KIND, { actor, requestId, action, ids: [id], formToken, words: SEND_WORDS }, each(decide));
}

function sentFields({ id: sender, name, agencyId }: Staff, id: string): Fields {
  return {
    status: 'SENT',
    sended: true,
    sendedAt: new Date(),
    fromUser: { id: sender, name, agency: agencyId },
    code: packageCode(id),
  };
}

/**
 * Takes back a sent package that its receiver has not begun to check: it becomes a draft of its sender again, and its documents are freed
 * from it (docs/decisions/092-work-reaches-who-can-do-it.md).
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, or because it is being checked.
 */
export async function withdrawPackage(services: Services, { id, ...call }: StepCall): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'sender', 'change');
  const withdrawnAt = new Date();
  const decide = async (record: StoredDocument, reader: Reader): Promise<Decision> => {
    const facts = requireStep(actor, 'withdraw', record);
    requireUnchecked(facts);
    const changes = { status: STEP_RULES.withdraw.to, sended: false, sendedAt: null, withdrawnAt, withdrawnFrom: facts.agencyId };
    return { changes, further: (await readDocumentsInPackage(reader, facts)).map(withdrawFromPackage) };
  };
  await act(services, PACKAGE_KIND, { ...call, action: AUDIT_ACTIONS.packageWithdrawn, ids: [id], words: ['withdraw'] }, each(decide));
}

function requireUnchecked(facts: PackageFacts): void {
  if (!isBeingChecked(facts)) return;
  const { id, code, status, isActive: active } = facts;
  throw new AppError('conflict', `package ${id} is being checked`, {
    userMessage: `El paquete ${code} ya se está revisando en su destino: no se puede retirar. Pida que lo rechacen si no debe quedarse ahí.`,
    details: { reason: 'checked', status, isActive: active },
  });
}

/**
 * Saves a draft and sends it, as a save with any state but a draft's asks for (docs/specification.md section 4). If it cannot be sent,
 * nothing is saved. If the connection is lost between the two, the draft exists, and the same form sent again sends it.
 * Errors: those of saveDraft and sendPackage.
 */
export async function saveAndSend(services: Services, call: SaveDraftCall): Promise<{ id: string }> {
  requirePackages(call.actor, 'sender', 'change');
  const sent = await findSent(services, call);
  if (sent !== null) return { id: sent };
  try {
    return await sendDraft(services, call);
  } catch (error) {
    // The same form, sent before without getting an answer, may have finished meanwhile.
    const sentMeanwhile = error instanceof AppError && error.code === 'conflict' ? await findSent(services, call) : null;
    if (sentMeanwhile === null) throw error;
    return { id: sentMeanwhile };
  }
}

async function sendDraft(services: Services, call: SaveDraftCall): Promise<{ id: string }> {
  const { actor, requestId, formToken } = call;
  const draft = await readDraftFor(services, call);
  const facts = readPackage({ id: call.id ?? '', data: { ...PACKAGE_KIND.toStored?.(draft, {}), status: 'ENTERED' } });
  const { problems } = await checkSend(services, actor, facts, services.documents.digitalization);
  requireNone(problems);
  const { id } = await saveDraft(services, call);
  await sendPackage(services, { actor, requestId, id, formToken });
  return { id };
}

/** The package that this form has already sent, if any; with other values it counts as another act. */
async function findSent(services: Services, call: SaveDraftCall): Promise<string | null> {
  const { actor, formToken } = call;
  const existing = await findPackageOfForm(services, call);
  if (!existing) return null;
  const entryId = auditIdOf({ actor, id: existing.id, formToken }, SEND_WORDS);
  const entry = await services.documents.digitalization.get(`${AUDIT_COLLECTION}/${entryId}`);
  return entry && (await isSaved(services, call, existing)) ? existing.id : null;
}

function requireNone(problems: Problems): void {
  if (Object.keys(problems).length === 0) return;
  const sentences = [...new Set(Object.values(problems).flat())];
  throw invalidFields(problems, `El paquete no se puede enviar todavía. ${sentences.slice(0, 3).join(' ')}`);
}

interface SendCheck {
  /** Sentences by control; empty when it can be sent. */
  problems: Problems;
  /** The documents that it hands over, as they are now. */
  documents: readonly StoredDocument[];
}

/**
 * Why a package cannot be sent (docs/decisions/037-packages.md). Agencies and people are in the other database, which no transaction spans;
 * lines, types and documents are read by `reader`.
 */
export async function checkSend(services: Services, actor: Staff, facts: PackageFacts, reader: Reader): Promise<SendCheck> {
  const problems: Problems = {};
  const { detailOfPackage: lines, needReassign } = facts;
  if (lines.length === 0) problems['lines'] = ['Agregue al menos una línea.'];
  if (lines.length > PACKAGE_LINES_MAX) problems['lines'] = [`Un paquete lleva hasta ${PACKAGE_LINES_MAX} líneas.`];
  const documents = needReassign ? new Map((await readLineDocuments(reader, lines)).map((document) => [document.id, document])) : null;
  const lineProblems: Problems = {};
  if (documents) checkDocuments(actor, lines, documents, lineProblems);
  else await checkPapers({ services, actor, reader }, lines, lineProblems);
  const types = typesIn(lines, documents);
  // Whether somebody could take all of it is checked only once the lines are right.
  const destination = await agencyProblem(services, actor, facts, Object.keys(lineProblems).length === 0 ? types : []);
  if (destination) problems['agencyId'] = [destination];
  Object.assign(problems, lineProblems);
  const person = await personProblem(services, facts, types);
  if (person) problems['userAssign'] = [person];
  return { problems, documents: documents ? [...documents.values()] : [] };
}

type Types = readonly Pick<PackageLine, 'categoryId' | 'documentId'>[];

/** Types of documents as they are now, of papers as their lines say. */
function typesIn(lines: readonly PackageLine[], documents: ReadonlyMap<string, StoredDocument> | null): Types {
  const types = lines.map((line) => {
    const stored = documents?.get(line.digitalizationId);
    return stored ? readDocument(stored.data) : line;
  });
  return types.filter(({ documentId }) => documentId !== '');
}

async function agencyProblem(
  services: Services,
  actor: Staff,
  { agencyId, userAssign }: PackageFacts,
  types: Types,
): Promise<string | null> {
  if (agencyId === '') return 'Elija la agencia de destino.';
  if (agencyId === actor.agencyId) return 'El destino es su propia agencia. Elija otra.';
  const agency = isDocumentId(agencyId) ? await services.documents.main.get(`agencias/${agencyId}`) : null;
  const inUse = agency && isActive(agency.data) && readBoolean(agency.data, 'estado', true);
  if (!inUse) return 'La agencia de destino no existe o está inactiva. Elija otra.';
  const name = readText(agency.data, 'nombre') || agencyId;
  const receivers = (await findHolderCandidates(services, { types, menus: [RECEPTION], agencyId })).filter(({ works }) => works);
  const [first] = receivers;
  if (!first) return `En «${name}» nadie recibe paquetes: no hay quien pueda aceptarlos en «${menuName(RECEPTION)}». Elija otra agencia.`;
  // Who accepts it becomes the holder; a named person is checked by personProblem.
  if (userAssign !== '' || receivers.some(isEligible)) return null;
  return `En «${name}» quien recibe paquetes ${first.why}: nadie podría quedarse con todo. Elija otra agencia.`;
}

/** Checks the person as their own next request would find them. */
async function personProblem(services: Services, { agencyId, userAssign }: PackageFacts, types: Types): Promise<string | null> {
  if (userAssign === '') return null;
  const person = isDocumentId(userAssign) ? await loadStaff(services, { uid: userAssign, sessionId: '' }) : null;
  if (!person) return 'La persona no existe o está desactivada. Elija a otra.';
  const name = person.name || person.email || person.id;
  if (person.agencyId !== agencyId) return `${name} no es de la agencia de destino. Elija a otra persona.`;
  const problem = await viewProblem(services, person, types);
  if (problem) return `${problem}. Elija a otra persona.`;
  const screen = screenProblem(person, RECEPTION);
  return screen === '' ? null : `${name} ${screen} y no podría recibirlo. Elija a otra persona.`;
}

interface Checking {
  services: Services;
  actor: Staff;
  reader: Reader;
}

async function checkPapers({ services, actor, reader }: Checking, lines: readonly PackageLine[], problems: Problems): Promise<void> {
  const ids = [...new Set(lines.map(({ documentId }) => documentId))].filter(isDocumentId);
  const types = await reader.getMany(ids.map((id) => `tipos_documento/${id}`));
  const byId = new Map(types.flatMap((type) => (type ? [[type.id, type] as const] : [])));
  for (const [index, line] of lines.entries()) {
    if (line.document === '') problems[`line.${index}.document`] = ['Escriba el nombre del documento.'];
    const problem = typeProblem(actor, line, byId.get(line.documentId));
    if (problem === 'denied')
      problems[`line.${index}.documentId`] = [
        `No tiene permiso para crear documentos del tipo «${await typeName(services, line.documentId)}». Elija otro tipo.`,
      ];
    else if (problem) problems[`line.${index}.documentId`] = [problem];
  }
}

function typeProblem(actor: Staff, { categoryId, documentId }: PackageLine, type: StoredDocument | undefined): string | null {
  if (documentId === '') return 'Elija el tipo de documento.';
  if (!type || !isActive(type.data) || !readBoolean(type.data, 'estado', true))
    return 'El tipo de documento no existe o está inactivo. Elija otro.';
  if (readId(type.data, 'categoryId') !== categoryId) return 'El tipo de documento no es de esa categoría. Elíjalo de nuevo.';
  return can(actor, 'create', categoryId, documentId) ? null : 'denied';
}

function checkDocuments(
  actor: Staff,
  lines: readonly PackageLine[],
  documents: ReadonlyMap<string, StoredDocument>,
  problems: Problems,
): void {
  const listedIds = new Set<string>();
  lines.forEach(({ digitalizationId }, index) => {
    const problem = listedIds.has(digitalizationId)
      ? 'El documento ya está en otra línea.'
      : sendableProblem(actor, documents.get(digitalizationId));
    listedIds.add(digitalizationId);
    if (problem) problems[`line.${index}.digitalizationId`] = [problem];
  });
}

/** Why a document cannot go into a package of this person, as it is now; null when it can. */
function sendableProblem(actor: Staff, stored: StoredDocument | undefined): string | null {
  const document = stored && readDocument(stored.data);
  if (!document || !canSee(actor, document)) return 'El documento no existe o usted no puede verlo.';
  if (!document.isActive) return 'El documento está eliminado.';
  if (isForeignState(document.status, actor.stateNames.documents))
    return `El documento está en el estado «${nameOfState(document.status, actor.stateNames.documents)}», que lleva otro programa.`;
  if (document.inPackage !== '') return `El documento ya va en el paquete ${packageCode(document.inPackage)}.`;
  if (actor.role === ADMIN_ROLE || document.userId === actor.id) return null;
  if (document.userId !== '') return 'El documento lo tiene otra persona: pídale que lo devuelva o lo envíe ella.';
  return actor.agencyId !== '' && document.agencyId === actor.agencyId ? null : 'El documento está en otra agencia.';
}

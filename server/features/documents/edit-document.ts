import type { DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import type { Merged } from '../../domain/conflict.ts';
import { can } from '../../domain/document-permissions.ts';
import { AppError } from '../../domain/errors.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { isCampoName } from '../../domain/extra-values.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import { pathOf } from '../../records/record-kind.ts';
import { describeFields, tryValues } from '../../records/record-fields.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { requireAct, requireState } from '../../digitized/access.ts';
import { isNoId } from '../../platform/document-id.ts';
import { documentKind, readDocument, requireDocuments, type DocumentFacts } from '../../digitized/document-kind.ts';
import { FORM_FIELDS, NAME, readDocumentValues, type DocumentValues } from '../../digitized/document.ts';
import { readType } from '../../digitized/find-types.ts';
import { camposByKey, readCampos, withFields } from './campos.ts';
import { findTypeProblems, requireSameType, typeChanged } from './document-types.ts';

/** The fields of a document's form besides those of its type: no data, so no permission is needed. */
export const documentFields = describeFields(FORM_FIELDS);

/** What a form of a document may send: names as typed; what the form does not ask is absent. */
export type DocumentInput = Readonly<Partial<Record<'documentName' | 'categoryId' | 'documentId' | `campos.${string}`, string>>>;

export interface EditDocumentCall extends Call, Baseline {
  id: string;
  values: DocumentInput;
}

/**
 * Changes name, type and extra fields of a document. A new type comes with its category, must be in use, and its obligatory fields must all
 * be filled in; the editor must be allowed to edit both types, and the holder to view the new one.
 * Errors: `forbidden`, `not-found`, `invalid-input` by field (`details.fields`: what the wanted type asks for), `conflict`
 * (`Conflict<DocumentValues>`, or the state).
 * @returns what others changed meanwhile and the save has kept
 */
export async function editDocument(services: Services, call: EditDocumentCall): Promise<Merged | null> {
  const { actor, requestId, id, ifVersion, base = null } = call;
  requireDocuments(actor);
  requireChanges(call);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const document = requireAct(actor, 'edit', stored);
  const placed = await readTargetType(services, call, stored, document);
  const values = await readValues(services, call, stored, placed);
  return saveChange(services, documentKind(placed.fields), {
    actor,
    requestId,
    id,
    base,
    values,
    ifVersion,
    admit(now) {
      const facts = requireAct(actor, 'edit', now);
      if (placed.isNew) requireState(actor, 'retype', id, facts);
    },
    async check(tx, wanted, changed) {
      await requireSameTargetType(tx, placed, wanted, changed);
      // It may have been given to somebody since.
      const now = placed.isNew ? await tx.get(stored.path) : null;
      if (now) await requireHolderSees(services, readDocument(now.data), placed);
    },
  });
}

/** docs/specification.md section 5. */
function requireChanges({ id, values }: EditDocumentCall): void {
  if (!isNoId(id) && Object.keys(values).length > 0) return;
  throw new AppError('invalid-input', 'nothing to edit', {
    specified: 'Id or data null, check please',
    userMessage: 'Falta el código del documento o lo que se va a cambiar.',
  });
}

/** Type and category that the document would have. */
interface TargetType {
  categoryId: string;
  documentId: string;
  /** It differs from the present one. */
  isNew: boolean;
  fields: readonly ExtraField[];
  /** The type as it was read; null for one that no longer exists, which a document may keep. */
  type: StoredDocument | null;
}

async function readTargetType(
  services: Services,
  { actor, base, values }: EditDocumentCall,
  stored: StoredDocument,
  document: DocumentFacts,
): Promise<TargetType> {
  // Unchanged since the form was opened means not asked: somebody else may have given the document another type since.
  const requestedId = (name: 'categoryId' | 'documentId') => (values[name] === base?.[name] ? undefined : values[name]);
  const documentId = requestedId('documentId') ?? document.documentId;
  const type = await readType(services.documents.digitalization, documentId);
  const ofType = type ? readId(type.data, 'categoryId') : '';
  const categoryId = requestedId('categoryId') ?? (documentId === document.documentId ? document.categoryId : ofType);
  const isNew = documentId !== document.documentId || categoryId !== document.categoryId;
  const place = { categoryId, documentId, isNew, type, fields: readExtraFields(type?.data['campos']) };
  if (!isNew) return place;
  requireState(actor, 'retype', stored.id, document);
  const problem = await findTypeProblems(services, place);
  if (problem) throw invalidFields(problem, 'problems');
  if (!can(actor, 'edit', categoryId, documentId))
    throw invalidFields({ documentId: ['No tiene permiso para editar documentos de ese tipo. Elija otro.'] }, 'problems');
  return place;
}

/** Errors: `invalid-input`. */
async function requireHolderSees(
  services: Services,
  { userId }: Pick<DocumentFacts, 'userId'>,
  { categoryId, documentId }: Pick<TargetType, 'categoryId' | 'documentId'>,
): Promise<void> {
  const holder = userId === '' ? null : await loadStaff(services, { uid: userId, sessionId: '' });
  if (holder && !can(holder, 'view', categoryId, documentId))
    throw invalidFields({ documentId: [`${holder.name} lo tiene asignado y no puede ver documentos de ese tipo.`] }, 'problems');
}

async function readValues(
  services: Services,
  { actor, values }: EditDocumentCall,
  stored: StoredDocument,
  { categoryId, documentId, fields, isNew }: TargetType,
): Promise<Partial<DocumentValues>> {
  const current = readDocumentValues(stored.data);
  const { documentName } = current;
  // A name that another program gave is kept as long as nobody changes it, even if it is invalid.
  const stays = values.documentName?.trim() === documentName;
  const named = stays ? { values: { documentName }, problems: {} } : tryValues([NAME], { documentName: values.documentName });
  const campos = await readCampos(services, {
    actor,
    fields,
    given: camposByKey(values),
    current: camposByKey(current),
    fillsAll: isNew,
  });
  const problems = { ...named.problems, ...campos.problems };
  if (Object.keys(problems).length > 0) throw withFields(invalidFields(problems, 'problems'), fields);
  // A type that nobody asked for would undo one given meanwhile.
  return { ...named.values, ...(isNew && { categoryId, documentId }), ...campos.values };
}

/** Requires that what was checked outside the transaction still holds inside it. Errors: `conflict`. */
async function requireSameTargetType(
  tx: Pick<DocumentTransaction, 'getMany'>,
  { type, documentId, categoryId }: TargetType,
  wanted: DocumentValues,
  changed: readonly string[],
): Promise<void> {
  const touchesPlace = changed.some((name) => name === 'documentId' || name === 'categoryId' || isCampoName(name));
  if (!touchesPlace) return;
  if (wanted.documentId !== documentId || wanted.categoryId !== categoryId) throw typeChanged();
  await requireSameType(tx, type);
}

import type { DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import type { FormBase, Merged } from '../../domain/conflict.ts';
import { can } from '../../domain/document-permissions.ts';
import { AppError } from '../../domain/errors.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { isCampoName } from '../../domain/extra-values.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import { pathOf } from '../../records/record-kind.ts';
import { describeFields, tryValues } from '../../records/record-fields.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { requireAct, requireState } from '../../digitized/access.ts';
import { documentKind, isNoId, readDocument, requireDocuments, type DocumentFacts } from '../../digitized/document-kind.ts';
import { FORM_FIELDS, NAME, readDocumentValues, type DocumentValues } from '../../digitized/document.ts';
import { readType } from '../../digitized/find-types.ts';
import { camposByKey, readCampos, withFields } from './campos.ts';
import { refuseType, requireSameType, typeChanged } from './document-types.ts';

/** What the form of a document asks beside what its type does: no data, so no permission. */
export const documentFields = describeFields(FORM_FIELDS);

/** What a form of a document may ask: names as typed; what it does not ask is not there. */
export type DocumentInput = Readonly<Partial<Record<'documentName' | 'categoryId' | 'documentId' | `campos.${string}`, string>>>;

export interface EditDocumentCall extends Call {
  id: string;
  /** Version that the person saw; undefined saves over any. */
  ifVersion: string | undefined;
  /** What the form was opened with. */
  base?: FormBase | null;
  values: DocumentInput;
}

/**
 * Changes name, type and extra fields of a document. Another type comes with its category, must be in use, and asks for all
 * that is obligatory in it; who edits must be allowed to in both, and who holds the document must be allowed to view it.
 * Errors: `forbidden`, `not-found`, `invalid-input` by field (`details.fields`: what the wanted type asks for), `conflict`
 * (`Conflict<DocumentValues>`, or the state).
 * @returns what others changed meanwhile and the save has kept
 */
export async function editDocument(services: Services, call: EditDocumentCall): Promise<Merged | null> {
  const { actor, requestId, id, ifVersion, base = null } = call;
  requireDocuments(actor);
  requireSomething(call);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const document = requireAct(actor, 'edit', stored);
  const placed = await readPlace(services, call, stored, document);
  const values = await readValues(services, call, stored, placed);
  return saveChange(services, documentKind(placed.fields), {
    actor,
    requestId,
    id,
    base,
    values,
    ...(ifVersion !== undefined && { ifVersion }),
    admit(now) {
      const facts = requireAct(actor, 'edit', now);
      if (placed.isNew) requireState(actor, 'retype', id, facts);
    },
    async check(tx, wanted, changed) {
      await requireSamePlace(tx, placed, wanted, changed);
      // It may have been given to somebody since.
      const now = placed.isNew ? await tx.get(stored.path) : null;
      if (now) await requireHolderSees(services, readDocument(now.data), placed);
    },
  });
}

/** docs/specification.md section 5. */
function requireSomething({ id, values }: EditDocumentCall): void {
  if (!isNoId(id) && Object.keys(values).length > 0) return;
  throw new AppError('invalid-input', 'nothing to edit', {
    specified: 'Id or data null, check please',
    userMessage: 'Falta el código del documento o lo que se va a cambiar.',
  });
}

/** Type and category that the document would have. */
interface Place {
  categoryId: string;
  documentId: string;
  /** Other than it has. */
  isNew: boolean;
  fields: readonly ExtraField[];
  /** The type as it was read; null for one that is gone, which a document may keep. */
  type: StoredDocument | null;
}

async function readPlace(
  services: Services,
  { actor, base, values }: EditDocumentCall,
  stored: StoredDocument,
  document: DocumentFacts,
): Promise<Place> {
  // A form sends the type that it was opened with: somebody else may have given the document another one since.
  const asked = (name: 'categoryId' | 'documentId') => (values[name] === base?.[name] ? undefined : values[name]);
  const documentId = asked('documentId') ?? document.documentId;
  const type = await readType(services.documents.digitalization, documentId);
  const ofType = type ? readId(type.data, 'categoryId') : '';
  const categoryId = asked('categoryId') ?? (documentId === document.documentId ? document.categoryId : ofType);
  const isNew = documentId !== document.documentId || categoryId !== document.categoryId;
  const place = { categoryId, documentId, isNew, type, fields: readExtraFields(type?.data['campos']) };
  if (!isNew) return place;
  requireState(actor, 'retype', stored.id, document);
  const problem = await refuseType(services, place);
  if (problem) throw invalidFields(problem, 'problems');
  if (!can(actor, 'edit', categoryId, documentId))
    throw invalidFields({ documentId: ['No tiene permiso para editar documentos de ese tipo. Elija otro.'] }, 'problems');
  return place;
}

/** Errors: `invalid-input`. */
async function requireHolderSees(
  services: Services,
  { userId }: Pick<DocumentFacts, 'userId'>,
  { categoryId, documentId }: Pick<Place, 'categoryId' | 'documentId'>,
): Promise<void> {
  const holder = userId === '' ? null : await loadStaff(services, { uid: userId, sessionId: '' });
  if (holder && !can(holder, 'view', categoryId, documentId))
    throw invalidFields({ documentId: [`${holder.name} lo tiene asignado y no puede ver documentos de ese tipo.`] }, 'problems');
}

async function readValues(
  services: Services,
  { actor, values }: EditDocumentCall,
  stored: StoredDocument,
  { categoryId, documentId, fields, isNew }: Place,
): Promise<Partial<DocumentValues>> {
  const current = readDocumentValues(stored.data);
  const { documentName } = current;
  // What other programs called it stays, whatever it is.
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
  return { ...named.values, categoryId, documentId, ...campos.values };
}

/** What was checked outside the transaction still holds in it. Errors: `conflict`. */
async function requireSamePlace(
  tx: Pick<DocumentTransaction, 'getMany'>,
  { type, documentId, categoryId }: Place,
  wanted: DocumentValues,
  changed: readonly string[],
): Promise<void> {
  const touchesPlace = changed.some((name) => name === 'documentId' || name === 'categoryId' || isCampoName(name));
  if (!touchesPlace) return;
  if (wanted.documentId !== documentId || wanted.categoryId !== categoryId) throw typeChanged();
  await requireSameType(tx, type);
}

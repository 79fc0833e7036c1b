import type { Merged } from '../../domain/conflict.ts';
import { differenceOf, fromGrantLines, splitTypeKey } from '../../domain/document-permissions.ts';
import { describePermissionChange } from '../../domain/document-permission-words.ts';
import { requireFresh } from '../../domain/proof.ts';
import { comparableName } from '../../domain/names.ts';
import { countOf, plural } from '../../domain/text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readId } from '../../read-model/field-readers.ts';
import { checkValues } from '../../records/record-fields.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentTransaction } from '../../ports/documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { isActive } from '../../records/content-version.ts';
import { createOnce } from '../../records/create-once.ts';
import { mergeChanges } from '../../records/merge-changes.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import { readMatrix } from './find-matrix.ts';
import { countPeople } from './find-sets.ts';
import type { CreateSetCall, NamedDifference, PermissionSetReview, ReviewSetCall, UpdateSetCall } from './permission-sets.ts';
import { EMPTY_SET, readSet, SET_FIELDS, type PermissionSetValues } from './set.ts';
import { requireSetEditor, SET_KIND, SETS_COLLECTION } from './set-kind.ts';
import type { Services } from '../../services.ts';

const TYPES_COLLECTION = 'tipos_documento';

/** A new set; the same form sent twice makes one. Errors: `forbidden`, `invalid-input` by field, `conflict`. */
export async function createSet(services: Services, call: CreateSetCall): Promise<{ id: string }> {
  requireSetEditor(call.actor);
  requireFresh(call.actor);
  const values = { ...EMPTY_SET, ...checkValues(SET_FIELDS, { title: '', ...call.values }) };
  return createOnce(services, SET_KIND, {
    actor: call.actor,
    requestId: call.requestId,
    values,
    formToken: call.formToken,
    async check(tx) {
      await requireUniqueTitle(tx, values.title, '');
      await requireKnownTypes(tx, [], values.permissions);
    },
  });
}

/**
 * Stores the set with its audit entry; loadStaff reads it at the next request of everybody who has it. A save that changes
 * nothing succeeds without writing.
 * @returns what others changed meanwhile and the save has kept
 * Errors: `forbidden`, `not-found`, `invalid-input` by field, `conflict` (PermissionSetConflict, or a deactivated set).
 */
export async function updateSet(services: Services, call: UpdateSetCall): Promise<Merged | null> {
  requireSetEditor(call.actor);
  requireFresh(call.actor);
  const { actor, requestId, id, ifVersion, base = null } = call;
  return saveChange(services, SET_KIND, {
    actor,
    requestId,
    id,
    ifVersion,
    base,
    values: checkValues(SET_FIELDS, call.values),
    admit({ data }) {
      if (!isActive(data)) throw deactivatedError(id);
    },
    async check(tx, wanted, changed, current) {
      if (changed.includes('title')) await requireUniqueTitle(tx, wanted.title, id);
      if (changed.includes('permissions')) await requireKnownTypes(tx, current.permissions, wanted.permissions);
    },
  });
}

/**
 * What saving this would add to and remove from what is stored now, and whom it affects; stores nothing. Errors: `forbidden`, `not-found`,
 * `invalid-input` by field.
 */
export async function reviewSet({ documents, sql }: Services, call: ReviewSetCall): Promise<PermissionSetReview> {
  requireSetEditor(call.actor);
  const current = call.id === null ? EMPTY_SET : await readStored(documents, call.id);
  const given = checkValues(SET_FIELDS, { ...(call.id === null && { title: '' }), ...call.values });
  const { wanted: values } = mergeChanges(call.base ?? null, current, given);
  await requireKnownTypes(documents.digitalization, current.permissions, values.permissions);
  const differences = differenceOf(fromGrantLines(current.permissions), fromGrantLines(values.permissions));
  const people = call.id === null ? 0 : await countPeople(sql, call.id);
  const matrix = await readMatrix(
    sql,
    differences.map(({ key }) => key),
  );
  const names = new Map(matrix.flatMap(({ name, types }) => types.map((type) => [type.key, { category: name, type: type.name }] as const)));
  return {
    ...values,
    differences: differences
      .map((difference) => ({ ...difference, ...(names.get(difference.key) ?? idsAsNames(difference.key)) }))
      .sort(byName),
    sentences: describePermissionChange(differences, { people, scope: { before: current.agencyScope, after: values.agencyScope } }),
    people,
  };
}

async function readStored(documents: Services['documents'], id: string): Promise<PermissionSetValues> {
  const stored = await documents.digitalization.get(pathOf(SET_KIND, id));
  if (!stored) throw SET_KIND.notFound(id);
  if (!isActive(stored.data)) throw deactivatedError(id);
  return readSet(stored.data);
}

function idsAsNames(key: string): { category: string; type: string } {
  const { categoryId, typeId } = splitTypeKey(key);
  return { category: categoryId, type: typeId };
}

function byName(one: NamedDifference, other: NamedDifference): number {
  return one.category.localeCompare(other.category, 'es') || one.type.localeCompare(other.type, 'es') || (one.key < other.key ? -1 : 1);
}

function deactivatedError(id: string): AppError {
  return new AppError('conflict', `permission set ${id} is deactivated`, {
    userMessage: 'El conjunto está desactivado. Restáurelo antes de cambiarlo.',
  });
}

/** People tell sets apart by their titles. Errors: `invalid-input` at `title`. */
async function requireUniqueTitle(tx: Pick<DocumentTransaction, 'query'>, title: string, id: string): Promise<void> {
  const sets = await tx.query({ collection: SETS_COLLECTION });
  const same = sets.find((set) => set.id !== id && comparableName(readSet(set.data).title) === comparableName(title));
  if (!same) return;
  const way = isActive(same.data) ? '. Use' : ', desactivado: restáurelo o use';
  throw invalidFields({ title: [`Ya hay un conjunto que se llama «${readSet(same.data).title}»${way} otro nombre.`] }, 'problems');
}

/**
 * Types that a set newly allows must belong to that category; what it allows already may stay, even if the type is gone.
 * Errors: `invalid-input` at `permissions`.
 */
async function requireKnownTypes(
  tx: Pick<DocumentTransaction, 'getMany'>,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const known = fromGrantLines(before);
  const added = [...fromGrantLines(after).keys()].filter((key) => !known.has(key)).map(splitTypeKey);
  const possible = added.filter(({ categoryId, typeId }) => isDocumentId(categoryId) && isDocumentId(typeId));
  const types = await tx.getMany(possible.map(({ typeId }) => `${TYPES_COLLECTION}/${typeId}`));
  const valid = possible.filter(({ categoryId }, index) => {
    const type = types[index];
    return type && isActive(type.data) && readId(type.data, 'categoryId') === categoryId;
  });
  const invalidCount = added.length - valid.length;
  if (invalidCount === 0) return;
  const which = `${countOf(invalidCount, 'tipo de documento', 'tipos de documento')} ya no ${plural(invalidCount, 'existe', 'existen')}`;
  throw invalidFields(
    { permissions: [`${which} o ${plural(invalidCount, 'cambió', 'cambiaron')} de categoría. Vuelva a cargar la página.`] },
    'problems',
  );
}

import type { Merged } from '../../domain/conflict.ts';
import { differenceOf, fromGrantLines, splitTypeKey } from '../../domain/document-permissions.ts';
import { tellChange } from '../../domain/document-permission-words.ts';
import { AppError } from '../../domain/errors.ts';
import { isActive } from '../../records/content-version.ts';
import { createOnce } from '../../records/create-once.ts';
import { mergeChanges } from '../../records/merge-changes.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import { readMatrix } from './find-matrix.ts';
import { countPeople } from './find-sets.ts';
import type {
  CreateSetCall,
  NamedDifference,
  PermissionSetReview,
  PermissionSetValues,
  ReviewSetCall,
  UpdateSetCall,
} from './permission-sets.ts';
import { readSet, requireSetEditor, SET_KIND } from './set-kind.ts';
import { readSetInput, requireKnownTypes, requireOwnTitle } from './set-values.ts';
import type { Services } from '../../services.ts';

const EMPTY: PermissionSetValues = { title: '', agencyScope: 'all', permissions: [] };

/** A new set; the same form sent twice makes one. Errors: `forbidden`, `invalid-input` by field, `conflict`. */
export async function createSet(services: Services, call: CreateSetCall): Promise<{ id: string }> {
  requireSetEditor(call.actor);
  const values = { ...EMPTY, ...readSetInput({ ...call, title: call.title ?? '' }) };
  return createOnce(services, SET_KIND, {
    actor: call.actor,
    requestId: call.requestId,
    values,
    formToken: call.formToken,
    async check(tx) {
      await requireOwnTitle(tx, values.title, '');
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
  const { actor, requestId, id, ifVersion, base = null } = call;
  return saveChange(services, SET_KIND, {
    actor,
    requestId,
    id,
    ifVersion,
    base,
    values: readSetInput(call),
    admit({ data }) {
      if (!isActive(data)) throw deactivatedError(id);
    },
    async check(tx, wanted, changed, current) {
      if (changed.includes('title')) await requireOwnTitle(tx, wanted.title, id);
      if (changed.includes('permissions')) await requireKnownTypes(tx, current.permissions, wanted.permissions);
    },
  });
}

/**
 * What a save of this would add and take away of what is stored by now, and whom it touches; stores nothing. Errors: `forbidden`, `not-found`,
 * `invalid-input` by field.
 */
export async function reviewSet({ documents, sql }: Services, call: ReviewSetCall): Promise<PermissionSetReview> {
  requireSetEditor(call.actor);
  const current = call.id === null ? EMPTY : await readStored(documents, call.id);
  const given = readSetInput({ ...call, ...(call.id === null && { title: call.title ?? '' }) });
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
      .map((difference) => ({ ...difference, ...(names.get(difference.key) ?? unnamed(difference.key)) }))
      .sort(byName),
    sentences: tellChange(differences, { people, scope: { before: current.agencyScope, after: values.agencyScope } }),
    people,
  };
}

async function readStored(documents: Services['documents'], id: string): Promise<PermissionSetValues> {
  const stored = await documents.digitalization.get(pathOf(SET_KIND, id));
  if (!stored) throw SET_KIND.notFound(id);
  if (!isActive(stored.data)) throw deactivatedError(id);
  return readSet(stored.data);
}

function unnamed(key: string): { category: string; type: string } {
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

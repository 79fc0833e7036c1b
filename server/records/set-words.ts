import { actionLabel } from '../domain/document-permission-words.ts';
import { isDocumentAction } from '../domain/document-permissions.ts';
import type { Fields, FieldValue } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { type ChoiceSource, CATEGORIES, DIGITIZED_TYPES } from '../read-model/pages/choices.ts';
import type { RecordNames } from './targets.ts';

/** The field of a permission set: a map by category id, of maps by document type id. */
export const PERMISSIONS_FIELD = 'permissions';

/** The ids in the map of a set. */
export function referencesInSet(permissions: Fields): { source: ChoiceSource; ids: string[] }[] {
  const types = Object.values(permissions).flatMap((inner) => (isPlainMap(inner) ? Object.keys(inner) : []));
  return [
    { source: CATEGORIES, ids: Object.keys(permissions) },
    { source: DIGITIZED_TYPES, ids: types },
  ];
}

/** "Créditos", and under it "Pagaré: ver, imprimir". */
export function formatPermissions(permissions: Fields, names: RecordNames): string {
  const nameOf = ({ table }: ChoiceSource, id: string) => names.get(table)?.get(id) ?? id;
  return Object.entries(permissions)
    .flatMap(([category, types]) => [
      nameOf(CATEGORIES, category),
      ...(isPlainMap(types)
        ? Object.entries(types).map(([type, actions]) => `  ${nameOf(DIGITIZED_TYPES, type)}: ${formatActions(actions)}`)
        : []),
    ])
    .join('\n');
}

function formatActions(actions: FieldValue): string {
  return isList(actions)
    ? actions
        .map((action) => (isDocumentAction(action) ? actionLabel(action) : ''))
        .filter(Boolean)
        .join(', ')
    : '';
}

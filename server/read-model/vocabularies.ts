import type { RoleLabel as LabelColumns, RolePermission } from '#prisma/generated/client.ts';
import { readStateNames } from '../domain/constants.ts';
import { findRole, rolesFrom, type KnownRole, type RoleLabel, type RoleSwitches } from '../domain/roles.ts';
import type { StateNames } from '../domain/state-names.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { SqlClient } from '../platform/sql/sql.ts';
import type { Vocabulary } from './projection.ts';

/**
 * Both tables of roles as JSON, for a select list: only a few rows, so a statement that reads something else can include them.
 * `role_labels` are in order of creation.
 */
export const SELECT_ROLES = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'value', value, 'stated_id', stated_id, 'isActive', "isActive", 'segundoFactor', "segundoFactor", 'soloAgencia', "soloAgencia", 'equipoPropio', "equipoPropio") ORDER BY "createdAt", id), '[]')
   FROM roles WHERE NOT source_deleted) AS role_labels,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'exists', NOT source_deleted, 'accionesNegadas', "accionesNegadas",
     'menus', CASE WHEN "isActive" AND NOT source_deleted THEN coalesce(menus, '{}') ELSE '{}' END)), '[]')
   FROM permisos_rol) AS role_menus`;

/** Result of SELECT_ROLES. */
export interface RoleColumns {
  role_labels: LabelRow[];
  /** `exists` false: removed, so that the role has no menus instead of those of a new installation. */
  role_menus: (Pick<RolePermission, 'accionesNegadas' | 'id' | 'menus'> & { exists: boolean })[];
}

export function toKnownRoles({ role_labels, role_menus }: RoleColumns): KnownRole[] {
  return rolesFrom(
    role_labels.map(toLabel),
    role_menus.filter((entry) => entry.exists).map((entry) => entry.id),
  );
}

type LabelRow = Pick<LabelColumns, 'id' | 'isActive' | 'stated_id' | 'title' | 'value' | keyof RoleSwitches>;

/** Takes a row of the read model, or what the same readers give for a document. */
export function toLabel({ id, title, value, stated_id, isActive, ...switches }: LabelRow): RoleLabel {
  const idIn = (text: string) => (isDocumentId(text.trim()) ? text : '');
  return {
    documentId: id,
    title,
    value: idIn(value),
    statedId: idIn(stated_id),
    isActive,
    ...switches,
  };
}

/** The roles and states with their configured names. */
export interface Vocabularies {
  roles: readonly KnownRole[];
  states: StateNames;
}

export type VocabularyColumns = RoleColumns & { state_names: Parameters<typeof readStateNames>[0] | null };

export const toVocabularies = ({ state_names, ...roles }: VocabularyColumns): Vocabularies => ({
  roles: toKnownRoles(roles),
  states: readStateNames(state_names ?? {}),
});

/** Used while none are stored. */
export const STANDARD_VOCABULARIES = toVocabularies({ role_labels: [], role_menus: [], state_names: null });

/** Tables that define each vocabulary. */
export const VOCABULARY_TABLES: Readonly<Record<Vocabulary, readonly string[]>> = {
  roles: ['roles', 'permisos_rol'],
  docStates: ['constantes'],
  packageStatus: ['constantes'],
};

export const isVocabulary = (target: string): target is Vocabulary => Object.hasOwn(VOCABULARY_TABLES, target);

/** The values that a column may hold, with their labels. */
export function wordsIn({ roles, states }: Vocabularies, vocabulary: Vocabulary): { value: string; label: string }[] {
  if (vocabulary === 'roles') return roles.map(({ id, title }) => ({ value: id, label: title }));
  const names = vocabulary === 'docStates' ? states.documents : states.packages;
  return names.map(({ id, value }) => ({ value: id, label: value }));
}

/** Matches as the code that uses the word does: a role by its names too, a state only by its id. */
export function isWordOf(vocabularies: Vocabularies, vocabulary: Vocabulary, word: string): boolean {
  if (vocabulary === 'roles') return findRole(vocabularies.roles, word) !== null;
  return wordsIn(vocabularies, vocabulary).some(({ value }) => value === word);
}

/** The unknown ones of these words. Standard words need no query. */
export async function unknownWords(client: Pick<SqlClient, 'query'>, vocabulary: Vocabulary, words: readonly string[]): Promise<string[]> {
  const standard = wordsIn(STANDARD_VOCABULARIES, vocabulary);
  const nonStandard = words.filter((word) => !standard.some(({ value }) => value === word));
  if (nonStandard.length === 0) return [];
  const { rows } = await client.query<VocabularyColumns>(
    `SELECT ${SELECT_ROLES}, (SELECT jsonb_object_agg(id, items) FROM constantes WHERE NOT source_deleted) AS state_names`,
  );
  const [known = STANDARD_VOCABULARIES] = rows.map(toVocabularies);
  return nonStandard.filter((word) => !isWordOf(known, vocabulary, word));
}

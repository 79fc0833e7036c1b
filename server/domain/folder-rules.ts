/**
 * Whom a folder of the Maletín is given to beside those whose own list names it: everybody of a role, an agency, a department, as
 * they are at the moment of asking (docs/decisions/104-folders-by-rule.md).
 */
export interface FolderRule {
  folderId: string;
  roles: readonly string[];
  agencias: readonly string[];
  departamentos: readonly string[];
}

/** Where somebody stands; '' for none. */
export interface Standing {
  /** Id of the role. */
  role: string;
  agencyId: string;
  departmentId: string;
}

export const RULE_KINDS = ['roles', 'agencias', 'departamentos'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Through which of its parts a rule gives the folder to somebody; none: it does not. */
export function givenThrough(rule: FolderRule, { role, agencyId, departmentId }: Standing): RuleKind[] {
  const places: Readonly<Record<RuleKind, string>> = { roles: role, agencias: agencyId, departamentos: departmentId };
  return RULE_KINDS.filter((kind) => places[kind] !== '' && rule[kind].includes(places[kind]));
}

/** The folders of one's own list and those given by rule, each once. */
export function withGiven(own: readonly string[], rules: readonly FolderRule[], standing: Standing): string[] {
  return [...new Set([...own, ...rules.filter((rule) => givenThrough(rule, standing).length > 0).map(({ folderId }) => folderId)])];
}

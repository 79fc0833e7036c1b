/**
 * Who gets a Maletín folder besides those whose own list names it: everybody who currently has one of these roles, agencies or
 * departments (docs/decisions/104-folders-by-rule.md).
 */
export interface FolderRule {
  folderId: string;
  roles: readonly string[];
  agencias: readonly string[];
  departamentos: readonly string[];
}

/** A person's role, agency and department; '' for none. */
export interface RuleSubject {
  /** Id of the role. */
  role: string;
  agencyId: string;
  departmentId: string;
}

export const RULE_KINDS = ['roles', 'agencias', 'departamentos'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** The parts of a rule that give the folder to the person; empty when the rule does not apply. */
export function matchingRuleKinds(rule: FolderRule, { role, agencyId, departmentId }: RuleSubject): RuleKind[] {
  const places: Readonly<Record<RuleKind, string>> = { roles: role, agencias: agencyId, departamentos: departmentId };
  return RULE_KINDS.filter((kind) => places[kind] !== '' && rule[kind].includes(places[kind]));
}

/** The folders of the person's own list and those given by rule, without duplicates. */
export function withRuleFolders(own: readonly string[], rules: readonly FolderRule[], subject: RuleSubject): string[] {
  return [...new Set([...own, ...rules.filter((rule) => matchingRuleKinds(rule, subject).length > 0).map(({ folderId }) => folderId)])];
}

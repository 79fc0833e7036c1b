import { createHash } from 'node:crypto';
import type { Staff } from '../domain/permissions.ts';

/**
 * Digest of everything by which a person's rows are chosen, shown and taken away: role, menus, what may not be exported of them, folders, agency,
 * permission set, and what is masked. While it is the same,
 * the rows of a file are those that the person may see; nobody has to ask each list what it checks.
 */
export function rightsOf({
  role,
  menus,
  folders,
  agencyId,
  permissionSetId,
  permissionSet,
  seesWhole,
  ownAgencyOnly,
  withheld = new Set(),
}: Staff): string {
  const permissions = permissionSet && {
    scope: permissionSet.agencyScope,
    actions: [...permissionSet.permissions].map(([type, actions]) => [type, [...actions].sort()] as const).sort(byName),
  };
  const facts = [
    role,
    [...menus].sort(),
    folders === 'all' ? folders : [...folders].sort(),
    agencyId,
    permissionSetId,
    permissions,
    seesWhole === true,
    ownAgencyOnly === true,
    // Nothing where nothing is withheld: digests that are stored stay.
    ...[...withheld].filter((act) => act.endsWith(':export')).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

import { createHash } from 'node:crypto';
import type { Staff } from '../domain/permissions.ts';

/**
 * Digest of everything that decides which rows a person sees, how, and what they may export, besides who they are: role,
 * menus, withheld exports, folders, agency, permission set, and masking. While it is unchanged, a file's rows are still
 * those that the person may see; no list has to be checked again. Two people with the same digest may see different rows
 * where a list depends on the person's id, as packages sent do.
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
    // Adds nothing if nothing is withheld, so that stored digests remain valid.
    ...[...withheld].filter((act) => act.endsWith(':export')).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

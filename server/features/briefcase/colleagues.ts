import type { User } from '#prisma/generated/client.ts';
import { ADMIN_ROLE, findRole } from '../../domain/roles.ts';
import { withRuleFolders, type RuleSubject } from '../../domain/folder-rules.ts';
import { trusted } from '../../platform/sql/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { SELECT_FOLDER_RULES, type FolderRuleColumns } from '../../staff/folder-rules.ts';
import { foldersOf } from '../../staff/load-staff.ts';
import { readRolesForScreen, rolesOpening, type RoleDirectory } from '../../staff/role-directory.ts';

/** An active person, with what decides which folders they open. */
export interface Colleague extends RuleSubject {
  id: string;
  name: string;
  roleTitle: string;
  agencyName: string;
  /** Folders of their own list. */
  own: string[];
  /** Whether their role has the screen of files. */
  opensFiles: boolean;
  /** The folders whose files they open. */
  opens: readonly string[] | 'all';
}

interface Row extends Pick<User, 'agency' | 'briefcase_permissions' | 'id' | 'name' | 'role'> {
  agencyName: string;
  departmentId: string | null;
}

const STAFF = `SELECT t.id, coalesce(nullif(t.name, ''), t.email) AS name, t.role, t.agency, coalesce(a.nombre, '') AS "agencyName",
    t.department->>'id' AS "departmentId", t.briefcase_permissions
  FROM usuarios t LEFT JOIN agencias a ON a.id = t.agency WHERE t.state AND t."isActive" AND NOT t.source_deleted
  ORDER BY t.name COLLATE "es-x-icu", t.id`;

/** All active people by name, a few hundred, each as at their own requests (load-staff.ts), and the names of roles. */
export async function readColleagues(read: Read): Promise<{ people: Colleague[]; directory: RoleDirectory }> {
  const directory = await readRolesForScreen(read);
  const opening = new Set(rolesOpening(directory, 'briefcase-files'));
  const [folderRules] = await read<FolderRuleColumns>(trusted(`SELECT ${SELECT_FOLDER_RULES}`));
  const rows = await read<Row>(trusted(STAFF));
  const people = rows.map(({ id, name, role, agency, agencyName, departmentId, briefcase_permissions }) => {
    const found = findRole(directory.roles, role);
    const standing = { role: found?.id ?? role, agencyId: agency, departmentId: departmentId ?? '' };
    const own = foldersOf(briefcase_permissions);
    const opensFiles = opening.has(role);
    const all = found?.id === ADMIN_ROLE ? ('all' as const) : withRuleFolders(own, folderRules?.folder_rules ?? [], standing);
    return { ...standing, id, name, roleTitle: found?.title ?? role, agencyName, own, opensFiles, opens: opensFiles ? all : [] };
  });
  return { people, directory };
}

import { mayGrantAgency, mayGrantFolder, mayGrantPermissionSet, mayGrantRole } from '../../domain/granting.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { inRoleOrder } from '../../domain/roles.ts';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { choicesOf, DEPARTMENTS, findChoices, POSITIONS, WORKPLACES, type Choice } from '../../read-model/pages/choices.ts';
import { isActive } from '../../records/content-version.ts';
import type { Call, Services } from '../../services.ts';
import { readRules } from '../../staff/rules.ts';
import type { UserChoices } from './users.ts';

const PERMISSION_SETS_MAX = 500;

const FOLDERS = `SELECT id, nombre AS name, descripcion AS description FROM maletin_carpetas
  WHERE "isActive" AND NOT source_deleted ORDER BY orden, nombre COLLATE "es-x-icu", id`;

/** What this actor may give: only roles, agencies, folders and permission sets that they hold themselves. Errors: `forbidden`. */
export async function findUserChoices(services: Pick<Services, 'documents' | 'mail' | 'sql'>, { actor }: Call): Promise<UserChoices> {
  requireMenu(actor, 'users');
  const { documents, mail, sql } = services;
  const [{ roles, holder }, agency, department, positions, folders, sets] = await Promise.all([
    readRules(services, actor),
    findChoices(sql, WORKPLACES),
    findChoices(sql, DEPARTMENTS),
    sql.query<Choice>(toQuery(choicesOf(POSITIONS, { visible: fragment`t.estado` }))),
    sql.query<UserChoices['briefcase_permissions'][number]>(FOLDERS),
    documents.digitalization.query({ collection: 'permisos_documentos', limit: PERMISSION_SETS_MAX }),
  ]);
  return {
    role: inRoleOrder(roles)
      .filter(({ id, isActive, ...role }) => isActive && mayGrantRole(holder, { ...role, role: id }))
      .map(({ id, title }) => ({ id, name: title })),
    // With a limited permission set alone it depends on the rest of the form: the verb says so.
    agency: agency.filter(({ id }) => mayGrantAgency(holder, { agency: id, menus: [], permissionSet: '' })),
    department,
    position: positions.rows,
    briefcase_permissions: folders.rows.filter(({ id }) => mayGrantFolder(holder, id)),
    mailsPasswords: mail.canSend,
    digitalization_permission_id: sets
      .filter((set) => isActive(set.data) && mayGrantPermissionSet(holder, set.id))
      .map((set) => ({ id: set.id, name: typeof set.data['title'] === 'string' ? set.data['title'] : set.id }))
      .sort((a, b) => a.name.localeCompare(b.name, 'es')),
  };
}

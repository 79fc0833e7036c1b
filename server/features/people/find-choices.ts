import { ROLES } from '../../domain/roles.ts';
import { AGENCIES, DEPARTMENTS, findChoices, type Choice } from '../../read-model/pages/choices.ts';
import { mayAdminister } from './rules.ts';
import type { Call } from '../../services.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { UserChoices, UsersServices } from './users.ts';

const PERMISSION_SETS_MAX = 500;

const POSITIONS = `SELECT name AS id, name FROM (
  SELECT DISTINCT nombre AS name FROM puestos WHERE "isActive" AND estado AND NOT source_deleted AND nombre <> ''
) p ORDER BY name COLLATE "es-x-icu"`;
const FOLDERS = `SELECT id, nombre AS name, descripcion AS description FROM maletin_carpetas
  WHERE "isActive" AND NOT source_deleted ORDER BY orden, nombre COLLATE "es-x-icu", id`;

/** Errors: `forbidden`. */
export async function findUserChoices({ documents, sql }: Pick<UsersServices, 'documents' | 'sql'>, { actor }: Call): Promise<UserChoices> {
  requireMenu(actor, 'users');
  const read = async <Row extends Choice>(text: string) => (await sql.query<Row>(text)).rows;
  const [agencies, departments, positions, folders, sets] = await Promise.all([
    findChoices(sql, AGENCIES),
    findChoices(sql, DEPARTMENTS),
    read<Choice>(POSITIONS),
    read<UserChoices['folders'][number]>(FOLDERS),
    documents.digitalization.query({ collection: 'permisos_documentos', limit: PERMISSION_SETS_MAX }),
  ]);
  const digitalizationPermissions = sets
    .filter((set) => set.data['isActive'] !== false)
    .map((set) => ({ id: set.id, name: typeof set.data['title'] === 'string' ? set.data['title'] : set.id }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es'));
  const roles = ROLES.filter((role) => mayAdminister(actor, role.value)).map((role) => ({ id: role.value, name: role.title }));
  return { roles, agencies, departments, positions, folders, digitalizationPermissions };
}

import type { Act } from '../domain/menu-acts.ts';
import { comparableName } from '../domain/names.ts';
import { menuName, type MenuId } from '../domain/menu.ts';
import { may, type Staff } from '../domain/permissions.ts';
import { ADMIN_ROLE } from '../domain/roles.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { FieldValue } from '../ports/documents/document-store.ts';
import type { Choice } from '../read-model/pages/choices.ts';
import { isOfOwnAgency } from '../staff/own-agency.ts';
import { namesOfRole, readRoleDirectory, rightsOfRole } from '../staff/role-directory.ts';

interface CandidatesCall {
  /** Types with their categories; people must be able to view all of them. Administrators may view everything. */
  types: readonly { categoryId: string; documentId: string }[];
  /** The screens where people continue the work; they must be able to open all of them. */
  menus: readonly MenuId[];
  /** The act they need there; default: `change`. */
  act?: Act;
  /** Agency of the record, if roles may be limited to records of their own agency; left out when unknown or not applicable. */
  agencia?: string;
  /** Ids of people to leave out. */
  except?: readonly string[];
  /** Only people of this agency. */
  agencyId?: string;
}

/** A record in a select, possibly disabled with a reason. */
export interface Offered extends Choice {
  /** E.g. `no abre «Paquetes recibidos»`; '' when it can be chosen. */
  why: string;
}

interface HolderCandidate extends Offered {
  /** Whether the person can work on the screens, regardless of what they may view. */
  works: boolean;
}

interface Row extends Choice {
  role: string;
  agency: string;
  /** Details that tell namesakes apart: agency, position, and e-mail address. */
  marks: string[];
  /** The first type that they may not view. */
  hidden: string | null;
}

/** Active people by name: first those who can take documents of these types, then the others with the reason. */
export async function findHolderCandidates(
  { sql }: { sql: Pick<Sql, 'query'> },
  { types, menus, act, agencia, except = [], agencyId }: CandidatesCall,
): Promise<HolderCandidate[]> {
  const directory = await readRoleDirectory(sql);
  const administrators = namesOfRole(directory, ADMIN_ROLE).map(({ role }) => role);
  const { rows } = await sql.query<Row>(
    `SELECT u.id, coalesce(nullif(u.name, ''), nullif(u.email, ''), u.id) AS name, u.role, u.agency,
       ARRAY[coalesce(a.nombre, ''), coalesce(p.nombre, ''), u.email] AS marks,
       CASE WHEN u.role = ANY($5) THEN NULL ELSE
         (SELECT coalesce(nullif(y.nombre, ''), asked.type) FROM unnest($1::text[], $2::text[]) AS asked(category, type) LEFT JOIN tipos_documento y ON y.id = asked.type
          WHERE NOT coalesce(s.permissions -> asked.category -> asked.type @> '["view"]', FALSE) LIMIT 1) END AS hidden
     FROM usuarios u
     LEFT JOIN agencias a ON a.id = u.agency LEFT JOIN puestos p ON p.id = u.position
     LEFT JOIN permisos_documentos s ON s.id = u.digitalization_permission_id AND s."isActive" AND NOT s.source_deleted
     WHERE u.state AND u."isActive" AND NOT u.source_deleted AND u.id <> ALL($3) AND ($4::text IS NULL OR u.agency = $4)
     ORDER BY name COLLATE "es-x-icu", u.id`,
    [types.map(({ categoryId }) => categoryId), types.map(({ documentId }) => documentId), except, agencyId ?? null, administrators],
  );
  const people = disambiguateNames(rows).map(({ id, name, role, agency, hidden }) => {
    const rights = rightsOfRole(directory, role);
    const problem = menus.map((menu) => screenProblem(rights, menu, act)).find((why) => why !== '') ?? '';
    const agencyReason = agencia === undefined ? '' : agencyProblem({ ...rights, agencyId: agency }, agencia);
    return { id, name, works: problem === '', why: problem || agencyReason || (hidden === null ? '' : `no puede ver «${hidden}»`) };
  });
  const place = (person: HolderCandidate) => (isEligible(person) ? 0 : person.works ? 1 : 2);
  return people.toSorted((one, other) => place(one) - place(other));
}

/** Appends to namesakes the first detail that differs for all of them: `Ana López · Agencia Sur`. */
function disambiguateNames(rows: readonly Row[]): Row[] {
  const byName = new Map<string, Row[]>();
  const grouped = rows.map((row) => {
    const name = comparableName(row.name);
    const namesakes = byName.get(name) ?? [];
    byName.set(name, namesakes);
    namesakes.push(row);
    return { row, namesakes };
  });
  return grouped.map(({ row, namesakes }) => {
    if (namesakes.length === 1) return row;
    const distinguishing = row.marks.findIndex(
      (_mark, index) => new Set(namesakes.map(({ marks }) => marks[index])).size === namesakes.length,
    );
    return { ...row, name: [row.name, row.marks[distinguishing] ?? row.id].filter((part) => part !== '').join(' · ') };
  });
}

/** Why somebody could not continue on a screen: `no abre «Paquetes recibidos»`, `solo mira …`; '' for those who can. */
export function screenProblem(person: Pick<Staff, 'menus' | 'withheld'>, menu: MenuId, act: Act = 'change'): string {
  if (may(person, menu, act)) return '';
  return `${person.menus.has(menu) ? 'solo mira' : 'no abre'} «${menuName(menu)}»`;
}

/** Why somebody does not see a record of this agency (docs/decisions/144-own-agency.md); '' when they do. */
export function agencyProblem(person: Pick<Staff, 'agencyId' | 'ownAgencyOnly'>, agencia: FieldValue | undefined): string {
  return isOfOwnAgency(person, agencia) ? '' : 'solo ve lo de su agencia';
}

export function isEligible({ why }: Offered): boolean {
  return why === '';
}

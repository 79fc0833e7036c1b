import { AUDIT_ACTIONS, auditActionText, type AuditAction } from '../../domain/audit-actions.ts';
import { MEMBERS_FREELY } from '../../domain/large-exports.ts';
import type { Fields, FieldValue } from '../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import { alertsOfActs, type AlertSource, type ToldAct } from '../../records/alert-source.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import type { Services } from '../../services.ts';
import { isOfMembers, readTakenMembers, sumOf, takenWith } from '../../records/audit-export.ts';
import { networkWords } from '../../records/trail.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { namesOfRole, readRoleDirectory, rolesOpening } from '../../staff/role-directory.ts';
import { WITHHELD_FIELD } from '../../staff/stored-roles.ts';

/** Refusals of one account or from one network in a quarter of an hour: more than somebody who forgot a password causes. */
const MANY_REFUSALS = 10;

type Tells = (act: ToldAct, services: Services) => boolean | Promise<boolean>;
const manyRefusals: Tells = ({ newData }) => Number(newData['attempts'] ?? 0) >= MANY_REFUSALS;
const wider: Tells = ({ beforeData, newData }) =>
  Object.keys(newData).some((name) => name !== WITHHELD_FIELD && gains(beforeData[name], newData[name])) ||
  isFreed(beforeData, newData) ||
  isLoosened(beforeData, newData) ||
  givesActs(beforeData, newData);
/** Whether a role gets back acts on a screen that it still opens; withheld acts of a screen that it loses go with that screen. */
const givesActs = (before: Fields, after: Fields) => {
  const had = readTextList(before, WITHHELD_FIELD);
  const menus = 'menus' in after ? readTextList(after, 'menus') : null;
  const stays = had.filter((act) => menus === null || menus.includes(act.split(':')[0] ?? ''));
  return WITHHELD_FIELD in after && gains(after[WITHHELD_FIELD], stays);
};
/** From their own agency only to all agencies: for a role, and for a permission set. */
const isFreed = (before: Fields, after: Fields) =>
  (before['soloAgencia'] === true && after['soloAgencia'] === false) || (before['agencyScope'] === 'own' && after['agencyScope'] === 'all');
/** Sessions may rest for hours, or a password alone is enough to sign in. */
const isLoosened = (before: Fields, after: Fields) =>
  (before['equipoPropio'] !== true && after['equipoPropio'] === true) ||
  (before['segundoFactor'] === true && after['segundoFactor'] === false);

/**
 * An administrator signed in from a network that they never used before; their very first sign-in does not count, because every network is
 * new to it.
 */
const fromElsewhere: Tells = async ({ at, user, newData }, { sql }) => {
  const network = readText(newData, 'network');
  if (network === '') return false;
  const administrators = namesOfRole(await readRoleDirectory(sql), ADMIN_ROLE).map(({ role }) => role);
  const { rows } = await sql.query<{ isNew: boolean | null }>(
    `SELECT NOT bool_or(right(e.changes, length($5)) = $5) AS "isNew" FROM auditoria e JOIN usuarios u ON u.id = e."user" AND u.role = ANY($2)
     WHERE e."user" = $1 AND e.action = $3 AND e."createdAt" < $4 AND e."isActive" AND NOT e.source_deleted`,
    [user, administrators, AUDIT_ACTIONS.signedIn, at, networkWords(network)],
  );
  // Without earlier sign-ins there is nothing to compare.
  return rows[0]?.isNew === true;
};

/** More than MEMBERS_FREELY members in one file, or each time that what a person took within a day passes another multiple of it. */
const manyMembers: Tells = async ({ id, at, user, path, newData }, services) => {
  if (!isOfMembers(services, path)) return false;
  const file = { url: readText(newData, 'url'), rows: Number(newData['rows'] ?? 0) };
  if (file.rows > MEMBERS_FREELY) return true;
  const taken = await readTakenMembers(services, { userId: user, before: { at, id } });
  const [before, after] = [sumOf(taken), sumOf(takenWith(taken, file))];
  return after > MEMBERS_FREELY && Math.ceil(after / MEMBERS_FREELY) > Math.ceil(before / MEMBERS_FREELY);
};

interface ToldOf {
  /** Whether readers of the audit are alerted to an entry of the act. */
  tells: Tells;
  /** What is noteworthy; the name of the act does not say it. */
  words: string;
  /** The alert names the record too, besides who did it. */
  namesTarget?: true;
}

const WIDER_ROLE: ToldOf = { tells: wider, words: 'rol con más permisos o menos controles', namesTarget: true };

const TOLD: Readonly<Partial<Record<string, ToldOf>>> = {
  [AUDIT_ACTIONS.signedIn]: { tells: fromElsewhere, words: 'entrada de un Administrador desde una red nueva' },
  [AUDIT_ACTIONS.factorsReset]: { tells: () => true, words: 'segundo factor restablecido', namesTarget: true },
  [AUDIT_ACTIONS.signInRefused]: { tells: manyRefusals, words: 'muchas entradas rechazadas' },
  [AUDIT_ACTIONS.signInBlocked]: { tells: () => true, words: 'entradas detenidas por demasiados intentos' },
  [AUDIT_ACTIONS.factorRefused]: { tells: manyRefusals, words: 'muchos segundos factores rechazados' },
  [AUDIT_ACTIONS.proofRefused]: { tells: manyRefusals, words: 'muchas confirmaciones de identidad rechazadas' },
  [AUDIT_ACTIONS.ownPasswordRefused]: { tells: manyRefusals, words: 'muchos cambios de contraseña rechazados' },
  [AUDIT_ACTIONS.programRefused]: { tells: manyRefusals, words: 'muchas claves de programas rechazadas' },
  [AUDIT_ACTIONS.roleMenusUpdated]: WIDER_ROLE,
  [AUDIT_ACTIONS.roleUpdated]: WIDER_ROLE,
  [AUDIT_ACTIONS.digitizationPermissionUpdated]: { tells: wider, words: 'conjunto de permisos ampliado', namesTarget: true },
  [AUDIT_ACTIONS.dataExported]: { tells: manyMembers, words: 'muchos asociados exportados en un día' },
};
const ACTIONS = Object.keys(TOLD) as AuditAction[];

/** What an alert says about an entry. @param target name of the entry's record */
export function aboutEntry(action: string, target: string): string {
  const told = TOLD[action];
  if (!told) return `«${auditActionText(action)}»`;
  return told.namesTarget ? `${told.words}, «${target}»` : told.words;
}

export const SECURITY_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'security',
    actions: ACTIONS,
    tell: async (services, act) => {
      const isTold = (await TOLD[act.action]?.tells(act, services)) === true;
      const told = { to: isTold ? await readersOfAudit(services) : [], path: `${AUDIT_COLLECTION}/${act.id}` };
      // The owner of an account that was tried did not do it, and of one that was entered may not have: no actor is named.
      return 'attempts' in act.newData || act.action === AUDIT_ACTIONS.signedIn ? { ...told, actorId: '' } : told;
    },
  }),
];

/** Whoever may open the audit: administrators, and roles that were given it. */
async function readersOfAudit({ sql }: Services): Promise<string[]> {
  const roles = rolesOpening(await readRoleDirectory(sql), 'audit');
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM usuarios WHERE role = ANY($1) AND state AND "isActive" AND NOT source_deleted ORDER BY id',
    [roles],
  );
  return rows.map(({ id }) => id);
}

/** Whether a list, or a list inside a map, holds something that it did not before. */
function gains(before: FieldValue | undefined, after: FieldValue | undefined): boolean {
  if (isPlainMap(after)) return Object.entries(after).some(([name, value]) => gains(isPlainMap(before) ? before[name] : undefined, value));
  const had = new Set(isList(before) ? before : []);
  return isList(after) && after.some((one) => !had.has(one));
}

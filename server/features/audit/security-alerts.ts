import { AUDIT_ACTIONS, auditActionText, type AuditAction } from '../../domain/audit-actions.ts';
import { MEMBERS_WITHOUT_PROOF_MAX } from '../../domain/large-exports.ts';
import type { Fields, FieldValue } from '../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import { alertsOfActs, type AlertSource, type AuditedAct } from '../../records/alert-source.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import type { Services } from '../../services.ts';
import { isMemberExport, readExportedMembers, totalRows, withExport } from '../../records/audit-export.ts';
import { networkText } from '../../records/trail.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { namesOfRole, readRoleDirectory, rolesOpening } from '../../staff/role-directory.ts';
import { WITHHELD_FIELD } from '../../staff/stored-roles.ts';

/** Refusals of one account or from one network in a quarter of an hour: more than somebody who forgot a password causes. */
const MANY_REFUSALS = 10;

type AlertCondition = (act: AuditedAct, services: Services) => boolean | Promise<boolean>;
const manyRefusals: AlertCondition = ({ newData }) => Number(newData['attempts'] ?? 0) >= MANY_REFUSALS;
const widensRights: AlertCondition = ({ beforeData, newData }) =>
  Object.keys(newData).some((name) => name !== WITHHELD_FIELD && gains(beforeData[name], newData[name])) ||
  isFreed(beforeData, newData) ||
  isLoosened(beforeData, newData) ||
  givesBackActs(beforeData, newData);
/** Whether a role gets back acts on a screen that it still opens; withheld acts of a screen that it loses go with that screen. */
const givesBackActs = (before: Fields, after: Fields) => {
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
const fromElsewhere: AlertCondition = async ({ at, user, newData }, { sql }) => {
  const network = readText(newData, 'network');
  if (network === '') return false;
  const administrators = namesOfRole(await readRoleDirectory(sql), ADMIN_ROLE).map(({ role }) => role);
  const { rows } = await sql.query<{ isNew: boolean | null }>(
    `SELECT NOT bool_or(right(e.changes, length($5)) = $5) AS "isNew" FROM auditoria e JOIN usuarios u ON u.id = e."user" AND u.role = ANY($2)
     WHERE e."user" = $1 AND e.action = $3 AND e."createdAt" < $4 AND e."isActive" AND NOT e.source_deleted`,
    [user, administrators, AUDIT_ACTIONS.signedIn, at, networkText(network)],
  );
  // Without earlier sign-ins there is nothing to compare.
  return rows[0]?.isNew === true;
};

/** More than MEMBERS_WITHOUT_PROOF_MAX members in one file, or each time that what a person took within a day passes another multiple of it. */
const manyMembers: AlertCondition = async ({ id, at, user, path, newData }, services) => {
  if (!isMemberExport(services, path)) return false;
  const file = { url: readText(newData, 'url'), rows: Number(newData['rows'] ?? 0) };
  if (file.rows > MEMBERS_WITHOUT_PROOF_MAX) return true;
  const exportedMembers = await readExportedMembers(services, { userId: user, before: { at, id } });
  const [before, after] = [totalRows(exportedMembers), totalRows(withExport(exportedMembers, file))];
  return after > MEMBERS_WITHOUT_PROOF_MAX && Math.ceil(after / MEMBERS_WITHOUT_PROOF_MAX) > Math.ceil(before / MEMBERS_WITHOUT_PROOF_MAX);
};

interface AlertRule {
  /** Whether readers of the audit are alerted to an entry of the act. */
  appliesTo: AlertCondition;
  /** What is noteworthy; the name of the act does not say it. */
  words: string;
  /** The alert names the record too, besides who did it. */
  namesTarget?: true;
}

const WIDER_ROLE: AlertRule = { appliesTo: widensRights, words: 'rol con más permisos o menos controles', namesTarget: true };

const ALERT_RULES: Readonly<Partial<Record<string, AlertRule>>> = {
  [AUDIT_ACTIONS.signedIn]: { appliesTo: fromElsewhere, words: 'entrada de un Administrador desde una red nueva' },
  [AUDIT_ACTIONS.factorsReset]: { appliesTo: () => true, words: 'segundo factor restablecido', namesTarget: true },
  [AUDIT_ACTIONS.userGone]: {
    appliesTo: () => true,
    words: 'persona con acceso que el servidor de usuarios ya no tiene',
    namesTarget: true,
  },
  [AUDIT_ACTIONS.userUnread]: {
    appliesTo: () => true,
    words: 'persona con datos del servidor de usuarios que no se leen',
    namesTarget: true,
  },
  [AUDIT_ACTIONS.signInRefused]: { appliesTo: manyRefusals, words: 'muchas entradas rechazadas' },
  [AUDIT_ACTIONS.signInBlocked]: { appliesTo: () => true, words: 'entradas detenidas por demasiados intentos' },
  [AUDIT_ACTIONS.factorRefused]: { appliesTo: manyRefusals, words: 'muchos segundos factores rechazados' },
  [AUDIT_ACTIONS.proofRefused]: { appliesTo: manyRefusals, words: 'muchas confirmaciones de identidad rechazadas' },
  [AUDIT_ACTIONS.ownPasswordRefused]: { appliesTo: manyRefusals, words: 'muchos cambios de contraseña rechazados' },
  [AUDIT_ACTIONS.programRefused]: { appliesTo: manyRefusals, words: 'muchas claves de programas rechazadas' },
  [AUDIT_ACTIONS.roleMenusUpdated]: WIDER_ROLE,
  [AUDIT_ACTIONS.roleUpdated]: WIDER_ROLE,
  [AUDIT_ACTIONS.digitizationPermissionUpdated]: { appliesTo: widensRights, words: 'conjunto de permisos ampliado', namesTarget: true },
  [AUDIT_ACTIONS.dataExported]: { appliesTo: manyMembers, words: 'muchos asociados exportados en un día' },
};
const ACTIONS = Object.keys(ALERT_RULES) as AuditAction[];

/** What an alert says about an entry. @param target name of the entry's record */
export function describeAlertedEntry(action: string, target: string): string {
  const rule = ALERT_RULES[action];
  if (!rule) return `«${auditActionText(action)}»`;
  return rule.namesTarget ? `${rule.words}, «${target}»` : rule.words;
}

export const SECURITY_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'security',
    actions: ACTIONS,
    findRecipients: async (services, act) => {
      const isAlerted = (await ALERT_RULES[act.action]?.appliesTo(act, services)) === true;
      const alert = { to: isAlerted ? await readersOfAudit(services) : [], path: `${AUDIT_COLLECTION}/${act.id}` };
      // The owner of an account that was tried did not do it, and of one that was entered may not have: no actor is named.
      return 'attempts' in act.newData || act.action === AUDIT_ACTIONS.signedIn ? { ...alert, actorId: '' } : alert;
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

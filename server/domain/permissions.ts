import type { PermittedPerson } from './document-permissions.ts';
import { AppError } from './errors.ts';
import type { HomeArrangement } from './home-arrangement.ts';
import { ACT_LABELS, withheldAct, type Act, type MenuAct, type WithheldAct } from './menu-acts.ts';
import { menuTitle, REPORT_MENUS, type MenuId } from './menu.ts';
import { isAdministrator } from './roles.ts';
import type { StateNames } from './state-names.ts';

/** The signed-in person as the read model knows them at this request (never stale session claims). */
export interface Staff extends PermittedPerson {
  /** usuarios/{id}; the same id in the identity provider. */
  id: string;
  name: string;
  email: string;
  /** Id of the role; the stored text when no role has that name. */
  role: string;
  roleTitle: string;
  /** The role was retired while this person had it: no menus until they get another. */
  roleIsRetired?: true;
  /** Id of the person's agency, '' when none. */
  agencyId: string;
  /** Id of their department, if they have one. */
  departmentId?: string;
  menus: ReadonlySet<MenuId>;
  /** Acts that their role denies on screens that it opens; missing when none. */
  withheld?: ReadonlySet<WithheldAct>;
  /** Their role shows only members, quotes and digitized documents of their own agency. */
  ownAgencyOnly?: true;
  /** Ids of the briefcase folders that the person may open, from their own list and by rule; 'all' for the administrator. */
  folders: readonly string[] | 'all';
  pageSize: number;
  /** The cooperative shows members' DPI and telephone in full: lists mask nothing. */
  seesWhole?: true;
  /** Names of the states at this request. */
  stateNames: StateNames;
  theme: 'system' | 'light' | 'dark';
  /** They switched off the shortcuts of a single character. */
  keysOff?: true;
  /** How they arranged Inicio; missing until they saved any preference for screens. */
  home?: HomeArrangement;
  /** Some of their saved views are shown on Inicio. */
  hasHomeViews?: true;
  /** A large export of theirs has ended and they have not been notified yet. */
  hasUntoldExport?: true;
  /** Number of unread alerts, up to UNREAD_MAX; missing when none. */
  unreadAlerts?: number;
  sessionId: string;
  /** Their role requires a second factor. */
  roleAsksFactor?: true;
  /** Their role allows longer idle sessions on a device of their own. */
  mayOwnDevice?: true;
  /** They use a session, and have neither signed in nor proved their identity in the last minutes (domain/proof.ts). */
  signedInLongAgo?: true;
}

/** Remaining step after the password: giving the second factor, or setting one up because the role requires it. */
export type RemainingStep = 'factor' | 'setup';

/** A person without any access until that step is done. */
export interface PendingStaff {
  staff: Staff;
  needs: RemainingStep;
}

export function canOpen(staff: Staff, menu: MenuId): boolean {
  return staff.menus.has(menu);
}

/** Whether somebody may view a screen or perform one of its acts. */
export function may(staff: Pick<Staff, 'menus' | 'withheld'>, menu: MenuId, act: Act): boolean {
  return staff.menus.has(menu) && !isWithheld(staff, menu, act);
}

function isWithheld({ withheld }: Pick<Staff, 'withheld'>, menu: MenuId, act: Act): boolean {
  return act !== 'view' && withheld?.has(withheldAct(menu, act)) === true;
}

/**
 * Every loader, action and handler of a screen calls this first, and passes `act` if it writes, deletes or exports. Throws 403 naming the
 * missing permission in Spanish.
 */
export function requireMenu(staff: Staff, menu: MenuId, act: Act = 'view'): void {
  if (canOpen(staff, menu)) return act === 'view' ? undefined : requireAct(staff, menu, act);
  const permission = menuTitle(menu);
  throw new AppError('forbidden', `staff ${staff.id} lacks menu ${menu}`, {
    userMessage: `No tiene permiso para abrir «${permission}». Puede otorgarlo un Administrador.`,
    permission,
    menu,
  });
}

/**
 * For kernels that write, delete or export what a screen shows: they check the actor, so that no verb can forget to. Programs and
 * jobs have no menus, and nothing is withheld from them. Throws 403.
 */
export function requireAct(actor: Pick<Staff, 'id' | 'withheld'>, menu: MenuId | null, act: MenuAct): void {
  if (menu === null || !isWithheld(actor, menu, act)) return;
  throw new AppError('forbidden', `staff ${actor.id} may not ${act} in ${menu}`, {
    userMessage: `Su rol no permite ${ACT_LABELS[act]} en «${menuTitle(menu)}». Puede otorgarlo un Administrador.`,
    permission: `${menuTitle(menu)}: ${ACT_LABELS[act]}`,
    menu,
  });
}

/** For screens that any of several menus opens. Throws 403 naming the first of them. */
export function requireAnyMenu(staff: Staff, [first, ...others]: readonly [MenuId, ...MenuId[]], act: Act = 'view'): void {
  if (!others.some((menu) => may(staff, menu, act))) requireMenu(staff, first, act);
}

/** @param what completes the sentence: `crear y cambiar roles`. Throws 403. */
export function requireAdministrator(actor: Pick<Staff, 'id' | 'role'>, what: string): void {
  if (isAdministrator(actor)) return;
  throw new AppError('forbidden', `staff ${actor.id} is no administrator`, {
    userMessage: `Solo un Administrador puede ${what}.`,
    permission: 'Administrador',
  });
}

/** The menus with a report, and «Reportes», which lists them. */
export const OPENS_REPORTS = [...REPORT_MENUS, 'reports'] as const;

export function canOpenAnyReport(staff: Staff): boolean {
  return OPENS_REPORTS.some((menu) => canOpen(staff, menu));
}

/** For a person's own reports. @returns the first such menu that the person has. Throws 403. */
export function requireAnyReport(staff: Staff): MenuId {
  const menu = OPENS_REPORTS.find((one) => canOpen(staff, one));
  if (menu !== undefined) return menu;
  throw new AppError('forbidden', `staff ${staff.id} has no menu of a report`, {
    userMessage: 'No tiene permiso para abrir ningún reporte. Puede otorgarlo un Administrador.',
    permission: 'Reportes',
  });
}

export function canOpenFolder(staff: Staff, folderId: string): boolean {
  return staff.folders === 'all' || staff.folders.includes(folderId);
}

import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { personName } from '../../digitized/names.ts';
import { formatDateTimeLong } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { STEP_RULES, stepRefusal, stepRefusalText, type PackageStep } from '../../domain/package-states.ts';
import type { Act } from '../../domain/menu-acts.ts';
import { may, requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { agencyWords, NO_AGENCY } from '../../staff/own-agency.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { PACKAGE_KIND, packageMissing, readPackage, type PackageFacts, type StoredPackage } from './package.ts';

/** A step with one package; a form that is sent twice takes it once. */
export type StepCall = Call & { id: string; formToken: string };

/** From which side somebody looks at a package: each has a menu, a list and a page of its own. */
export type PackageSide = 'sender' | 'receiver';

const MENUS = { sender: 'packages-sent', receiver: 'packages-received' } as const;

/** Errors: `forbidden`. */
export function requirePackages(actor: Staff, side: PackageSide, act?: Act): void {
  requireMenu(actor, MENUS[side], act);
}

/**
 * Whether a package is visible to somebody on that side: what they began, or what was sent to their agency. Only its sender sees a draft,
 * and administrators, who see all packages.
 */
export function isPackageVisible(
  actor: Pick<Staff, 'agencyId' | 'id' | 'role'>,
  side: PackageSide,
  facts: Pick<PackageFacts, 'agencyId' | 'from' | 'status'>,
): boolean {
  if (side === 'receiver' && facts.status === 'ENTERED') return false;
  if (actor.role === ADMIN_ROLE) return true;
  if (side === 'sender') return facts.from === actor.id;
  return actor.agencyId !== '' && facts.agencyId === actor.agencyId;
}

/** The same as SQL conditions over rows `t` of `packages`; none for somebody who sees everything. */
export function packageAccess(actor: Pick<Staff, 'agencyId' | 'id' | 'role'>, side: PackageSide): SqlFragment[] {
  const sent = side === 'receiver' ? [trusted(`t.status <> 'ENTERED'`)] : [];
  if (actor.role === ADMIN_ROLE) return sent;
  if (side === 'sender') return [fragment`t."from" = ${actor.id}`];
  return [...sent, actor.agencyId === '' ? trusted('FALSE') : fragment`t."agencyId" = ${actor.agencyId}`];
}

/** What `packageAccess` leaves, in words; '' for everything. */
export async function packageScope(read: Read, { agencyId, name, role }: Staff, side: PackageSide): Promise<string> {
  if (role === ADMIN_ROLE) return '';
  if (side === 'sender') return `Solo los paquetes que armó ${name}`;
  return agencyId === '' ? NO_AGENCY : `Solo los paquetes para ${await agencyWords(read, agencyId)}`;
}

/** Errors: `not-found`. */
function requirePackageVisible(actor: Staff, side: PackageSide, stored: StoredPackage): PackageFacts {
  const facts = readPackage(stored);
  if (isPackageVisible(actor, side, facts)) return facts;
  throw side === 'receiver' && wasWithdrawnFrom(actor, facts) ? withdrawnError('not-found', facts) : packageMissing(stored.id);
}

/** Whether it was on its way to the person's agency when its sender took it back. */
function wasWithdrawnFrom({ agencyId }: Staff, { withdrawnFrom, status }: PackageFacts): boolean {
  return agencyId !== '' && withdrawnFrom === agencyId && status === 'ENTERED';
}

function withdrawnError(code: 'conflict' | 'not-found', { id, code: named, withdrawnAt, status, isActive }: PackageFacts): AppError {
  const day = formatDateTimeLong(withdrawnAt);
  return new AppError(code, `package ${id} was withdrawn`, {
    userMessage: `El paquete ${named} lo retiró quien lo envió${day && ` el ${day}`}: ya no viene a su agencia.`,
    ...(code === 'conflict' && { details: { reason: 'state', status, isActive } }),
  });
}

/** A package as it is stored now, for somebody on that side. Errors: `forbidden`, `not-found`. */
export async function getVisiblePackage(
  { documents }: Pick<Services, 'documents'>,
  { actor, id, side }: { actor: Staff; id: string; side: PackageSide },
): Promise<{ stored: StoredDocument; facts: PackageFacts }> {
  requirePackages(actor, side);
  const stored = await documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw packageMissing(id);
  return { stored, facts: requirePackageVisible(actor, side, stored) };
}

/**
 * Whether somebody may take a step with a package that they see, whatever its state: the sender's steps are only for whoever began this
 * package.
 */
export function mayStep(actor: Staff, step: PackageStep, { from }: Pick<PackageFacts, 'from'>): boolean {
  const { who } = STEP_RULES[step];
  return may(actor, MENUS[who], 'change') && (who === 'receiver' || from === actor.id);
}

/**
 * Requires that the person may take the step with the package as it is now (docs/decisions/037-packages.md).
 * Errors: `not-found`, `forbidden`, `conflict` with the present state.
 */
export function requireStep(actor: Staff, step: PackageStep, stored: StoredPackage): PackageFacts {
  const facts = requirePackageVisible(actor, STEP_RULES[step].who, stored);
  if (!mayStep(actor, step, facts))
    throw new AppError('forbidden', `staff ${actor.id} did not begin package ${stored.id}`, {
      userMessage: 'Solo quien armó el paquete puede cambiarlo, enviarlo, retirarlo o anularlo.',
      permission: 'Remitente del paquete',
    });
  requirePackageState(actor, step, facts);
  return facts;
}

/** Whether its receiver has noted anything: then the papers have arrived, and only the receiver may accept or reject them. */
export function isBeingChecked({ checked_count, extras }: Pick<PackageFacts, 'checked_count' | 'extras'>): boolean {
  return checked_count > 0 || extras.length > 0;
}

/** Errors: `conflict`. */
export function requirePackageState(actor: Pick<Staff, 'stateNames'>, step: PackageStep, facts: PackageFacts): void {
  const refusal = stepRefusal(step, facts);
  if (!refusal) return;
  const { id, code, status, isActive } = facts;
  throw new AppError('conflict', `package ${id} is ${status}, active ${isActive}: ${refusal}`, {
    userMessage: stepRefusalText(refusal, step, { code, status }, actor.stateNames.packages),
    details: { reason: refusal, status, isActive },
  });
}

/**
 * Requires that the person may take the receiver's step with the package as it is now. Errors: `not-found`, `conflict` with the present
 * state, and with who resolved it meanwhile.
 */
export async function requireReceiver(
  services: Pick<Services, 'sql'>,
  actor: Staff,
  step: PackageStep,
  stored: StoredPackage,
): Promise<PackageFacts> {
  const current = readPackage(stored);
  if (wasWithdrawnFrom(actor, current)) throw withdrawnError('conflict', current);
  const facts = requirePackageVisible(actor, 'receiver', stored);
  if (stepRefusal(step, facts) === 'state' && facts.resolvedBy !== '') throw await resolvedError(services, actor, facts);
  return requireStep(actor, step, stored);
}

async function resolvedError(services: Pick<Services, 'sql'>, actor: Staff, facts: PackageFacts): Promise<AppError> {
  const { id, code, status, isActive, resolvedBy, resolutionAt } = facts;
  const who = resolvedBy === actor.id ? 'usted' : await personName(services, resolvedBy);
  const day = formatDateTimeLong(resolutionAt);
  const did = status === 'REJECTED' ? 'rechazó' : 'aceptó';
  return new AppError('conflict', `package ${id} is ${status}, resolved by ${resolvedBy}`, {
    userMessage: `Lo ${did} ${who}${day && ` el ${day}`}. El paquete ${code} ya está resuelto.`,
    details: { reason: 'state', status, isActive },
  });
}

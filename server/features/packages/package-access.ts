import { AppError } from '../../domain/errors.ts';
import { STEP_RULES, stepRefusal, stepRefusalText, type PackageStep } from '../../domain/package-states.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import { packageMissing, readPackage, type PackageFacts, type StoredPackage } from './package-kind.ts';

/** From which side somebody looks at a package: each has a menu, a list and a page of its own. */
export type PackageSide = 'sender' | 'receiver';

const MENUS = { sender: 'packages-sent', receiver: 'packages-received' } as const;

/** Errors: `forbidden`. */
export function requirePackages(actor: Staff, side: PackageSide): void {
  requireMenu(actor, MENUS[side]);
}

/**
 * Whether a package exists for somebody on that side: what they began; what was sent to their agency. A draft exists for nobody
 * else but administrators, who see all packages.
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

/** The same as conditions over rows `t` of `packages`. None for who sees everything. */
export function packageAccess(actor: Pick<Staff, 'agencyId' | 'id' | 'role'>, side: PackageSide): SqlFragment[] {
  const sent = side === 'receiver' ? [trusted(`t.status <> 'ENTERED'`)] : [];
  if (actor.role === ADMIN_ROLE) return sent;
  if (side === 'sender') return [fragment`t."from" = ${actor.id}`];
  return [...sent, actor.agencyId === '' ? trusted('FALSE') : fragment`t."agencyId" = ${actor.agencyId}`];
}

/** Errors: `not-found`. */
export function requirePackageVisible(actor: Staff, side: PackageSide, stored: StoredPackage): PackageFacts {
  const facts = readPackage(stored);
  if (!isPackageVisible(actor, side, facts)) throw packageMissing(stored.id);
  return facts;
}

/** Whether somebody may take a step with a package that they see, whatever its state: what is sent is its sender's alone. */
export function mayStep(actor: Pick<Staff, 'id'>, step: PackageStep, { from }: Pick<PackageFacts, 'from'>): boolean {
  return STEP_RULES[step].who === 'receiver' || from === actor.id;
}

/**
 * A package with which the person may take the step, as it is now (docs/decisions/037-packages.md).
 * Errors: `not-found`, `forbidden`, `conflict` with the present state.
 */
export function requireStep(actor: Staff, step: PackageStep, stored: StoredPackage): PackageFacts {
  const facts = requirePackageVisible(actor, STEP_RULES[step].who, stored);
  if (!mayStep(actor, step, facts))
    throw new AppError('forbidden', `staff ${actor.id} did not begin package ${stored.id}`, {
      userMessage: 'Solo quien armó el paquete puede cambiarlo, enviarlo o anularlo.',
      permission: 'Remitente del paquete',
    });
  requirePackageState(actor, step, facts);
  return facts;
}

/** Errors: `conflict`. */
export function requirePackageState(actor: Pick<Staff, 'stateNames'>, step: PackageStep, facts: PackageFacts): void {
  const refusal = stepRefusal(step, facts);
  if (!refusal) return;
  const { id, code, status, isActive } = facts;
  throw new AppError('conflict', `package ${id} is ${status}, active ${isActive}`, {
    userMessage: stepRefusalText(refusal, step, { code, status }, actor.stateNames.packages),
    details: { reason: refusal, status, isActive },
  });
}

import { formatDateTimeLong } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { stepRefusal, type PackageStep } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { personName } from '../../digitized/names.ts';
import type { Services } from '../../services.ts';
import { requirePackageVisible, requireStep } from './package-access.ts';
import type { PackageFacts, StoredPackage } from './package-kind.ts';

/**
 * A package with which the person may take the step of a receiver, as it is now. Errors: `not-found`, `conflict` with the present
 * state, and with who resolved it meanwhile.
 */
export async function requireReceiver(
  services: Pick<Services, 'sql'>,
  actor: Staff,
  step: PackageStep,
  stored: StoredPackage,
): Promise<PackageFacts> {
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

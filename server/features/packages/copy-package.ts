import { ARRIVED } from '../../domain/package-states.ts';
import { AppError } from '../../domain/errors.ts';
import { createOnce } from '../../records/create-once.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages, requirePackageVisible } from './package-access.ts';
import { PACKAGE_KIND, type PackageFacts } from './package-kind.ts';
import type { PackageLine } from './package-lines.ts';
import type { PackageValues } from './package-values.ts';

interface CopyCall extends Call {
  id: string;
  /** Made once per form: sent twice it makes one draft. */
  formToken: string;
}

/** A new draft with the same destination and lines. Errors: `forbidden`, `not-found`. */
export async function duplicatePackage(services: Services, call: CopyCall): Promise<{ id: string }> {
  const facts = await readSource(services, call);
  return createDraft(services, call, { ...valuesOf(facts), detailOfPackage: copyLines(facts, facts.detailOfPackage) });
}

/**
 * A new draft of what did not arrive of an accepted package: what was missing, and what something else lay in the place of.
 * Errors: `forbidden`, `not-found`, `conflict` when nothing is missing.
 */
export async function resendMissing(services: Services, call: CopyCall): Promise<{ id: string }> {
  const facts = await readSource(services, call);
  const missing = missingLines(facts);
  if (missing.length === 0) {
    const { status, isActive, code } = facts;
    throw new AppError('conflict', `package ${facts.id} is ${status}: nothing to send again`, {
      userMessage: `Del paquete ${code} no hay faltantes que reenviar.`,
      details: { reason: 'nothing-missing', status, isActive },
    });
  }
  return createDraft(services, call, {
    ...valuesOf(facts),
    note: `Faltantes del paquete ${facts.code}.`,
    detailOfPackage: copyLines(facts, missing),
  });
}

/** What of a package did not arrive; of one that is not accepted nobody knows yet. */
export function missingLines({ status, detailOfPackage }: Pick<PackageFacts, 'detailOfPackage' | 'status'>): PackageLine[] {
  return status === 'ACCEPTED' ? detailOfPackage.filter(({ verdict }) => verdict !== '' && !ARRIVED.includes(verdict)) : [];
}

async function readSource({ documents }: Services, { actor, id }: CopyCall): Promise<PackageFacts> {
  requirePackages(actor, 'sender');
  const stored = await documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  return requirePackageVisible(actor, 'sender', stored);
}

function valuesOf({ agencyId, userAssign, needReassign, note, digitalizationId }: PackageFacts): Omit<PackageValues, 'detailOfPackage'> {
  return { agencyId, userAssign, needReassign, note, digitalizationId };
}

/** Numbered anew; of papers there is no document in the new package. */
function copyLines({ needReassign }: PackageFacts, lines: readonly PackageLine[]): PackageValues['detailOfPackage'] {
  return lines.map(({ document, categoryId, documentId, digitalizationId }, index) => ({
    lineId: String(index + 1),
    document,
    categoryId,
    documentId,
    digitalizationId: needReassign ? digitalizationId : '',
  }));
}

function createDraft(services: Services, { actor, requestId, formToken }: CopyCall, values: PackageValues): Promise<{ id: string }> {
  return createOnce(services, PACKAGE_KIND, {
    actor,
    requestId,
    formToken,
    values,
    added: { from: actor.id, status: 'ENTERED', sended: false },
  });
}

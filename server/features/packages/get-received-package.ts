import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { describePackage, type PackageRecord } from './get-package.ts';
import { requirePackages, requirePackageVisible } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';

/**
 * A package as its receiver sees it, from the document store: what somebody has just checked must be seen by the next who looks.
 * Errors: `forbidden`, `not-found`.
 */
export async function getReceivedPackage(services: Services, { actor, id }: Call & { id: string }): Promise<PackageRecord> {
  requirePackages(actor, 'receiver');
  const stored = await services.documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  return describePackage(services, actor, stored, requirePackageVisible(actor, 'receiver', stored));
}

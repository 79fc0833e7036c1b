import { findNames, type Names } from '../../digitized/names.ts';
import type { PackageFacts } from './package-kind.ts';
import type { Services } from '../../services.ts';

/** The names of what a package refers to by id; the id itself where the record is gone. */
export interface PackageNames {
  /** Destination. */
  agency: string;
  fromAgency: string;
  /** For whom it is meant, '' for anybody of the agency. */
  person: string;
  sender: string;
  /** Who accepted or rejected it. */
  resolver: string;
}

/** @returns `nameOf` also knows types, categories and people of its lines */
export async function readPackageNames(
  services: Pick<Services, 'sql'>,
  { agencyId, from_agency, userAssign, from, resolvedBy, detailOfPackage: lines }: PackageFacts,
): Promise<{ names: PackageNames; nameOf: Names['of'] }> {
  const { of: nameOf } = await findNames(services, {
    agencias: [agencyId, from_agency],
    usuarios: [userAssign, from, resolvedBy, ...lines.map(({ checkedBy }) => checkedBy)],
    tipos_documento: lines.map(({ documentId }) => documentId),
    categorias: lines.map(({ categoryId }) => categoryId),
  });
  const names = {
    agency: nameOf('agencias', agencyId),
    fromAgency: nameOf('agencias', from_agency),
    person: nameOf('usuarios', userAssign),
    sender: nameOf('usuarios', from),
    resolver: nameOf('usuarios', resolvedBy),
  };
  return { names, nameOf };
}

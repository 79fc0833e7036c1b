import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { packageCode } from '../../domain/package-code.ts';
import { readRow, type RowOf } from '../../read-model/table.ts';
import { isActive } from '../../records/content-version.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { readPackageValues, toStoredPackage, type PackageValues } from './package-values.ts';
import { PACKAGE_COLUMNS, PACKAGES_COLLECTION } from './packages.projection.ts';

export const PACKAGE_NOUN: Noun = { singular: 'paquete', plural: 'paquetes', gender: 'm' };

/** How a package is kept. */
export const PACKAGE_KIND: RecordKind<PackageValues> = {
  database: 'digitalization',
  collection: PACKAGES_COLLECTION,
  noun: PACKAGE_NOUN,
  read: readPackageValues,
  show: ({ data }) => readPackageValues(data),
  toStored: toStoredPackage,
  notFound: packageMissing,
  actions: { created: AUDIT_ACTIONS.packageCreated, updated: AUDIT_ACTIONS.packageUpdated },
  // A draft is its sender's alone: there are no two people whose versions would have to be told apart.
  told: () =>
    'Este borrador se guardó en otra ventana mientras usted escribía aquí. Si guarda otra vez queda lo que ve en esta página; para ver lo guardado, ábralo de nuevo.',
};

/** A package as its rules read it. */
export interface PackageFacts extends RowOf<typeof PACKAGE_COLUMNS> {
  id: string;
  code: string;
  /** False once it was cancelled. */
  isActive: boolean;
}

export function readPackage({ id, data }: { id: string; data: Fields }): PackageFacts {
  return { ...readRow(PACKAGE_COLUMNS, data), id, code: packageCode(id), isActive: isActive(data) };
}

/** The same answer for a package that never was and for one that the person may not see. */
export function packageMissing(id: string): AppError {
  return new AppError('not-found', `package ${id.slice(0, 200)} not found`, {
    userMessage: 'El paquete no existe o usted no tiene permiso para verlo.',
  });
}

export type StoredPackage = Pick<StoredDocument, 'data' | 'id'>;

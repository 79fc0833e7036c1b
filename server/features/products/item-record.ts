import { createHash } from 'node:crypto';
import type { CatalogDefinition, CatalogValues } from '../../catalogs/definition.ts';
import { readStoredValues } from '../../catalogs/record-values.ts';
import { recordConflict, toRecord, type CatalogRecord, type ConflictCause } from '../../catalogs/record.ts';
import type { StoredDocument } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';

/**
 * A record as forms take it. Its version is a digest of what the form holds, not the document's: moving one record
 * writes the numbers of others, and that must not look like a conflict to whoever is editing them.
 */
export function toItem(definition: CatalogDefinition, document: StoredDocument): CatalogRecord {
  return { ...toRecord(definition, document), version: versionOf(definition, document) };
}

export function versionOf(definition: CatalogDefinition, { data }: StoredDocument): string {
  return versionOfValues(definition, readStoredValues(definition, data), data['isActive'] !== false);
}

/** The same of a row: its columns hold what the document's fields read as. */
export function versionOfValues({ fields }: CatalogDefinition, values: CatalogValues, isActive: boolean): string {
  const content = JSON.stringify([fields.map((field) => values[field.name] ?? null), isActive]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** As the catalogs' `recordConflict`: both versions, field by field, with the version that this list's forms carry. */
export function itemConflict(
  definition: CatalogDefinition,
  document: StoredDocument,
  submitted: CatalogValues,
  cause: ConflictCause,
): AppError {
  const { message, userMessage, details } = recordConflict(definition, document, submitted, cause);
  return new AppError('conflict', message, { userMessage, details: { ...details, stored: toItem(definition, document) } });
}

import { createHash } from 'node:crypto';
import type { CatalogDefinition, CatalogValues } from '../catalogs/definition.ts';
import { differingFields, readStoredValues } from '../catalogs/record-values.ts';
import { toRecord, type CatalogConflict, type CatalogRecord } from '../catalogs/record.ts';
import type { StoredDocument } from '../documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { theOne } from '../domain/grammar.ts';

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

/** As the catalogs' `recordConflict`: both versions, field by field. */
export function itemConflict(definition: CatalogDefinition, document: StoredDocument, submitted: CatalogValues, ownForm = false): AppError {
  const stored = toItem(definition, document);
  const details: CatalogConflict = { stored, submitted, differing: differingFields(definition, stored.values, submitted) };
  return new AppError('conflict', `${document.path} has other values`, {
    userMessage: `${ownForm ? 'Este formulario ya se guardó antes con otros datos.' : `Otra persona guardó ${theOne(definition.noun)} mientras usted escribía.`} Compare las dos versiones y elija qué conservar.`,
    details: { ...details },
  });
}

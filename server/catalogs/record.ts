import type { Saver } from '../records/find-saver.ts';
import { isDocumentId } from '../documents/document-id.ts';
import type { StoredDocument } from '../documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { agree, capitalize, theOne } from '../domain/grammar.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import type { Services } from '../services.ts';
import type { CatalogDefinition, CatalogValues } from './definition.ts';
import { differingFields, readStoredValues } from './record-values.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

export type CatalogServices = Pick<Services, 'documents' | 'liveSettings' | 'readModel' | 'sql'>;

/** Who asks for what; every verb takes it. */
export interface CatalogCall {
  actor: Staff;
  catalog: CatalogId;
  /** Joins audit entries with the request's log lines. */
  requestId?: string;
}

/** One record as the document store has it now; JSON for the browser. */
export interface CatalogRecord {
  id: string;
  /** Value of the title field, or the id when it is empty. */
  title: string;
  values: CatalogValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string | null;
  updatedAt: string | null;
  /** Microseconds as decimal digits: goes back with the form, so that a save over a newer version is seen. */
  version: string;
}

/** `details` of the `conflict` AppError: both versions, field by field. */
export interface CatalogConflict {
  stored: CatalogRecord;
  submitted: CatalogValues;
  /** Names of the fields in which the two differ. */
  differing: readonly string[];
}

/** How much of a wrong id the log keeps. */
const ID_MAX = 200;

/** The catalog's definition, once the person may open it: the first line of every verb. */
export function openCatalog(call: CatalogCall): CatalogDefinition {
  const { definition } = CATALOGS[call.catalog];
  requireMenu(call.actor, definition.menu);
  return definition;
}

/** Path of a record's document. An id that cannot be one answers like a record that does not exist. */
export function recordPath(definition: CatalogDefinition, id: string): string {
  if (!isDocumentId(id)) throw recordNotFound(definition, id);
  return `${definition.id}/${id}`;
}

export function toRecord(definition: CatalogDefinition, document: StoredDocument): CatalogRecord {
  const values = readStoredValues(definition, document.data);
  const title = values[definition.titleField];
  return {
    id: document.id,
    title: typeof title === 'string' && title !== '' ? title : document.id,
    values,
    isActive: document.data['isActive'] !== false,
    createdAt: isoText(document.data['createdAt']),
    updatedAt: isoText(document.data['updatedAt']),
    version: String(document.version),
  };
}

function isoText(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null;
}

export function recordNotFound(definition: CatalogDefinition, id: string): AppError {
  const { noun } = definition;
  return new AppError('not-found', `${definition.id}/${id.slice(0, ID_MAX)} not found`, {
    userMessage: `${capitalize(theOne(noun))} no existe o fue ${agree(noun, 'quitado')} del sistema.`,
  });
}

/** Why a save met other values than the person believes: their own form was stored before, or somebody saved meanwhile. */
export type ConflictCause = { ownForm: true } | { ownForm?: false; savedBy: Saver | null };

export function recordConflict(
  definition: CatalogDefinition,
  document: StoredDocument,
  submitted: CatalogValues,
  cause: ConflictCause,
): AppError {
  const stored = toRecord(definition, document);
  const details: CatalogConflict = { stored, submitted, differing: differingFields(definition, stored.values, submitted) };
  return new AppError('conflict', `${document.path} has version ${stored.version}`, {
    userMessage: `${describeCause(definition, cause)} Compare las dos versiones y elija qué conservar.`,
    details: { ...details },
  });
}

function describeCause({ noun }: CatalogDefinition, cause: ConflictCause): string {
  if (cause.ownForm) return 'Este formulario ya se guardó antes con otros datos.';
  if (cause.savedBy?.isActor) return `Usted guardó ${theOne(noun)} en otra ventana mientras escribía aquí.`;
  return `${cause.savedBy?.name || 'Otra persona'} guardó ${theOne(noun)} mientras usted escribía.`;
}
